package sampler

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
)

// spiked is a normal with mean 0 whose precision is the identity but for the
// given values along orthonormal directions, which it returns.
func spiked(d int, values ...float64) (density, [][]float64) {
	rng := newRand(11, 0)
	var u [][]float64
	for range values {
		v := make([]float64, d)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		orthogonalise(v, u)
		floats.Scale(1/floats.Norm(v, 2), v)
		u = append(u, v)
	}
	return density{d, func(grad, x []float64) float64 {
		for i, v := range x {
			grad[i] = -v
		}
		for k, v := range u {
			floats.AddScaled(grad, -(values[k]-1)*floats.Dot(v, x), v)
		}
		return floats.Dot(x, grad) / 2
	}}, u
}

// A few Lanczos steps find the directions in which the curvature is not 1, here
// with a value that occurs twice, and the metric whitens the normal.
func TestCurvatureMetricFindsSpikes(t *testing.T) {
	const d = 300
	values := []float64{0.04, 25, 25, 400}
	target, u := spiked(d, values...)
	m, err := CurvatureMetric(target, make([]float64, d), repeat(d, 1), 25)
	require.NoError(t, err)
	require.NoError(t, m.Validate())
	require.Len(t, m.Values, 4)
	assert.InDeltaSlice(t, []float64{5, 0.2, 0.2, 0.05}, m.Values, 1e-6)
	assert.InDelta(t, 1, math.Abs(floats.Dot(u[0], m.Vectors[0])), 1e-9)
	assert.InDelta(t, 1, math.Abs(floats.Dot(u[3], m.Vectors[3])), 1e-9)

	z := randomPoint(testSpace(target, m, leapfrog{}), 1)
	floats.Add(z.g, z.x)
	assert.InDelta(t, 0, floats.Norm(z.g, 2), 1e-4)
}

// With as many steps as dimensions a dense normal is whitened but for the
// directions whose Ritz values are in the band.
func TestCurvatureMetricOfDenseNormal(t *testing.T) {
	const d = 12
	scale := make([]float64, d)
	for i := range scale {
		scale[i] = math.Pow(10, float64(i%3))
	}
	target := autoregression(d, 0.9, func(i int) float64 { return scale[i] })
	m, err := CurvatureMetric(target, repeat(d, 1), scale, 10*d)
	require.NoError(t, err)
	full := normalMetric(repeat(d, 1), scale, 0.9)
	kept := 0
	for _, v := range full.Values {
		if l := 1 / (v * v); l < ritzLow || l > ritzHigh {
			assert.InEpsilon(t, v, m.Values[len(m.Values)-1-kept], 1e-6)
			kept++
		}
	}
	assert.Len(t, m.Values, kept)
}

func TestCurvatureMetricFloorsAndFolds(t *testing.T) {
	// Curvature −4 (a saddle), 0 (flat) and 1.
	target := density{3, func(grad, x []float64) float64 {
		grad[0], grad[1], grad[2] = 4*x[0], 0, -x[2]
		return 2*x[0]*x[0] - x[2]*x[2]/2
	}}
	m, err := CurvatureMetric(target, make([]float64, 3), repeat(3, 1), 3)
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float64{0.5, 100}, m.Values, 1e-4)
}

func TestCurvatureMetricOfStandardNormalIsDiagonal(t *testing.T) {
	m, err := CurvatureMetric(stdNormal(20), make([]float64, 20), repeat(20, 1), 10)
	require.NoError(t, err)
	assert.Empty(t, m.Vectors)
	m, err = CurvatureMetric(stdNormal(20), make([]float64, 20), repeat(20, 10), 0)
	require.NoError(t, err)
	assert.Empty(t, m.Vectors)
}

func TestCurvatureMetricErrors(t *testing.T) {
	wall := density{1, func(grad, x []float64) float64 {
		grad[0] = 1
		if x[0] > 1 {
			return math.Inf(-1)
		}
		return x[0]
	}}
	_, err := CurvatureMetric(wall, []float64{1}, []float64{1}, 1)
	assert.ErrorIs(t, err, errCurvature)
	_, err = CurvatureMetric(stdNormal(1), []float64{0}, []float64{-1}, 1)
	assert.ErrorContains(t, err, "must be positive")
	assert.PanicsWithValue(t, "sampler: center, scale and target differ in length", func() {
		_, _ = CurvatureMetric(stdNormal(2), []float64{0}, []float64{1, 1}, 1)
	})
}

// Of many coordinates, a hundred that are a little too wide get no vectors, each of which would mix some of them; the
// one that is ten times as wide does. Of fewer coordinates all that are found do.
func TestCurvatureMetricOfManyCoordinates(t *testing.T) {
	for _, d := range []int{ritzMany, ritzMany + 1} {
		variance := func(i int) float64 {
			switch {
			case i == 7:
				return 100
			case i < 100:
				return 3
			}
			return 1
		}
		target := density{d, func(grad, x []float64) float64 {
			sum := 0.0
			for i, v := range x {
				grad[i] = -v / variance(i)
				sum -= v * v / variance(i) / 2
			}
			return sum
		}}
		m, err := CurvatureMetric(target, make([]float64, d), repeat(d, 1), 12)
		require.NoError(t, err)
		require.Equal(t, d > ritzMany, len(m.Vectors) == 1)
		at := floats.MaxIdx(m.Values)
		assert.InDelta(t, 10, m.Values[at], 1e-3)
		assert.InDelta(t, 1, math.Abs(m.Vectors[at][7]), 1e-3)
	}
}

package sampler

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// feed gives n exact draws of a normal with the metric's moments, and their
// gradients, to a learner.
func feed(l learner, target Target, m *Metric, n int) {
	rng := newRand(5, 0)
	q, g := make([]float64, m.Dim()), make([]float64, m.Dim())
	for range n {
		for i := range q {
			q[i] = rng.NormFloat64()
		}
		m.Apply(q, q)
		target.LogProbGrad(g, q)
		l.observe(q, g)
	}
}

// Where coordinates are independent normals the gradients tell the scales exactly,
// however few the draws.
func TestDiagonalIsExactForIndependentNormals(t *testing.T) {
	const d = 7
	scale := make([]float64, d)
	for i := range scale {
		scale[i] = math.Pow(10, float64(i)-3)
	}
	target := autoregression(d, 0, func(i int) float64 { return scale[i] })
	l := newLearner(Diagonal, d, 5)
	feed(l, target, &Metric{Center: repeat(d, 1), Scale: scale}, 5)
	m, ok := l.metric(identityMetric(d))
	require.True(t, ok)
	for i := range scale {
		assert.InEpsilon(t, scale[i], m.Scale[i], 1e-10)
	}
}

func TestMomentsAreMeanAndVariance(t *testing.T) {
	x := []float64{1e6 + 1, 1e6 + 4, 1e6 - 2, 1e6 + 9, 1e6}
	g := []float64{-3, 2, 2, 8, 1}
	m := newMoments(1)
	for i := range x {
		m.observe(x[i:i+1], g[i:i+1])
	}
	n := float64(len(x))
	assert.InDelta(t, stat.Mean(x, nil), m.meanX[0], 1e-9)
	assert.InEpsilon(t, stat.Variance(x, nil)*(n-1), m.sumX2[0], 1e-9)
	assert.InEpsilon(t, stat.Variance(g, nil)*(n-1), m.sumG2[0], 1e-12)
	learnt, ok := m.metric(identityMetric(1))
	require.True(t, ok)
	assert.InDelta(t, stat.Mean(x, nil), learnt.Center[0], 1e-9)
	assert.InEpsilon(t, math.Pow(stat.Variance(x, nil)/stat.Variance(g, nil), 0.25), learnt.Scale[0], 1e-9)
}

// A chain that did not move, or a coordinate the density ignores, says nothing
// about a scale: the old one stays. Too few draws say nothing at all.
func TestDiagonalKeepsWhatItCannotLearn(t *testing.T) {
	old := &Metric{Center: []float64{0, 0, 0}, Scale: []float64{3, 4, 5}}
	for _, a := range []Adaptation{Diagonal, LowRank} {
		l := newLearner(a, 3, 20)
		for i := range 20 {
			if i == leastObservations-1 {
				_, ok := l.metric(old)
				assert.False(t, ok)
			}
			v := float64(i)
			l.observe([]float64{1, v, v}, []float64{2, 0, -v / 4})
		}
		m, ok := l.metric(old)
		require.True(t, ok)
		assert.Equal(t, []float64{3, 4, 2}, m.Scale)
		assert.NoError(t, m.Validate())
		_, ok = l.metric(old)
		assert.False(t, ok, "what was learnt must be forgotten")
	}
}

// With more draws than dimensions the low-rank learner finds a normal's covariance
// without sampling error: Σ Cov(g) Σ = Cov(x) holds for draws, not only on average.
// What it leaves out is within the cutoff.
func TestLowRankIsExactForNormals(t *testing.T) {
	const d = 10
	scale := make([]float64, d)
	for i := range scale {
		scale[i] = math.Pow(3, float64(i%4))
	}
	truth := normalMetric(repeat(d, 1), scale, 0.97)
	target := autoregression(d, 0.97, func(i int) float64 { return scale[i] })
	l := newLearner(LowRank, d, 3*d)
	feed(l, target, truth, 3*d)
	m, ok := l.metric(identityMetric(d))
	require.True(t, ok)
	require.NoError(t, m.Validate())

	// Curvature in whitened coordinates, whose eigenvalues are 1 where a direction
	// was kept and else within the cutoff.
	w := denseW(m)
	v := denseW(truth)
	var inverse, a, h mat.Dense
	require.NoError(t, inverse.Inverse(v))
	a.Mul(&inverse, w)
	h.Mul(a.T(), &a)
	values, _, ok := eigen(symmetric(&h))
	require.True(t, ok)
	exact := 0
	for _, l := range values {
		assert.Greater(t, l, 1/(lowRankCutoff*1.01))
		assert.Less(t, l, lowRankCutoff*1.01)
		if math.Abs(l-1) < 0.01 {
			exact++
		}
	}
	assert.GreaterOrEqual(t, exact, len(m.Values)-1)
	assert.GreaterOrEqual(t, len(m.Values), 6)
}

// With far fewer draws than dimensions it finds what stands out: the scales alone
// leave curvatures from 0.01 to 90 along two directions.
func TestLowRankFindsSpikesInManyDimensions(t *testing.T) {
	const d = 1000
	target, u := spiked(d, 0.01, 100)
	truth := &Metric{Center: make([]float64, d), Scale: repeat(d, 1), Vectors: u, Values: []float64{10, 0.1}}
	l := newLearner(LowRank, d, 100)
	feed(l, target, truth, 100)
	m, ok := l.metric(identityMetric(d))
	require.True(t, ok)
	require.NoError(t, m.Validate())
	assert.Less(t, len(m.Vectors), 10)
	// Curvature along what the two directions are after whitening.
	space := newWhitened(target,
		&Metric{Center: make([]float64, d), Scale: m.Scale, Vectors: m.Vectors, Values: m.Values})
	h := make([]float64, d)
	c := curvature{space, &point{x: make([]float64, d), g: make([]float64, d)}}
	for k, v := range u {
		x := append([]float64(nil), v...)
		space.metric.Inverse(x, x)
		floats.Scale(1/floats.Norm(x, 2), x)
		require.NoError(t, c.times(h, x))
		assert.InDelta(t, 0, math.Log2(floats.Dot(x, h)), 1, "direction %d", k)
	}
}

func TestGeometricMeanSolvesItsEquation(t *testing.T) {
	a := mat.NewSymDense(3, []float64{4, 1, 0, 1, 3, 1, 0, 1, 2})
	b := mat.NewSymDense(3, []float64{1, -0.5, 0.1, -0.5, 2, 0.3, 0.1, 0.3, 5})
	s, ok := geometricMean(a, b)
	require.True(t, ok)
	assert.True(t, mat.EqualApprox(a, sandwich(s, b), 1e-12))
	_, ok = geometricMean(a, mat.NewSymDense(3, []float64{1, 0, 0, 0, -1, 0, 0, 0, 1}))
	assert.False(t, ok)
}

// Thinning keeps every 2^k-th observation from the first.
func TestLowRankThinsEvenly(t *testing.T) {
	s := newLowRankSample(lowRankDense+1, 1000)
	q := make([]float64, lowRankDense+1)
	for i := range 1000 {
		q[0] = float64(i)
		s.observe(q, q)
	}
	require.Len(t, s.q, 125)
	for k := range s.q {
		assert.Equal(t, float64(8*k), s.q[k][0])
		assert.Equal(t, float64(8*k), s.g[k][0])
	}
}

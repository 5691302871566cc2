package sampler

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// normalMetric returns the metric of a normal with the given means, scales and
// correlations rho^|i−j|: all eigenvectors of the correlation matrix.
func normalMetric(center, scale []float64, rho float64) *Metric {
	d := len(center)
	cor := mat.NewSymDense(d, nil)
	for i := range d {
		for j := range i + 1 {
			cor.SetSym(i, j, math.Pow(rho, float64(i-j)))
		}
	}
	values, vectors, ok := eigen(cor)
	if !ok {
		panic("no eigenvalues")
	}
	m := &Metric{Center: center, Scale: scale}
	for k, v := range values {
		m.Vectors = append(m.Vectors, mat.Col(nil, k, vectors))
		m.Values = append(m.Values, math.Sqrt(v))
	}
	return m
}

// randomMetric draws a metric in d dimensions with rank directions.
func randomMetric(t *rapid.T) *Metric {
	d := rapid.IntRange(1, 12).Draw(t, "dim")
	rank := rapid.IntRange(0, d).Draw(t, "rank")
	rng := newRand(rapid.Uint64().Draw(t, "seed"), 0)
	m := identityMetric(d)
	for i := range d {
		m.Center[i], m.Scale[i] = 3*rng.NormFloat64(), math.Exp(rng.NormFloat64())
	}
	for len(m.Vectors) < rank {
		v := make([]float64, d)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		orthogonalise(v, m.Vectors)
		floats.Scale(1/floats.Norm(v, 2), v)
		m.Vectors, m.Values = append(m.Vectors, v), append(m.Values, math.Exp(rng.NormFloat64()))
	}
	return m
}

// denseW returns W = D (I + U (diag(Values) − I) Uᵀ) by the formula.
func denseW(m *Metric) *mat.Dense {
	d := m.Dim()
	w := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			e := 0.0
			if i == j {
				e = 1
			}
			for k, u := range m.Vectors {
				e += u[i] * (m.Values[k] - 1) * u[j]
			}
			w.Set(i, j, m.Scale[i]*e)
		}
	}
	return w
}

func TestMetricIsItsFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomMetric(t)
		require.NoError(t, m.Validate())
		d, w := m.Dim(), denseW(m)
		x := rapid.SliceOfN(rapid.Float64Range(-10, 10), d, d).Draw(t, "x")
		q, gx, back := make([]float64, d), make([]float64, d), make([]float64, d)

		var want mat.VecDense
		want.MulVec(w, mat.NewVecDense(d, x))
		floats.Add(want.RawVector().Data, m.Center)
		m.Apply(q, x)
		assert.InDeltaSlice(t, want.RawVector().Data, q, 1e-9)

		want.MulVec(w.T(), mat.NewVecDense(d, x))
		m.ApplyTranspose(gx, x)
		assert.InDeltaSlice(t, want.RawVector().Data, gx, 1e-9)

		faster := newFactor(m)
		copy(back, x)
		faster.multiply(back)
		m.place(back)
		assert.InDeltaSlice(t, q, back, 1e-9)

		m.Inverse(back, q)
		assert.InDeltaSlice(t, x, back, 1e-8)
		m.InverseTranspose(back, gx)
		assert.InDeltaSlice(t, x, back, 1e-8)
	})
}

func TestMetricInPlace(t *testing.T) {
	m := normalMetric([]float64{1, 2, 3}, []float64{1, 10, 0.1}, 0.7)
	x := []float64{0.3, -2, 1}
	q := make([]float64, 3)
	m.Apply(q, x)
	inPlace := append([]float64(nil), x...)
	m.Apply(inPlace, inPlace)
	assert.Equal(t, q, inPlace)
	m.Inverse(inPlace, inPlace)
	assert.InDeltaSlice(t, x, inPlace, 1e-13)
	g := append([]float64(nil), x...)
	m.ApplyTranspose(g, g)
	m.InverseTranspose(g, g)
	assert.InDeltaSlice(t, x, g, 1e-13)
}

func TestMetricValidate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	withVectors := func(dim int, vectors [][]float64, values ...float64) Metric {
		return Metric{Center: repeat(dim, 1), Scale: repeat(dim, 1), Vectors: vectors, Values: values}
	}
	for name, c := range map[string]struct {
		m    Metric
		want string
	}{
		"lengths":     {Metric{Center: []float64{1}, Scale: []float64{1, 2}}, "1 centers and 2 scales"},
		"values":      {withVectors(1, nil, 1), "0 vectors and 1 values"},
		"center":      {Metric{Center: []float64{nan}, Scale: []float64{1}}, "center is not finite"},
		"zero scale":  {Metric{Center: []float64{1}, Scale: []float64{0}}, "must be positive"},
		"inf scale":   {Metric{Center: []float64{1}, Scale: []float64{inf}}, "must be positive"},
		"NaN value":   {withVectors(1, [][]float64{{1}}, nan), "must be positive"},
		"short":       {withVectors(2, [][]float64{{1}}, 2), "vector 0 has length 1, not 2"},
		"not unit":    {withVectors(1, [][]float64{{1.1}}, 2), "0 and 0 are not orthonormal"},
		"NaN vector":  {withVectors(1, [][]float64{{nan}}, 2), "0 and 0 are not orthonormal"},
		"not at 90 °": {withVectors(2, [][]float64{{1, 0}, {0.6, 0.8}}, 2, 2), "0 and 1 are not orthonormal"},
	} {
		t.Run(name, func(t *testing.T) { assert.ErrorContains(t, c.m.Validate(), c.want) })
	}
	assert.NoError(t, identityMetric(3).Validate())
	assert.PanicsWithValue(t, "sampler: vector and metric differ in length",
		func() { identityMetric(2).Apply([]float64{1}, []float64{1, 2}) })
}

// Changing the metric does not change where a point is, what its log density is,
// or what the gradient is at it.
func TestAdoptKeepsThePoint(t *testing.T) {
	target := autoregression(5, 0.5, func(i int) float64 { return float64(i + 1) })
	m := testSpace(target, nil, leapfrog{})
	z := randomPoint(m, 2)
	logp := z.logp
	q, fresh := make([]float64, 5), m.pool.point(1)
	m.space.metric.Apply(q, z.x)

	m.space.adopt(normalMetric(repeat(5, 1), []float64{1, 2, 3, 4, 5}, 0.5), z)
	assert.Equal(t, logp, z.logp)
	got := make([]float64, 5)
	m.space.metric.Apply(got, z.x)
	assert.InDeltaSlice(t, q, got, 1e-12)
	copy(fresh.x, z.x)
	m.space.evaluate(fresh)
	assert.InDeltaSlice(t, fresh.g, z.g, 1e-11)
}

package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"concord/sampler"
)

// randomMetric has d coordinates and r vectors.
func randomMetric(rng *rand.Rand, d, r int) *sampler.Metric {
	m := &sampler.Metric{Center: make([]float64, d), Scale: make([]float64, d)}
	var vectors [][]float64
	for range r {
		v := make([]float64, d)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		vectors = append(vectors, v)
		m.Values = append(m.Values, 0.5+2*rng.Float64())
	}
	m.Vectors = orthonormal(vectors)
	for i := range m.Scale {
		m.Scale[i] = 0.5 + rng.Float64()
	}
	return m
}

// impliedCovariance returns W Wᵀ.
func impliedCovariance(m *sampler.Metric) *mat.Dense {
	d := len(m.Center)
	w := mat.NewDense(d, d, nil)
	for i := range d {
		x, q := make([]float64, d), make([]float64, d)
		x[i] = 1
		m.Apply(q, x)
		w.SetCol(i, q)
	}
	var c mat.Dense
	c.Mul(w, w.T())
	return &c
}

func TestConformImpliesTheCovarianceAskedFor(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		const d, p = 12, 4
		m := randomMetric(rng, d, 3)
		// Any covariance near enough to what the metric implies to be within the bounds.
		before := impliedCovariance(m)
		a := mat.NewDense(p, p, nil)
		a.Apply(func(i, j int, _ float64) float64 {
			x := 0.2 * rng.NormFloat64()
			if i == j {
				x += 1 + rng.Float64()
			}
			return x
		}, a)
		var cov, tmp mat.Dense
		tmp.Mul(a, before.Slice(0, p, 0, p))
		cov.Mul(&tmp, a.T())
		want := symmetric(&cov)

		out := conform(m, want)
		require.NoError(t, out.Validate())
		// Directions near 1 are left out, so that the covariance is right but for so much.
		ratio := mat.NewDense(p, p, nil)
		require.NoError(t, ratio.Solve(want, impliedCovariance(out).Slice(0, p, 0, p)))
		var eigen mat.Eigen
		require.True(t, eigen.Factorize(ratio, mat.EigenNone))
		for _, l := range eigen.Values(nil) {
			require.InDelta(t, 0, math.Log(real(l)), conformIdle+1e-9)
		}
	}
}

func TestConformToWhatIsImpliedChangesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	m := randomMetric(rng, 9, 2)
	before := impliedCovariance(m)
	out := conform(m, symmetric(mat.DenseCopyOf(before.Slice(0, 3, 0, 3))))
	require.True(t, mat.EqualApprox(before, impliedCovariance(out), 1e-9))
}

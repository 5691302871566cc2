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

// drawsOf returns n draws whose covariance is cov to the last digit.
func drawsOf(rng *rand.Rand, cov *mat.SymDense, n int) *mat.Dense {
	p := cov.SymmetricDim()
	columns := [][]float64{ones(n)}
	for range p {
		v := make([]float64, n)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		columns = append(columns, v)
	}
	q := mat.NewDense(n, p, nil)
	for j, v := range orthonormal(columns)[1:] { // orthogonal to 1: centred
		q.SetCol(j, v)
	}
	var chol mat.Cholesky
	chol.Factorize(cov)
	var l mat.TriDense
	chol.LTo(&l)
	var x mat.Dense
	x.Mul(q, l.T())
	x.Scale(math.Sqrt(float64(n-1)), &x)
	return &x
}

// normals returns n draws of p independent standard normals.
func normals(rng *rand.Rand, n, p int) *mat.Dense {
	x := mat.NewDense(n, p, nil)
	x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
	return x
}

// Few draws of a standard normal in many dimensions say nothing, whether they are more than the
// dimensions or fewer; one direction of variance 30 is found and its sd told within its error.
func TestSpreadOfFewDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, p := range []int{60, 140, 400} {
		const n = 150
		x := normals(rng, n, p)
		directions, _ := spread(x)
		require.LessOrEqual(t, len(directions), 1, "p = %d", p)
		for i := range n {
			x.Set(i, 3, math.Sqrt(30)*x.At(i, 3))
		}
		directions, sds := spread(x)
		require.NotEmpty(t, directions)
		last := len(directions) - 1
		require.Greater(t, math.Abs(directions[last][3]), 0.85)
		// √30 with the relative error 1/√(2n) of a standard deviation.
		require.InEpsilon(t, math.Sqrt(30), sds[last], 4/math.Sqrt(2*n))
		for _, v := range directions {
			require.InDelta(t, 1, mat.Norm(mat.NewVecDense(p, v), 2), 1e-9)
		}
	}
	// Of many draws all directions are taken.
	directions, _ := spread(normals(rng, 150, 10))
	require.Len(t, directions, 10)
}

func TestConformImpliesTheCovarianceAskedFor(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		const d, p = 12, 4 // more than five draws for each of the p, so that all directions are taken
		m := randomMetric(rng, d, 3)
		// Any covariance near enough to what the metric implies to be within the bounds.
		before := impliedCovariance(m)
		a := mat.NewDense(p, p, nil)
		a.Apply(func(i, j int, _ float64) float64 {
			x := 0.1 * rng.NormFloat64()
			if i == j {
				x += 1 + rng.Float64()
			}
			return x
		}, a)
		var cov, tmp mat.Dense
		tmp.Mul(a, before.Slice(0, p, 0, p))
		cov.Mul(&tmp, a.T())
		want := symmetric(&cov)

		out := conform(m, drawsOf(rng, want, 60))
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
	out := conform(m, drawsOf(rng, symmetric(mat.DenseCopyOf(before.Slice(0, 3, 0, 3))), 60))
	require.True(t, mat.EqualApprox(before, impliedCovariance(out), 1e-9))
}

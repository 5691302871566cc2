package sampler

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// lowRankMetric has d coordinates and r vectors.
func lowRankMetric(rng *rand.Rand, d, r int) *Metric {
	m := &Metric{Center: make([]float64, d), Scale: make([]float64, d)}
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
func impliedCovariance(m *Metric) *mat.Dense {
	w := denseW(m)
	var c mat.Dense
	c.Mul(w, w.T())
	return &c
}

// drawsOf returns n draws whose covariance is cov to the last digit.
func drawsOf(rng *rand.Rand, cov *mat.SymDense, n int) *mat.Dense {
	p := cov.SymmetricDim()
	columns := [][]float64{repeat(n, 1)}
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
func TestPrincipalDirectionsOfFewDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, p := range []int{60, 140, 400} {
		const n = 150
		x := normals(rng, n, p)
		directions, _ := principalDirections(x)
		require.LessOrEqual(t, len(directions), 1, "p = %d", p)
		for i := range n {
			x.Set(i, 3, math.Sqrt(30)*x.At(i, 3))
		}
		directions, sds := principalDirections(x)
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
	directions, _ := principalDirections(normals(rng, 150, 10))
	require.Len(t, directions, 10)
}

func TestMatchCovarianceImpliesTheCovarianceOfTheDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		const d, p = 12, 4 // more than five draws for each of the p, so that all directions are taken
		m := lowRankMetric(rng, d, 3)
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

		out := m.MatchCovariance(drawsOf(rng, want, 60))
		require.NoError(t, out.Validate())
		// Directions near 1 are left out, so that the covariance is right but for so much.
		ratio := mat.NewDense(p, p, nil)
		require.NoError(t, ratio.Solve(want, impliedCovariance(out).Slice(0, p, 0, p)))
		var eigen mat.Eigen
		require.True(t, eigen.Factorize(ratio, mat.EigenNone))
		for _, l := range eigen.Values(nil) {
			require.InDelta(t, 0, math.Log(real(l)), nearOne+1e-9)
		}
	}
}

func TestMatchCovarianceOfWhatIsImpliedChangesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	m := lowRankMetric(rng, 9, 2)
	before := impliedCovariance(m)
	out := m.MatchCovariance(drawsOf(rng, symmetric(mat.DenseCopyOf(before.Slice(0, 3, 0, 3))), 60))
	require.True(t, mat.EqualApprox(before, impliedCovariance(out), 1e-9))
}

// What the draws say nothing of stays: a direction of coordinates beyond theirs.
func TestMatchCovarianceLeavesOtherCoordinates(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	m := identityMetric(6)
	m.Vectors, m.Values = [][]float64{{0, 0, 0, 0.6, 0, 0.8}}, []float64{3}
	cov := mat.NewSymDense(2, []float64{4, 1, 1, 9})
	got := impliedCovariance(m.MatchCovariance(drawsOf(rng, cov, 60)))
	before := impliedCovariance(m)
	require.True(t, mat.EqualApprox(before.Slice(2, 6, 2, 6), got.Slice(2, 6, 2, 6), 1e-9))
	require.True(t, mat.EqualApprox(cov, got.Slice(0, 2, 0, 2), 1e-9))
}

// A variance changes by no more than the bounds.
func TestMatchCovarianceIsBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	cov := mat.NewSymDense(2, []float64{1e4, 0, 0, 1e-4})
	got := impliedCovariance(identityMetric(2).MatchCovariance(drawsOf(rng, cov, 60)))
	require.True(t, mat.EqualApprox(mat.NewDense(2, 2, []float64{mostVariance, 0, 0, leastVariance}), got, 1e-9))
}

// Of many coordinates only the directions that differ most are kept.
func TestMatchCovarianceOfAMetricThatIsNarrowBeyondRounding(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	for range 50 {
		m := lowRankMetric(rng, 80, 70)
		m.Values[0], m.Values[1] = 1e-11, 1e-9
		draws := mat.NewDense(100, 5, nil)
		for i := range 100 {
			for j := range 5 {
				draws.Set(i, j, 20*rng.NormFloat64())
			}
		}
		got := m.MatchCovariance(draws)
		require.NoError(t, got.Validate())
		require.Less(t, got.Values[0], 1e-5) // ascending
	}
}

func TestMatchCovarianceKeepsFewDirectionsOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	const p = manyCoordinates + 10
	cov := mat.NewSymDense(p, nil)
	for i := range p {
		cov.SetSym(i, i, math.Exp(float64(i)/20)) // from 1 to e³
	}
	m := identityMetric(p).MatchCovariance(drawsOf(rng, cov, 6*p))
	require.Len(t, m.Values, mostDirections)
	for _, sd := range m.Values {
		require.Greater(t, sd*sd, math.Exp(float64(p-mostDirections)/20)-1e-6)
	}
}

func TestMatchCovariancePanics(t *testing.T) {
	for _, draws := range []*mat.Dense{mat.NewDense(1, 2, nil), mat.NewDense(9, 4, nil)} {
		require.Panics(t, func() { identityMetric(3).MatchCovariance(draws) })
	}
}

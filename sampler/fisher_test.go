package sampler

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Where the posterior of the first coordinates is normal, its covariance Σ follows without sampling error from draws
// and gradients −Σ⁻¹x, whatever the draws' own covariance is, and whatever the metric held of these coordinates; other
// coordinates keep their scales.
func TestMatchFisherIsExactForANormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const d, p, n = 9, 6, 40
	// Two groups of coordinates with correlations so high that no direction is left out.
	cov := mat.NewSymDense(p, nil)
	for i := range p {
		for j := range i + 1 {
			if sd := float64(1 + 9*(i/3)); i == j {
				cov.SetSym(i, j, sd*sd)
			} else if i/3 == j/3 {
				cov.SetSym(i, j, 0.95*sd*sd)
			}
		}
	}
	draws := mat.NewDense(n, p, nil)
	for i := range n {
		for j := range p {
			draws.Set(i, j, rng.NormFloat64()*float64(1+2*(j/3)))
		}
	}
	var precision mat.Dense
	require.NoError(t, precision.Inverse(cov))
	var gradients mat.Dense
	gradients.Mul(draws, &precision)
	gradients.Scale(-1, &gradients)

	old := lowRankMetric(rng, d, 3)
	m := old.MatchFisher(draws, &gradients, math.Inf(1))
	require.NoError(t, m.Validate())
	require.Equal(t, old.Center, m.Center)
	require.Equal(t, old.Scale[p:], m.Scale[p:])
	implied := impliedCovariance(m)
	for i := range d {
		for j := range d {
			want := 0.0
			switch {
			case i < p && j < p:
				want = cov.At(i, j)
			case i == j:
				want = old.Scale[i] * old.Scale[i]
			}
			// A ridge keeps it from being exact to the last digit.
			unit := math.Sqrt(implied.At(i, i) * implied.At(j, j))
			require.InDelta(t, want, implied.At(i, j), 0.03*unit, "%d, %d", i, j)
		}
	}
}

// Too few draws tell nothing.
func TestMatchFisherOfFewDraws(t *testing.T) {
	m := lowRankMetric(rand.New(rand.NewPCG(1, 2)), 5, 2)
	draws := mat.NewDense(leastObservations-1, 3, nil)
	require.Same(t, m, m.MatchFisher(draws, draws, 10))
	require.Panics(t, func() { m.MatchFisher(draws, mat.NewDense(3, 3, nil), 10) })
}

// Oracle: of a pair with variances 1 and correlation r, scaled, Cov(x) has the eigenvalues λ and 1/λ with λ² =
// (1 + r)/(1 − r), and Cov(g) the inverse ones. With the share s of I instead they are (1 − s)λ^±1 + s.
func TestMatchFisherShrinks(t *testing.T) {
	const r, p, times = 0.95, 2, 50
	draws, gradients := mat.NewDense(4*times, p, nil), mat.NewDense(4*times, p, nil)
	// Draws along the eigenvectors, whose covariance is that of the pair.
	for i := range 4 * times {
		size, other := math.Sqrt(1+r), 1.0
		if i%4 > 1 {
			size, other = math.Sqrt(1-r), -1
		}
		if i%2 > 0 {
			size = -size
		}
		draws.SetRow(i, []float64{size, other * size})
		precision := 1 / (1 + r*other)
		gradients.SetRow(i, []float64{-size * precision, -other * size * precision})
	}
	lambda := math.Sqrt((1 + r) / (1 - r))
	m := identityMetric(p)
	for _, independent := range []float64{math.Inf(1), 10, 2, 0.5} {
		s := p / (p + independent)
		want := math.Sqrt(((1-s)*lambda + s) / ((1-s)/lambda + s))
		got := m.MatchFisher(draws, gradients, independent)
		if want < lowRankCutoff {
			require.Empty(t, got.Values)
			continue
		}
		require.Len(t, got.Values, 2)
		require.InEpsilon(t, want, got.Values[0]*got.Values[0]*want*want, 0.02)
		require.InEpsilon(t, want, got.Values[1]*got.Values[1], 0.02)
	}
}

// What is noise has no directions; what is not keeps its own.
func TestMatchFisherKeepsWhatIsNoNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const p, n = 60, 100
	draws, gradients := mat.NewDense(n, p, nil), mat.NewDense(n, p, nil)
	for i := range n {
		common := 4 * rng.NormFloat64()
		for j := range p {
			draws.Set(i, j, rng.NormFloat64()+common)
			gradients.Set(i, j, rng.NormFloat64()) // what effects do to it, not these coordinates
		}
	}
	m := identityMetric(p)
	require.Greater(t, len(m.MatchFisher(draws, gradients, math.Inf(1)).Values), 20)
	got := m.MatchFisher(draws, gradients, n/10)
	require.Len(t, got.Values, 1)
	require.Greater(t, math.Abs(floats.Sum(got.Vectors[0])), 0.98*math.Sqrt(p))
	require.Greater(t, got.Values[0], math.Sqrt(lowRankCutoff))
}

package sampler

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
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
	m := old.MatchFisher(draws, &gradients)
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
	require.Same(t, m, m.MatchFisher(draws, draws))
	require.Panics(t, func() { m.MatchFisher(draws, mat.NewDense(3, 3, nil)) })
}

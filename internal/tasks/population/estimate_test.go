package population

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"concord/posterior"
)

// posteriorOf draws from the posterior of a correlation on Fisher's scale with a uniform prior, whose density there is
// 1/(2 cosh² z), and a normal likelihood.
func posteriorOf(site Site, draws int, rng *rand.Rand) (z, prior posterior.Quantity) {
	z, prior = posterior.Quantity{Chains: make([][]float64, 2)}, posterior.Quantity{Chains: make([][]float64, 2)}
	for c := range z.Chains {
		for len(z.Chains[c]) < draws/2 {
			x := site.Mean + site.SD*rng.NormFloat64()
			if cosh := math.Cosh(x); rng.Float64() < 1/(cosh*cosh) {
				z.Chains[c] = append(z.Chains[c], x)
				prior.Chains[c] = append(prior.Chains[c], -2*math.Log(cosh))
			}
		}
	}
	return z, prior
}

// What is left when the prior is divided out is the likelihood, on average over many sets of draws, although the prior
// has moved the posterior by more than half of its standard deviation.
func TestEstimateIsTheLikelihood(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	site := Site{1.2, 0.5}
	const sets = 60
	var mean, variance, prior []float64
	for range sets {
		z, logPrior := posteriorOf(site, 740, rng)
		e, ok := NewEstimate(z, logPrior)
		require.True(t, ok)
		var w, x, xx float64
		for k, l := range e.Likelihood {
			at := float64(e.First+k) * e.Step
			w, x, xx = w+math.Exp(l), x+at*math.Exp(l), xx+at*at*math.Exp(l)
			if at > 0.5 && at < 1.5 {
				assert.InDelta(t, -2*math.Log(math.Cosh(at))+2*math.Log(math.Cosh(1)),
					e.Prior[k]-e.Prior[e.place(1)], 0.05)
			}
		}
		mean, variance = append(mean, x/w), append(variance, xx/w-x*x/w/w)
		prior = append(prior, z.Mean())
	}
	spread := func(x []float64) (m, se float64) {
		m = floats.Sum(x) / sets
		for _, v := range x {
			se += (v - m) * (v - m) / (sets - 1) / sets
		}
		return m, math.Sqrt(se)
	}
	m, se := spread(mean)
	assert.InDelta(t, site.Mean, m, 4*se+0.01)
	v, se := spread(variance)
	assert.InDelta(t, site.SD*site.SD, v, 4*se+0.01)
	before, _ := spread(prior)
	assert.Less(t, before, site.Mean-site.SD/2, "the prior moves the posterior")
}

// place is the cell of x.
func (e Estimate) place(x float64) int {
	k, _ := e.cell(x)
	return k
}

// Draws that do not vary, and weights that one draw has nearly all of, tell nothing.
func TestNoEstimate(t *testing.T) {
	same := posterior.Quantity{Chains: [][]float64{make([]float64, 100)}}
	_, ok := NewEstimate(same, same)
	assert.False(t, ok)
	rng := rand.New(rand.NewPCG(1, 1))
	z, prior := posteriorOf(Site{0, 0.3}, 740, rng)
	for _, chain := range prior.Chains {
		for i := range chain {
			chain[i] = 8 * rng.NormFloat64()
		}
	}
	_, ok = NewEstimate(z, prior)
	assert.False(t, ok)
}

// Tasks of which each says little are found where they are, and not where the prior of their fits has them: the middle
// of 40 of them, in their posterior's standard errors.
func TestPriorCountsOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	var of []Estimate
	var sites []Site
	for range 40 {
		theta := 1.1 + 0.2*rng.NormFloat64()
		sites = append(sites, Site{theta + 0.5*rng.NormFloat64(), 0.5})
		z, prior := posteriorOf(sites[len(sites)-1], 740, rng)
		e, ok := NewEstimate(z, prior)
		require.True(t, ok)
		of = append(of, e)
	}
	p := fit(t, of, 500)
	s := p.Mean.Summary(0.95)
	assert.InDelta(t, 1.1, s.Median, 2.5*s.SD)
	assert.Less(t, s.SD, 0.13)
	// The prior pulls draws down, so that hardly a draw of the lowest tasks is where the population is: of tasks whose
	// labels have θ more than one standard deviation below the middle, and of no others.
	low, unreached := 0, p.Unreached(of)
	for i, e := range of {
		if (sites[i].Mean-s.Median)/sites[i].SD < -1 {
			low++
			continue
		}
		assert.Zero(t, p.Unreached([]Estimate{e}), sites[i])
	}
	assert.Less(t, unreached, low)
}

// A population that is where tasks have hardly a draw is said to be one.
func TestUnreached(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	var of []Estimate
	for range 30 {
		z, prior := posteriorOf(Site{4, 1}, 740, rng)
		e, ok := NewEstimate(z, prior)
		require.True(t, ok)
		of = append(of, e)
	}
	assert.Greater(t, fit(t, of, 200).Unreached(of), 15)
}

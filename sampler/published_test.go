package sampler

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/posterior"
)

// A published posterior is one from the literature, typed from its description,
// whose moments are known without any Markov chain: by closed form or quadrature.
type published struct {
	name     string
	target   Target
	moments  []moment
	settings Settings // what it needs beyond the defaults
	nutsOnly bool     // because it is curved, and no length suits all trajectories
}

// reporter tells of quantities instead of coordinates.
type reporter struct {
	density
	names  []string
	report func(dst, x []float64)
}

func (r reporter) Names() []string         { return r.names }
func (r reporter) Report(dst, x []float64) { r.report(dst, x) }

func publishedPosteriors() []published {
	normal, normalMoments := wishartNormal(30)
	inSchools := schoolsTruth(plain)
	return []published{
		{name: "eight schools, non-centred", target: schoolsReport(false), moments: inSchools},
		{
			// Of log τ, whose lower tail is the neck of a funnel, see
			// TestPublishedNecksAreTold.
			name: "eight schools, centred", target: schoolsReport(true), moments: without(inSchools, 1),
			settings: Settings{TargetAccept: 0.99, Draws: 5000}, nutsOnly: true,
		},
		{name: "normal, Wishart precision", target: normal, moments: normalMoments, settings: Settings{Draws: 2000}},
		{name: "Darwin's maize, normal", target: darwin().target(), moments: darwin().moments()},
		{name: "stack loss, regression", target: stackLoss().target(), moments: stackLoss().moments()},
		{name: "bioassay, logistic", target: bioassay.target(), moments: bioassay.truth(plain)},
		{name: "beetles, logistic", target: beetles.target(), moments: beetles.truth(plain)},
		{name: "seeds, logistic with random effects", target: seeds(), moments: seedsTruth(plain),
			settings: Settings{Draws: 2000}},
		{name: "dyestuff, random effects", target: dyestuffTarget(), moments: dyestuffTruth(plain),
			settings: Settings{Draws: 2000}},
		{name: "rats, random growth curves", target: ratsTarget(), moments: ratsTruth(plain)},
		{name: "pumps, Poisson–gamma", target: pumps(), moments: pumpsTruth(plain)},
		{
			name: "banana", target: banana(), moments: bananaMoments(),
			settings: Settings{TargetAccept: 0.99, Draws: 2500}, nutsOnly: true,
		},
		{
			name: "Rosenbrock", target: rosenbrock(), moments: rosenbrockMoments(),
			settings: Settings{TargetAccept: 0.99, Draws: 3000}, nutsOnly: true,
		},
	}
}

// without leaves one out.
func without(moments []moment, coordinate int) []moment {
	return slices.DeleteFunc(slices.Clone(moments), func(m moment) bool { return m.coordinate == coordinate })
}

// run samples with NUTS, which learns the metric, or with HMC, which is given the
// metric that a run of NUTS with another seed has learnt.
func (p published) run(t *testing.T, algorithm Algorithm, seed uint64, draws int) *Run {
	s := p.settings
	s.Seed, s.Algorithm = seed, NUTS
	if draws > 0 {
		s.Draws = draws
	}
	if s.TargetAccept == 0 {
		s.TargetAccept = 0.9
	}
	if algorithm == HMC {
		learning := s
		learning.Seed, learning.Draws, learning.Adapt = seed+1, 1, LowRank
		r, err := Sample(context.Background(), each(p.target), learning)
		require.NoError(t, err)
		s.Algorithm, s.Metric = HMC, r.Chains[0].Metric
	}
	r, err := Sample(context.Background(), each(p.target), s)
	require.NoError(t, err)
	return r
}

// algorithms returns those that suit the posterior.
func (p published) algorithms() []Algorithm {
	if p.nutsOnly {
		return []Algorithm{NUTS}
	}
	return []Algorithm{NUTS, HMC}
}

const publishedHead = `
| posterior | d | quantities | algorithm | draws | furthest mean | furthest sd | R̂ | bulk ESS | divergences |
| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |`

// row is the line of docs/lab/validation.md about a run.
func (p published) row(r *Run) string {
	c := compare(r, p.moments)
	return fmt.Sprintf("| %s | %d | %d | %s | %d | %.1f | %.1f | %.4f | %.0f | %d |",
		p.name, p.target.Dim(), len(p.moments),
		r.Algorithm, r.Draws.Chains()*r.Draws.Iterations(), c.mean, c.sd, c.rhat, c.ess, r.DivergenceCount())
}

// Run with -v it logs the table of docs/lab/validation.md.
func TestPublishedPosteriors(t *testing.T) {
	slowtest.Only(t)
	t.Log(publishedHead)
	for _, p := range publishedPosteriors() {
		for _, algorithm := range p.algorithms() {
			t.Run(p.name+"/"+algorithm.String(), func(t *testing.T) {
				r := p.run(t, algorithm, 2026, 0)
				assert.Empty(t, wrongMoments(r, p.moments, 4))
				c := compare(r, p.moments)
				assert.Less(t, c.rhat, 1.02)
				assert.Less(t, c.coarsest, 1.0/16,
					"standard errors too large for a quarter of a standard deviation to show")
				t.Log(p.row(r))
			})
		}
	}
}

// A comparison says how far draws of several quantities are from the truth.
type comparison struct {
	mean, sd float64 // the furthest mean and standard deviation, in Monte Carlo standard errors
	coarsest float64 // the largest standard error of a mean, in standard deviations
	rhat     float64 // the largest
	ess      float64 // the smallest, of the bulk
}

func compare(r *Run, moments []moment) comparison {
	var c comparison
	for _, m := range moments {
		c.add(r.Draws.Quantity(m.coordinate).Chains, m)
	}
	return c
}

func (c *comparison) add(chains [][]float64, m moment) {
	q := posterior.Quantity{Chains: chains}
	c.mean = max(c.mean, math.Abs(q.Mean()-m.mean)/posterior.MCSEMean(chains))
	if m.sd > 0 {
		c.sd = max(c.sd, math.Abs(q.SD()-m.sd)/posterior.MCSESD(chains))
		c.coarsest = max(c.coarsest, posterior.MCSEMean(chains)/m.sd)
	}
	c.rhat = max(c.rhat, posterior.RHat(chains))
	if ess := posterior.ESSBulk(chains); c.ess == 0 || ess < c.ess {
		c.ess = ess
	}
}

// Gradients typed by hand, against central differences about random points.
func TestPublishedGradients(t *testing.T) {
	for _, p := range publishedPosteriors() {
		t.Run(p.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			d := p.target.Dim()
			x, grad, scratch := make([]float64, d), make([]float64, d), make([]float64, d)
			for range 20 {
				for i := range x {
					x[i] = rng.Float64()*3 - 1.5
				}
				p.target.LogProbGrad(grad, x)
				for i, v := range x {
					// The error of the difference is of order h², and of the
					// rounding of the density over h.
					const h = 1e-5
					x[i] = v + h
					up := p.target.LogProbGrad(scratch, x)
					x[i] = v - h
					down := p.target.LogProbGrad(scratch, x)
					x[i] = v
					tolerance := 1e-6*math.Abs(grad[i]) + 1e-15*math.Abs(up)/h*10 + 1e-6
					require.InDelta(t, (up-down)/(2*h), grad[i], tolerance, fmt.Sprintf("coordinate %d", i))
				}
			}
		})
	}
}

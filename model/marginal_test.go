package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/sampler"
)

// toyMarginal is a small design and its marginal density.
func toyMarginal(t *testing.T, rng *rand.Rand, k int, spec Spec) (*marginal, *labels.Compiled) {
	spec.Priors = Priors{}.WithDefaults(spec.Family)
	d := modeltest.Toy(rng, k, spec)
	p := compileProblem(d, spec)
	site := make([]float64, k)
	for i := range site {
		site[i] = 0.3 + rng.Float64()
	}
	p.site = newMeanSite(d, site, site, slices.Repeat([]float64{1}, k))
	at := p.newMarginalTarget(nil)
	wide := make([]float64, at.Dim()) // standard deviations for which quadrature takes many nodes
	for i := range wide {
		wide[i] = 0.8
	}
	at.locate(wide)
	p.marginal = spec.Family.(family.Integrable).Marginal(d.Labels, at.sees.point, math.Inf(1))
	m, ok := p.target().(*marginal)
	require.True(t, ok)
	return m, d
}

func eachMarginal(t *testing.T, f func(t *testing.T, rng *rand.Rand, m *marginal, d *labels.Compiled)) {
	for _, spec := range []Spec{
		{Family: family.Gaussian{}, Labelers: NoLabelers}, {Family: family.Gaussian{}, Labelers: NoLabelers,
			Residual: StudyResidual},
		{Family: family.Bernoulli{}, Labelers: NoLabelers},
		{Family: family.Gaussian{}, Labelers: Nested}, {Family: family.Gaussian{}, Labelers: Nested,
			Residual: StudyResidual},
	} {
		for k := 1; k <= 3; k++ {
			t.Run(fmt.Sprintf("%v/%v/%v/%d", spec.Family, spec.Labelers, spec.Residual, k), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(11, uint64(k)))
				m, d := toyMarginal(t, rng, k, spec)
				f(t, rng, m, d)
			})
		}
	}
}

func randomPoint(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 0.7 * rng.NormFloat64()
	}
	return x
}

// The gradient is that of the log density, by central differences of fourth order.
func TestMarginalGradient(t *testing.T) {
	eachMarginal(t, func(t *testing.T, rng *rand.Rand, m *marginal, _ *labels.Compiled) {
		for range 5 {
			x := randomPoint(rng, m.Dim())
			g, scratch := make([]float64, m.Dim()), make([]float64, m.Dim())
			m.LogProbGrad(g, x)
			for i := range x {
				const h = 1e-3
				f := func(h float64) float64 {
					at := append([]float64(nil), x...)
					at[i] += h
					return m.LogProbGrad(scratch, at)
				}
				diff := (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
				// Quadrature with few nodes has a gradient of its own, near that of its value; package family checks
				// it with many.
				tolerance := 1e-6
				if len(m.own) == 0 {
					tolerance = 3e-3
				}
				require.InDelta(t, diff, g[i], tolerance*(1+math.Abs(diff)), "coordinate %d", i)
			}
			require.Zero(t, testing.AllocsPerRun(5, func() { m.LogProbGrad(g, x) }))
		}
	})
}

// All Gaussian labels are jointly normal, with the sum of the covariances of items,
// labelers and residuals.
func TestMarginalGaussianIsTheDenseNormal(t *testing.T) {
	for _, labelers := range []LabelerEffects{NoLabelers, Nested} {
		for k := 1; k <= 3; k++ {
			rng := rand.New(rand.NewPCG(13, uint64(k)))
			m, d := toyMarginal(t, rng, k, Spec{Family: family.Gaussian{}, Labelers: labelers, Residual: StudyResidual})
			var first float64
			for trial := range 3 {
				p := m.locate(randomPoint(rng, m.Dim()))
				got := m.lik.LogLik(m.sees.point)
				dense := denseLogLik(t, p, d)
				if trial == 0 {
					first = got - dense // constants of n, which do not depend on parameters
				}
				require.InDelta(t, first, got-dense, 1e-8)
			}
		}
	}
}

// denseLogLik is the log density of a multivariate normal of all labels.
func denseLogLik(t *testing.T, p *parameters, d *labels.Compiled) float64 {
	k, n := p.k, len(d.Value)
	v := mat.NewSymDense(n, nil)
	r := mat.NewVecDense(n, nil)
	row := make([]int, n)
	for u := range len(d.Study) {
		for i := d.Start[u]; i < d.Start[u+1]; i++ {
			row[i] = u
		}
	}
	for i := range n {
		item, s := int(d.Item[i])/k, int(d.Item[i])%k
		r.SetVec(i, d.Value[i]-p.mu[s])
		for j := range i + 1 {
			x, u := 0.0, int(d.Item[j])%k
			if int(d.Item[j])/k == item {
				for e := range k {
					x += p.scales[0].c[s*k+e] * p.scales[0].c[u*k+e]
				}
			}
			if row[i] == row[j] && len(p.scales) > 1 {
				x += p.scales[1].sd[s] * p.scales[1].sd[s]
			}
			if i == j {
				x += 1 / p.tau[s]
			}
			v.SetSym(i, j, x)
		}
	}
	var chol mat.Cholesky
	require.True(t, chol.Factorize(v))
	var w mat.VecDense
	require.NoError(t, chol.SolveVecTo(&w, r))
	return -0.5 * (mat.Dot(r, &w) + chol.LogDet())
}

// With and without the effects integrated out the posterior is the same, within
// Monte Carlo error.
func TestMarginalAndFullPosteriorsAgree(t *testing.T) {
	pair := []StudyPlan{{Name: "a", LabelsPerItem: 4}, {Name: "b", LabelsPerItem: 3, Missing: 0.2}}
	people := []StudyPlan{{Name: "a", Labelers: 3, LabelsPerItem: 3}, {Name: "b", Labelers: 4, LabelsPerItem: 3,
		Missing: 0.1}}
	for name, c := range map[string]struct {
		distribution family.Family
		labelers     LabelerEffects
		studies      []StudyPlan
		sd           float64 // of labelers
	}{
		"gaussian": {family.Gaussian{}, NoLabelers, pair, 0},
		"labelers": {family.Gaussian{}, Nested, people, 0.5},
		// two studies take more items than a test has time for
		"bernoulli": {family.Bernoulli{}, NoLabelers, pair[:1], 0},
	} {
		t.Run(name, func(t *testing.T) {
			truth := Truth{Family: c.distribution, Labelers: c.labelers,
				ItemCorrelation: CommonCorrelation(len(c.studies), 0.7)}
			for range c.studies {
				s := StudyTruth{Mean: 0.5, ItemSD: 1.2, LabelerSD: c.sd}
				if c.distribution == (family.Gaussian{}) {
					s.ResidualSD = 1
				}
				truth.Studies = append(truth.Studies, s)
			}
			design, err := Plan{Items: 400, Labelers: c.labelers, Studies: c.studies}.Generate(1)
			require.NoError(t, err)
			table, err := Simulate(truth, design, 1)
			require.NoError(t, err)
			short, err := Fit(context.Background(), table, Spec{}, sampler.Settings{Seed: 1})
			require.NoError(t, err)
			full, err := Fit(context.Background(), table, Spec{Effects: true}, sampler.Settings{Seed: 2})
			require.NoError(t, err)
			// It is the marginal density that was sampled: it has the parameters alone.
			require.Less(t, short.Run().Chains[0].Metric.Dim(), 10)
			require.Greater(t, full.Run().Chains[0].Metric.Dim(), 400)
			for v, name := range short.Draws().Names() {
				a, b := short.Draws().Quantity(v).Summary(0.95), full.Draws().Quantity(v).Summary(0.95)
				require.InDelta(t, a.Mean, b.Mean, 4.5*math.Hypot(a.MCSEMean, b.MCSEMean), name)
				require.InDelta(t, a.SD, b.SD, 4.5*math.Hypot(a.MCSESD, b.MCSESD), name)
				require.Greater(t, math.Min(a.ESSBulk, a.ESSTail), 400.0, name)
			}
		})
	}
}

package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"concord/sampler"
)

// toyMarginal is a small design and its marginal density.
func toyMarginal(t *testing.T, rng *rand.Rand, k int, spec Spec) (*marginal, *data) {
	spec.Priors = Priors{}.withDefaults(spec.Family)
	d := toy(rng, k, spec)
	p := compileProblem(d, spec)
	switch {
	case spec.Labelers == Nested:
		p.marginal = newMarginalPanel(d, math.Inf(1))
	case spec.Family == Gaussian:
		p.marginal = newMarginalGaussian(d)
	default:
		p.marginal = newMarginalBernoulli(newPatterns(d, true), 61)
	}
	site := make([]float64, k)
	for i := range site {
		site[i] = 0.3 + rng.Float64()
	}
	p.site = newMeanSite(d, site, site)
	m, ok := p.target().(*marginal)
	require.True(t, ok)
	return m, d
}

func eachMarginal(t *testing.T, f func(t *testing.T, rng *rand.Rand, m *marginal, d *data)) {
	for _, spec := range []Spec{
		{Family: Gaussian, Labelers: NoLabelers}, {Family: Gaussian, Labelers: NoLabelers, Residual: StudyResidual},
		{Family: Bernoulli, Labelers: NoLabelers},
		{Family: Gaussian, Labelers: Nested}, {Family: Gaussian, Labelers: Nested, Residual: StudyResidual},
	} {
		for k := 1; k <= 3; k++ {
			if spec.Family == Bernoulli && k > 2 {
				continue
			}
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
	eachMarginal(t, func(t *testing.T, rng *rand.Rand, m *marginal, _ *data) {
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
				require.InDelta(t, diff, g[i], 1e-6*(1+math.Abs(diff)), "coordinate %d", i)
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
			m, d := toyMarginal(t, rng, k, Spec{Family: Gaussian, Labelers: labelers, Residual: StudyResidual})
			var first float64
			for trial := range 3 {
				p := m.locate(randomPoint(rng, m.Dim()))
				got := m.lik.logLik(p)
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
func denseLogLik(t *testing.T, p *parameters, d *data) float64 {
	k, n := p.k, len(d.y)
	v := mat.NewSymDense(n, nil)
	r := mat.NewVecDense(n, nil)
	base := make([]int, n)
	for u := range d.bases() {
		for i := d.starts[u]; i < d.starts[u+1]; i++ {
			base[i] = u
		}
	}
	for i := range n {
		item, s := int(d.slot[i])/k, int(d.slot[i])%k
		r.SetVec(i, d.y[i]-p.mu[s])
		for j := range i + 1 {
			x, u := 0.0, int(d.slot[j])%k
			if int(d.slot[j])/k == item {
				for e := range k {
					x += p.ic.c[s*k+e] * p.ic.c[u*k+e]
				}
			}
			if base[i] == base[j] && p.labelerSD >= 0 {
				x += p.lc.sd[s] * p.lc.sd[s]
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

// The integrals of binary labels are those of a fine trapezoidal rule, whose error
// falls exponentially on the whole line.
func TestMarginalBernoulliIsTheTrapezoidalIntegral(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 1))
	for k := 1; k <= 2; k++ {
		m, d := toyMarginal(t, rng, k, Spec{Family: Bernoulli, Labelers: NoLabelers})
		p := m.locate(randomPoint(rng, m.Dim()))
		want := 0.0
		for item := range d.items {
			const h, limit = 0.1, 9
			sum := 0.0
			eta := make([]float64, k)
			var walk func(a int)
			walk = func(a int) {
				if a == k {
					f := 0.0
					for _, e := range eta {
						f -= 0.5 * e * e
					}
					for i, slot := range d.slot {
						if int(slot)/k == item {
							s := int(slot) % k
							theta := p.mu[s]
							for e := range s + 1 {
								theta += p.ic.c[s*k+e] * eta[e]
							}
							f += d.y[i]*theta - math.Log1p(math.Exp(theta))
						}
					}
					sum += math.Exp(f) * math.Pow(h/math.Sqrt(2*math.Pi), float64(k))
					return
				}
				for i := -limit / h; i <= limit/h; i++ {
					eta[a] = i * h
					walk(a + 1)
				}
			}
			walk(0)
			want += math.Log(sum)
		}
		require.InDelta(t, want, m.lik.logLik(p), 1e-7)
	}
}

// With and without the effects integrated out the posterior is the same, within
// Monte Carlo error.
func TestMarginalAndFullPosteriorsAgree(t *testing.T) {
	pair := []StudyPlan{{Name: "a", LabelsPerItem: 4}, {Name: "b", LabelsPerItem: 3, Missing: 0.2}}
	panel := []StudyPlan{{Name: "a", Labelers: 3, LabelsPerItem: 3}, {Name: "b", Labelers: 4, LabelsPerItem: 3, Missing: 0.1}}
	for name, c := range map[string]struct {
		family   Family
		labelers LabelerEffects
		studies  []StudyPlan
		sd       float64 // of labelers
	}{
		"gaussian":  {Gaussian, NoLabelers, pair, 0},
		"panel":     {Gaussian, Nested, panel, 0.5},
		"bernoulli": {Bernoulli, NoLabelers, pair[:1], 0}, // two studies take more items than a test has time for
	} {
		t.Run(name, func(t *testing.T) {
			truth := Truth{Family: c.family, Labelers: c.labelers, ItemCorrelation: CommonCorrelation(len(c.studies), 0.7)}
			for range c.studies {
				s := StudyTruth{Mean: 0.5, ItemSD: 1.2, LabelerSD: c.sd}
				if c.family == Gaussian {
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

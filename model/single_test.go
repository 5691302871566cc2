package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/logitnormal"
	"concord/model/family"
	"concord/model/internal/labels"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// lopsided is k studies in which everybody labels everything, and besides one item is labelled by many who label
// nothing else, or one labeler labels many items that nobody else labels, or both.
func lopsided(t *testing.T, f family.Family, k, items, people, many int, item, labeler bool) *study.Table {
	t.Helper()
	d := Design{}
	add := func(s, i, l int) {
		d.Study, d.Item, d.Labeler = append(d.Study, int32(s)), append(d.Item, int32(i)), append(d.Labeler, int32(l))
	}
	d.Items, d.Labelers = names("item", items+k*many), names("labeler", k*people+k*many)
	truth := Truth{Family: f, ItemCorrelation: CommonCorrelation(k, 0.6)}
	for s := range k {
		d.Studies = append(d.Studies, fmt.Sprint("s", s+1))
		p := StudyTruth{Mean: 0.4, ItemSD: 1.1, LabelerSD: 0.6}
		if f.LocationScale() {
			p.ResidualSD = 1
		}
		truth.Studies = append(truth.Studies, p)
		for i := range items {
			for l := range people {
				add(s, i, s*people+l)
			}
		}
		for n := range many {
			if item {
				add(s, 1, k*people+s*many+n)
			}
			if labeler {
				add(s, items+s*many+n, s*people+2)
			}
		}
	}
	table, err := Simulate(truth, d, 5)
	require.NoError(t, err)
	return table
}

func eachLopsided(t *testing.T, f func(t *testing.T, table *study.Table, spec Spec)) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		for k := 1; k <= 2; k++ {
			for _, c := range [][2]bool{{true, false}, {false, true}, {true, true}} {
				t.Run(fmt.Sprintf("%v/%d/item %v labeler %v", distribution, k, c[0], c[1]), func(t *testing.T) {
					table := lopsided(t, distribution, k, 12, 6, 40, c[0], c[1])
					spec, err := Resolve(table, Spec{Labelers: Nested})
					require.NoError(t, err)
					f(t, table, spec)
				})
			}
		}
	}
}

// ready is a density after its set-up.
func ready(t *testing.T, d *labels.Compiled, spec Spec) *density {
	t.Helper()
	s, err := newSetup(context.Background(), compileProblem(d, spec))
	require.NoError(t, err)
	require.Nil(t, s.marginal)
	return s.density()
}

// Oracle: central differences, and each label by itself: y ~ N(θ, σ² + v), or the chance of a positive label by the
// quadrature of another package, where v is the variance of what is integrated out.
func TestLevelsOfOneLabelAreIntegratedOut(t *testing.T) {
	eachLopsided(t, func(t *testing.T, table *study.Table, spec Spec) {
		d := labels.CompileSingle(table, spec, 1)
		require.True(t, d.Integrated())
		require.Len(t, d.Value, table.Len())
		p := ready(t, d, spec)
		require.Less(t, p.Dim(), 100)
		rng := rand.New(rand.NewPCG(21, 1))
		x := make([]float64, p.Dim())
		var first float64
		for trial := range 4 {
			for i := range x {
				x[i] = 0.7 * rng.NormFloat64()
			}
			checkGradient(t, p, x, 2e-6)
			p.locate(x)
			got := p.lik.LogLik(p.sees.grad, p.sees.at) - plainIntegrated(p, d, spec)
			if trial == 0 {
				first = got // a constant of n
			}
			require.InDelta(t, first, got, 1e-7)
		}
		g := make([]float64, p.Dim())
		require.Zero(t, testing.AllocsPerRun(5, func() { p.LogProbGrad(g, x) }))
	})
}

func plainIntegrated(p *density, d *labels.Compiled, spec Spec) (logp float64) {
	for u, s := range d.Study {
		for n := d.Start[u]; n < d.Start[u+1]; n++ {
			theta, v := p.mu[s], 0.0
			if u < d.Levels {
				theta += p.effects.states[1].Effect[u]
			} else {
				v += p.scales[1].sd[s] * p.scales[1].sd[s]
			}
			if j := d.Item[n]; int(j) < d.ItemCells() {
				theta += p.effects.states[0].Effect[j]
			} else {
				v += p.scales[0].sd[s] * p.scales[0].sd[s]
			}
			if spec.Family.LocationScale() {
				v += p.own[s] * p.own[s]
				logp -= 0.5 * (math.Log(v) + (d.Value[n]-theta)*(d.Value[n]-theta)/v)
				continue
			}
			if d.Value[n] == 0 {
				theta = -theta
			}
			logp += math.Log(logitnormal.Probability{Mean: theta, SD: math.Sqrt(v)}.Expectation())
		}
	}
	return logp
}

// sampled draws from the posterior of compiled labels.
func sampled(t *testing.T, d *labels.Compiled, spec Spec, seed uint64) *posterior.Draws {
	t.Helper()
	p := compileProblem(d, spec)
	s, err := newSetup(context.Background(), p)
	require.NoError(t, err)
	require.NoError(t, s.prepare(context.Background(), seed, 2))
	run, err := sampler.Sample(context.Background(), func(int) (sampler.Target, error) {
		return p.reporter(spec.Layout(d.Studies)), nil
	}, sampler.Settings{Seed: seed, Draws: 3000, Metric: s.found})
	require.NoError(t, err)
	return run.Draws
}

// With all effects sampled and with some integrated out the posterior is the same, within Monte Carlo error.
func TestPosteriorsWithLevelsIntegratedOutAgree(t *testing.T) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		for _, item := range []bool{true, false} {
			t.Run(fmt.Sprintf("%v/%v", distribution, item), func(t *testing.T) {
				table := lopsided(t, distribution, 1, 12, 6, 60, item, !item)
				// Under a prior with a long tail the posterior has no variance to speak of, by which means differ.
				priors := Priors{SD: Normal{Scale: 2}}
				spec, err := Resolve(table, Spec{Labelers: Nested, Priors: priors})
				require.NoError(t, err)
				some := labels.CompileSingle(table, spec, 1)
				require.True(t, some.Integrated())
				all := labels.Compile(table, spec)
				require.False(t, all.Integrated())
				a, b := sampled(t, some, spec, 1), sampled(t, all, spec, 2)
				for v, name := range a.Names() {
					a, b := a.Quantity(v).Summary(0.95), b.Quantity(v).Summary(0.95)
					require.InDelta(t, a.Mean, b.Mean, 4.5*math.Hypot(a.MCSEMean, b.MCSEMean), name)
					require.InDelta(t, a.SD, b.SD, 4.5*math.Hypot(a.MCSESD, b.MCSESD), name)
					require.Greater(t, math.Min(a.ESSBulk, a.ESSTail), 400.0, name)
				}
			})
		}
	}
}

// One item, or one labeler, has nearly all labels: the posterior is found at once, and of few dimensions.
func TestOneLevelOfNearlyAllLabels(t *testing.T) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		for _, item := range []bool{true, false} {
			t.Run(fmt.Sprintf("%v/%v", distribution, item), func(t *testing.T) {
				table := lopsided(t, distribution, 1, 40, 12, 20000, item, !item)
				fit, err := Fit(context.Background(), table, Spec{}, sampler.Settings{Seed: 1, Draws: 500})
				require.NoError(t, err)
				require.Less(t, fit.Run().Gradients(), 100000)
				for v, name := range fit.Draws().Names() {
					s := fit.Draws().Quantity(v).Summary(0.95)
					require.Less(t, s.RHat, 1.02, name)
					require.Greater(t, math.Min(s.ESSBulk, s.ESSTail), 150.0, name)
				}
			})
		}
	}
}

// names returns so many names that sort by number.
func names(prefix string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("%s_%06d", prefix, i+1)
	}
	return all
}

package model

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/blocks"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/locate"
	"concord/model/internal/modeltest"
	"concord/model/internal/regime"
	"concord/model/internal/tuning"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// drawn is a run of four chains of one parameter, autoregressive of order 1 with the coefficient r around the chain's
// own mean.
func drawn(seed uint64, draws int, r, apart float64) (*sampler.Run, *posterior.Draws) {
	rng := rand.New(rand.NewPCG(seed, 2))
	run := &sampler.Run{Chains: make([]sampler.ChainInfo, 4)}
	out := posterior.NewDraws([]string{"x"}, 4, draws)
	for c := range 4 {
		x := rng.NormFloat64()
		stats := make([]sampler.Stat, draws)
		for i := range draws {
			x = r*x + math.Sqrt(1-r*r)*rng.NormFloat64()
			out.Chain(0, c)[i] = x + apart*float64(c)
			stats[i].Energy = rng.NormFloat64()
		}
		run.Stats = append(run.Stats, stats)
	}
	run.Draws = out
	return run, out
}

// Independent draws are good; draws of slow chains are too few, and as many as are asked for then are good; chains in
// different places, or that diverged, need other settings.
func TestExamine(t *testing.T) {
	for seed := range uint64(20) {
		run, x := drawn(seed, 1000, 0, 0)
		assert.Equal(t, health{}, examine(run, quantitiesOf(x), 0))
		for c := range 4 {
			clear(x.Chain(0, c))
		}
		assert.Equal(t, health{}, examine(run, quantitiesOf(x), 0), "a constant")

		run.Chains[1].Divergences = 1
		assert.Equal(t, poor, examine(run, quantitiesOf(x), 0).verdict, "diverged")
		assert.Equal(t, health{}, examine(run, quantitiesOf(x), 1), "one divergence is let pass")

		run, x = drawn(seed, 1000, 0, 0.3)
		assert.Equal(t, poor, examine(run, quantitiesOf(x), 0).verdict, "chains apart")

		run, x = drawn(seed, 1000, 0.999, 0)
		assert.Equal(t, poor, examine(run, quantitiesOf(x), 0).verdict, "chains that hardly move")
	}
	slow, remedied := 0, 0
	for seed := range uint64(60) {
		const r = 0.87 // 4000 draws are worth some 280
		run, x := drawn(seed, 1000, r, 0)
		h := examine(run, quantitiesOf(x), 0)
		if h.verdict != tooFew {
			continue
		}
		slow++
		// The chains go on until that is enough.
		thin := 1
		for h.verdict == tooFew {
			assert.Greater(t, h.times, 1)
			assert.Less(t, h.times, 4)
			thin *= h.times
			run, x = drawn(seed+1000*uint64(thin), 1000, math.Pow(r, float64(thin)), 0)
			h = examine(run, quantitiesOf(x), 0)
		}
		if h.verdict == good {
			remedied++
		}
		assert.LessOrEqual(t, thin, tuning.MostIterations)
	}
	assert.Greater(t, slow, 40)
	assert.Greater(t, float64(remedied), 0.9*float64(slow))
}

// Of draws that are too few more iterations are made, if labels are not few; and where no attempt follows anyway, of
// chains that hardly mix too.
func TestDrawsThatAreTooFewGoOn(t *testing.T) {
	few := blockedTable(t, 1, 100, 14, 5)
	many := blockedTable(t, 1, 700, 14, 5)
	for _, c := range []struct {
		table *study.Table
		r     float64
		last  bool
		more  bool
	}{
		{many, 0.87, false, true}, {few, 0.87, false, false}, {many, 0, false, false}, {many, 0.94, false, false},
		{many, 0.999, false, false},
		{many, 0.87, true, true}, {few, 0.87, true, true}, {many, 0, true, false}, {few, 0.94, true, true},
		{many, 0.999, true, false},
	} {
		sp, err := Resolve(c.table, spec.Spec{})
		require.NoError(t, err)
		frame := &blocks.Frame{Regime: regime.Of(labels.Compile(c.table, sp), sp)}
		require.Equal(t, c.table == few, frame.Regime.FewLabels)
		ft := &fitting{table: c.table, ready: &locate.Setup{Problem: &density.Problem{Frame: frame}},
			out: &Posterior{layout: spec.Layout{Parameters: 1}}}
		var x *posterior.Draws
		var run *sampler.Run
		for seed := uint64(1); ; seed++ { // 0.87 is nearly always too few, and 0.94 poor
			run, x = drawn(seed, 1000, c.r, 0)
			h := examine(run, quantitiesOf(x), 0)
			if want, ok := map[float64]verdict{0.87: tooFew, 0.94: poor}[c.r]; !ok || h.verdict == want {
				break
			}
		}
		run.Draws, run.Thin = x, 1
		assert.Equal(t, c.more, ft.goOn(run, c.last) > 1, "%d labels, %v, %v", c.table.Len(), c.r, c.last)
		if c.r == 0.94 && c.last {
			run.Chains[0].Divergences = 1
			ft.examined = nil
			assert.Equal(t, 1, ft.goOn(run, true), "diverged")
		}
	}
}

// The chains go on, and the fit is that of so many iterations for each draw from the start. What is poor then is done
// in another way, and not thinned.
func TestMoreIterationsAreTriedFirst(t *testing.T) {
	table := blockedTable(t, 1, 700, 14, 5)
	fitted := func(s sampler.Settings) (*fitting, *Posterior) {
		s.Seed, s.Draws = 1, 200
		ft, err := newFitting(context.Background(), table, spec.Spec{Labelers: spec.Nested}, s,
			locate.Approach{Blocked: locate.NeverBlocked})
		require.NoError(t, err)
		out, err := ft.sample(context.Background(), 1)
		require.NoError(t, err)
		return ft, out
	}
	_, want := fitted(sampler.Settings{Thin: 3})
	ft, out := fitted(sampler.Settings{GoOn: func(r *sampler.Run) int { return 3 / r.Thin }})
	assert.Equal(t, 1, out.Attempts(), "nothing began anew")
	assert.Equal(t, 3, out.Run().Thin)
	assert.Equal(t, 200, out.Draws().Iterations())
	for v, name := range want.Draws().Names() {
		assert.Equal(t, want.Draws().Quantity(v), out.Draws().Quantity(v), name)
	}

	metric := ft.settings.Metric
	careful, err := ft.again(context.Background(), ft.settings, out.Run())
	require.NoError(t, err)
	assert.Zero(t, careful.Thin)
	assert.NotSame(t, metric, careful.Metric)
	assert.InDelta(t, 0.95, careful.TargetAccept, 0)
}

// Draws are judged by the quantities that are reported: chains go on until those have enough effective draws, also of
// few labels, and parameters start no other attempt.
func TestReportedQuantitiesDecide(t *testing.T) {
	plan := simulate.Plan{Items: 8, Studies: []simulate.StudyPlan{{Name: "a", Labelers: 3, LabelsPerItem: 3}}}
	truth := simulate.Truth{Family: family.Gaussian{},
		Studies: []simulate.StudyTruth{{ItemSD: 1, LabelerSD: 0.5, ResidualSD: 1}}}
	table := modeltest.Simulated(t, truth, plan, 1)
	for slow, want := range map[float64][2]int{0: {1, 1}, 0.8: {1, 2}} {
		calls := 0
		p, err := FitFor(t.Context(), table, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 600, Warmup: 100},
			func(p *Posterior) []posterior.Quantity {
				calls++
				require.Equal(t, p.Run().Draws, p.Draws())
				_, x := drawn(uint64(calls), 600, math.Pow(slow, float64(p.Run().Thin)), 0)
				return quantitiesOf(x)
			})
		require.NoError(t, err)
		assert.Equal(t, want[0], p.Attempts(), "%v", slow)
		assert.GreaterOrEqual(t, p.Run().Thin, want[1], "%v", slow)
		assert.Equal(t, slow == 0, p.Run().Thin == 1)
	}
}

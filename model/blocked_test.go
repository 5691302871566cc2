package model

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/locate"
	"concord/model/internal/modeltest"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// blockedTable is a simulated table of k studies of numbers.
func blockedTable(tb testing.TB, k, items, labelers, each int) *study.Table {
	tb.Helper()
	plan, truth := simulate.Plan{Items: items}, simulate.Truth{Family: family.Gaussian{},
		ItemCorrelation: simulate.CommonCorrelation(k, 0.7)}
	for s := range k {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: fmt.Sprint("s", s+1), Labelers: labelers,
			LabelsPerItem: each - s, Missing: 0.2 * float64(s)})
		truth.Studies = append(truth.Studies,
			simulate.StudyTruth{Mean: 3, ItemSD: 1.5, LabelerSD: 0.4 + 0.3*float64(s), ResidualSD: 1})
	}
	design, err := plan.Generate(1)
	require.NoError(tb, err)
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(tb, err)
	return table
}

// fitBlocked is a fit whose effects are drawn in blocks or not.
func fitBlocked(t *testing.T, blocked locate.Blocked, table *study.Table, sp spec.Spec, s sampler.Settings) *Posterior {
	t.Helper()
	ft, err := newFitting(context.Background(), table, sp, s, locate.Approach{Blocked: blocked})
	require.NoError(t, err)
	fit, err := ft.sample(context.Background(), 1)
	require.NoError(t, err)
	return fit
}

// Drawn in blocks and sampled together, parameters and effects have the same posterior: means and standard deviations
// within 4.5 Monte Carlo standard errors.
func TestBlockedPosteriorAgrees(t *testing.T) {
	for k, residual := range map[int]spec.Residual{1: spec.StudyResidual, 2: spec.CommonResidual,
		3: spec.StudyResidual} {
		t.Run(fmt.Sprintf("K=%d, σ %v", k, residual), func(t *testing.T) {
			t.Parallel()
			table := blockedTable(t, k, 30, 14, 5)
			sp := spec.Spec{Labelers: spec.Nested, Residual: residual, Effects: true}
			blocked := fitBlocked(t, locate.AlwaysBlocked, table, sp, sampler.Settings{Seed: 1, Draws: 1500})
			together := fitBlocked(t, locate.NeverBlocked, table, sp, sampler.Settings{Seed: 2, Draws: 1500})
			require.True(t, blocked.Blocked())
			require.False(t, together.Blocked())
			for v, name := range blocked.Draws().Names() {
				a, b := blocked.Draws().Quantity(v).Summary(0.95), together.Draws().Quantity(v).Summary(0.95)
				require.InDelta(t, a.Mean, b.Mean, 4.5*math.Hypot(a.MCSEMean, b.MCSEMean), name)
				require.InDelta(t, a.SD, b.SD, 4.5*math.Hypot(a.MCSESD, b.MCSESD), name)
				require.Greater(t, math.Min(a.ESSBulk, a.ESSTail), 400.0, name)
			}
		})
	}
}

// From a size on, effects are drawn in blocks unless an algorithm is asked for; draws do not depend on the cores.
func TestLargeFitsAreBlocked(t *testing.T) {
	table := blockedTable(t, 1, 1500, 200, 14)
	require.Greater(t, table.Len(), 20_000)
	s := sampler.Settings{Seed: 1, Chains: 2, Draws: 200, Workers: 1}
	fit := func(s sampler.Settings) *Posterior {
		p, err := FitOnce(context.Background(), table, spec.Spec{}, s)
		require.NoError(t, err)
		return p
	}
	one := fit(s)
	require.True(t, one.Blocked())
	require.Equal(t, sampler.HMC, one.Run().Algorithm)
	s.Workers = 2
	two := fit(s)
	for v := range one.Draws().Names() {
		require.Equal(t, one.Draws().Quantity(v), two.Draws().Quantity(v))
	}
	s.Algorithm, s.Draws = sampler.HMC, 1
	require.False(t, fit(s).Blocked())
	binary := modeltest.Crowd(t, family.Bernoulli{}, 700, 100, 15)
	require.Greater(t, binary.Len(), 20_000)
	p, err := FitOnce(context.Background(), binary, spec.Spec{}, sampler.Settings{Seed: 1, Chains: 1, Warmup: 1,
		Draws: 1})
	require.NoError(t, err)
	require.False(t, p.Blocked())
}

// If draws in blocks are not good enough, all effects are sampled together, with the same settings as at once.
func TestBlocksAreGivenUp(t *testing.T) {
	table := blockedTable(t, 2, 30, 14, 5)
	s := sampler.Settings{Seed: 1, Draws: 400}
	ft, err := newFitting(context.Background(), table, spec.Spec{Labelers: spec.Nested}, s,
		locate.Approach{Blocked: locate.AlwaysBlocked})
	require.NoError(t, err)
	require.NotNil(t, ft.ready.Blocked)
	ft.settings, err = ft.again(context.Background(), ft.settings, nil)
	require.NoError(t, err)
	given, err := ft.sample(context.Background(), 1)
	require.NoError(t, err)
	together := fitBlocked(t, locate.NeverBlocked, table, spec.Spec{Labelers: spec.Nested}, s)
	require.False(t, given.Blocked())
	for v, name := range together.Draws().Names() {
		require.Equal(t, together.Draws().Quantity(v), given.Draws().Quantity(v), name)
	}
}

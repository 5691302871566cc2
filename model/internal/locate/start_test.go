package locate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/internal/tuning"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

const manyEffects, manyStudies = tuning.ManyEffects, tuning.ManyStudies

// startsOf returns the set-up of a fit of so many items with two labels each, and whitened starts, start × coordinate.
func startsOf(t *testing.T, items, starts int) (*Setup, [][]float64) {
	t.Helper()
	truth := simulate.Truth{Family: family.Bernoulli{}, Labelers: spec.Nested,
		ItemCorrelation: simulate.CommonCorrelation(1, 0),
		Studies:         []simulate.StudyTruth{{ItemSD: 1, LabelerSD: 0.5}}}
	design, err := simulate.Plan{Items: items, Studies: []simulate.StudyPlan{{Name: "s", Labelers: 20,
		LabelsPerItem: 2}}}.Generate(1)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(t, err)
	// Effects that are drawn in blocks have no coordinates.
	su := found(t, table, spec.Spec{}, 1, Approach{Blocked: NeverBlocked})
	start, metric := su.startFrom(su.found), su.found
	rng := rand.New(rand.NewPCG(1, 2))
	all := make([][]float64, starts)
	for i := range all {
		all[i] = make([]float64, metric.Dim())
		start(rng, 0, all[i])
		metric.Inverse(all[i], all[i])
	}
	return su, all
}

// Of many effects the parameters start as far out as ever, and the effects where they are likely to be.
func TestManyEffectsStartWhereTheyAreLikely(t *testing.T) {
	su, starts := startsOf(t, manyEffects, 400)
	hyper := su.Full.Hyper
	var parameters, first []float64
	for _, x := range starts {
		parameters = append(parameters, x[:hyper]...)
		effects := x[hyper:]
		require.InDelta(t, 1, stat.Variance(effects, nil), 5*math.Sqrt(2/float64(len(effects))))
		first = append(first, effects[0])
	}
	require.InDelta(t, 1.5*1.5, stat.Variance(parameters, nil), 5*2.25*math.Sqrt(2/float64(len(parameters))))
	require.InDelta(t, 0, stat.Mean(first, nil), 5/math.Sqrt(float64(len(first))))
	// The log density there is not far below what it is at draws, of which each effect takes a half.
	settings := sampler.Settings{Seed: 1, Metric: su.found, Start: su.startFrom(su.found), FirstStep: su.step,
		Draws:  20,
		Chains: 1}
	draws := func(int) (sampler.Target, error) { return su.Target(), nil }
	run, err := sampler.Sample(t.Context(), draws, settings)
	require.NoError(t, err)
	target, q := su.Target(), make([]float64, su.found.Dim())
	grad := make([]float64, len(q))
	su.found.Apply(q, starts[0])
	least := run.Stats[0][19].LogDensity - 0.2*float64(len(q))
	require.Greater(t, target.LogProbGrad(grad, q), least)
}

// Fewer effects start as far out as the parameters.
func TestFewEffectsStartFarOut(t *testing.T) {
	su, starts := startsOf(t, manyEffects/10, 40)
	var effects []float64
	for _, x := range starts {
		effects = append(effects, x[su.Full.Hyper:]...)
	}
	require.InDelta(t, 1.5*1.5, stat.Variance(effects, nil), 5*2.25*math.Sqrt(2/float64(len(effects))))
}

// Of many studies pilot chains start at draws of the run before, and the others nowhere far outside of what those saw.
func TestManyStudiesStartWhereThePilotsWere(t *testing.T) {
	names := make([]string, manyStudies)
	for s := range names {
		names[s] = string(rune('a' + s))
	}
	truth := simulate.Truth{Family: family.Bernoulli{}, Labelers: spec.Nested,
		ItemCorrelation: simulate.CommonCorrelation(manyStudies, 0.5)}
	for range names {
		truth.Studies = append(truth.Studies, simulate.StudyTruth{ItemSD: 1, LabelerSD: 0.5})
	}
	table := modeltest.Simulated(t, truth, modeltest.Everyone(12, 3, spec.Nested, names...), 1)
	su := found(t, table, spec.Spec{}, 1, Approach{})
	require.NotNil(t, su.seen)
	n, hyper := su.seen.Dims()
	require.Equal(t, su.Full.Hyper, hyper)
	low, high := su.startBounds()
	x, rng := make([]float64, su.found.Dim()), rand.New(rand.NewPCG(1, 2))
	// A metric that is much too wide.
	wide := *su.found
	wide.Scale = slices.Clone(wide.Scale)
	floats.Scale(100, wide.Scale)
	atBounds := 0
	for range 200 {
		su.startFrom(&wide)(rng, 0, x)
		for v, at := range x[:hyper] {
			require.True(t, low[v] <= at && at <= high[v])
			if at == low[v] || at == high[v] {
				atBounds++
			}
		}
		su.pilotStart()(rng, 0, x)
		found := false
		for i := 0; i < n && !found; i++ {
			found = slices.Equal(su.seen.RawRowView(i), x[:hyper])
		}
		require.True(t, found)
	}
	require.Greater(t, atBounds, 100*hyper)
	require.InDelta(t, 1, stat.Variance(x[hyper:], nil), 5*math.Sqrt(2/float64(len(x)-hyper)))
}

// found is what the set-up of a fit finds.
func found(t *testing.T, table *study.Table, sp spec.Spec, seed uint64, how Approach) *Setup {
	t.Helper()
	sp, err := labels.Resolve(table, sp)
	require.NoError(t, err)
	su, err := Find(t.Context(), table, sp, sampler.Settings{Seed: seed}, how, 2)
	require.NoError(t, err)
	return su
}

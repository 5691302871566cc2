package consensus

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

func fitted(t *testing.T, f family.Family, mean float64) (*model.Posterior, *study.Table) {
	t.Helper()
	truth := simulate.Truth{Family: f, ItemCorrelation: simulate.CommonCorrelation(2, 0.9),
		Studies: []simulate.StudyTruth{
			{Mean: mean, ItemSD: 2, LabelerSD: 0.6}, {Mean: mean, ItemSD: 1.5, LabelerSD: 0.5}}}
	if f.LocationScale() {
		truth.Studies[0].ResidualSD, truth.Studies[1].ResidualSD = 1, 1
	}
	design, err := simulate.Plan{Items: 40, Studies: []simulate.StudyPlan{
		{Name: "a", Labelers: 8, LabelsPerItem: 5}, {Name: "b", Labelers: 8, LabelsPerItem: 4, Missing: 0.3},
	}}.Generate(3)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 4)
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Effects: true}, sampler.Settings{Seed: 1, Draws: 250})
	require.NoError(t, err)
	return fit, table
}

// Of numbers the true score is μ + b.
func TestConsensusOfNumbers(t *testing.T) {
	fit, table := fitted(t, family.Gaussian{}, 10)
	c, err := Of(t.Context(), fit, 0.9)
	require.NoError(t, err)
	require.Len(t, c.Items, 2*len(table.Items()))
	assert.Nil(t, c.Categories)
	unlabelled := 0
	for i, item := range c.Items {
		of := fit.StudyAt(i / len(table.Items()))
		effect, err := of.ItemEffect(item.Name)
		require.NoError(t, err)
		mean := 0.0
		for ch, chain := range effect.Chains {
			for d, b := range chain {
				mean += (of.Mean().Chains[ch][d] + b) / 1000
			}
		}
		assert.Equal(t, of.Name(), item.Study)
		assert.InDelta(t, mean, item.Mean, 1e-9)
		assert.True(t, item.Lower < item.Mean && item.Mean < item.Upper && item.Label == -1 && item.Chances == nil)
		if item.Labels == 0 {
			unlabelled++
		}
	}
	assert.Positive(t, unlabelled, "items of other studies are predicted")
}

// Of categories, chances are those of labels by labelers drawn at random, by simulation.
func TestConsensusOfCategories(t *testing.T) {
	fit, table := fitted(t, family.Bernoulli{}, 0.3)
	c, err := Of(t.Context(), fit, 0.95)
	require.NoError(t, err)
	assert.Equal(t, []string{"0", "1"}, c.Categories)
	of := fit.StudyAt(0)
	rng := rand.New(rand.NewPCG(5, 6))
	for _, j := range []int{0, 11, 23} {
		effect, err := of.ItemEffect(table.Items()[j])
		require.NoError(t, err)
		yes, surely, draws := 0.0, 0.0, 0.0
		for ch, chain := range effect.Chains {
			for d, b := range chain {
				theta := of.Mean().Chains[ch][d] + b
				if theta > 0 {
					surely++
				}
				for range 20 {
					p := 1 / (1 + math.Exp(-theta-of.LabelerSD().Chains[ch][d]*rng.NormFloat64()))
					yes += p
					draws++
				}
			}
		}
		item := c.Items[j]
		assert.InDelta(t, yes/draws, item.Mean, 4*0.1/math.Sqrt(draws))
		assert.InDelta(t, item.Mean, item.Chances[1], 1e-12)
		assert.InDelta(t, 1, item.Chances[0]+item.Chances[1], 1e-9)
		// The average labeler says yes where most do.
		surely /= draws / 20
		if item.Label == 0 {
			surely = 1 - surely
		}
		assert.InDelta(t, surely, item.Certainty, 1e-9)
	}
}

func TestConsensusNeedsEffects(t *testing.T) {
	_, table := fitted(t, family.Gaussian{}, 0)
	fit, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Chains: 1, Draws: 20, Warmup: 20})
	require.NoError(t, err)
	_, err = Of(t.Context(), fit, 0.95)
	require.ErrorIs(t, err, model.ErrNoEffects)
	whole, err := model.Fit(t.Context(), table, spec.Spec{Effects: true},
		sampler.Settings{Chains: 1, Draws: 20, Warmup: 20})
	require.NoError(t, err)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Of(ended, whole, 0.95)
	require.ErrorIs(t, err, context.Canceled)
}

// The consensus of ordered categories is the median label of many simulated labelers, and of others the most frequent.
func TestWinnerIsThatOfSimulatedLabelers(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const labelers = 40_001
	for range 50 {
		chances := make([]float64, 5)
		sum := 0.0
		for c := range chances {
			chances[c] = random.ExpFloat64()
			sum += chances[c]
		}
		for c := range chances {
			chances[c] /= sum
		}
		counts, labels := make([]float64, 5), make([]int, labelers)
		for l := range labels {
			u := random.Float64()
			for u >= chances[labels[l]] && labels[l] < 4 {
				u -= chances[labels[l]]
				labels[l]++
			}
			counts[labels[l]]++
		}
		slices.Sort(labels)
		median, ordered := labels[labelers/2], Prediction{Chances: chances, Mean: []float64{0}}
		below := 0.0
		for _, p := range chances[:median] {
			below += p
		}
		// Where a half is within four Monte Carlo standard errors of the border of a category, the draws do not tell.
		if near := 4 * 0.5 / math.Sqrt(labelers); below < 0.5-near && below+chances[median] > 0.5+near {
			assert.Equal(t, median, ordered.Winner(0, 5), chances)
		}
		first, words := slices.Index(counts, slices.Max(counts)), Prediction{Chances: chances}
		if got := words.Winner(0, 5); got != first {
			assert.InDelta(t, counts[got], counts[first], 4*math.Sqrt(labelers))
		}
	}
}

// Of a wide distribution the label in the middle is the consensus, although the ends are more frequent.
func TestConsensusOfOrderedLabelsIsTheirMedian(t *testing.T) {
	p := &Predictor{categories: 5, scores: []float64{1, 2, 3, 4, 5}, draws: 2}
	one := Prediction{Mean: []float64{3.7, 3.6},
		Chances: []float64{0.03, 0.12, 0.22, 0.28, 0.35, 0.05, 0.12, 0.25, 0.26, 0.32}}
	item := newItem(one, p, new(posterior.Summarizer), 0.95)
	assert.Equal(t, 3, item.Label)
	assert.Equal(t, 4, item.Mode)
	assert.InDelta(t, 1, item.Certainty, 0)
	one.Mean = nil
	p.scores = nil
	assert.Equal(t, 4, newItem(one, p, new(posterior.Summarizer), 0.95).Label)
}

package nominal

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/study"
)

// The chances of all items have the means of the rates, an item with one category alone is of it, and counts of labels
// add up.
func TestItemsAsLabelersSeeThem(t *testing.T) {
	table := simulated(t, 120, 21, []float64{1, 0.5, 0})
	p := fitted(t, table, Spec{Effects: true, ItemEffects: true})
	items, err := p.Items(0)
	require.NoError(t, err)
	require.Len(t, items, 120)
	rates := p.Describe().Studies[0]
	for c := range 3 {
		mean, labels := 0.0, 0
		for _, item := range items {
			mean += item.Chance[c] / 120
			labels += item.Labels[c]
		}
		share := float64(labels) / float64(table.Len())
		assert.InDelta(t, share, mean, 0.02) // shrunk towards the rate, about which items lie
		assert.InDelta(t, rates.Rate(c).Mean(), mean, 0.04)
	}
	sure := 0
	for _, item := range items {
		sum := 0.0
		for c, chance := range item.Chance {
			sum += chance
			if item.Labels[c] == 5 {
				assert.Equal(t, c, item.Category, item)
				assert.Greater(t, item.Probability, 0.7, item)
				assert.Greater(t, chance, 0.5, item)
				sure++
			}
		}
		assert.InDelta(t, 1, sum, 1e-9)
	}
	assert.Positive(t, sure)
	_, err = fitted(t, simulated(t, 60, 22, []float64{1, 0.5, 0}), Spec{}).Items(0)
	assert.ErrorIs(t, err, model.ErrNoEffects)
}

// A name in two studies is two labelers, or one whose effects in both go together.
func TestOneNameInTwoStudies(t *testing.T) {
	slowtest.Only(t)
	plan := simulate.Plan{Items: 100, Labelers: model.Shared, Studies: []simulate.StudyPlan{
		{Name: "a", Labelers: 20, LabelsPerItem: 4}, {Name: "b", Labelers: 20, LabelsPerItem: 4}}}
	design, err := plan.Generate(3)
	require.NoError(t, err)
	require.Len(t, design.Labelers, 20)
	truths := make([]simulate.Truth, 3)
	for c := range truths {
		truths[c] = simulate.Truth{Family: family.Bernoulli{}, Labelers: model.Shared,
			ItemCorrelation:    simulate.CommonCorrelation(2, 0.7),
			LabelerCorrelation: simulate.CommonCorrelation(2, 0.9),
			Studies:            []simulate.StudyTruth{{ItemSD: 1.2, LabelerSD: 0.8}, {ItemSD: 1.2, LabelerSD: 0.8}}}
	}
	table, err := simulate.Categories([]string{"x", "y", "z"}, truths, design, 3)
	require.NoError(t, err)
	require.Equal(t, study.Nominal, table.Kind())
	shared := sampled(t, table, Spec{Labelers: model.Shared, Effects: true}, 400)
	for i := range 2 {
		between, ok := shared.pair(0, i).TermCorrelation("labeler", shared.pair(1, i))
		require.True(t, ok)
		s := between.Summary(0.95)
		assert.InDelta(t, 0.9, s.Mean, 3.5*s.SD)
		assert.Greater(t, s.Mean, 0.3)
	}
	nested := sampled(t, table, Spec{Effects: true}, 400)
	_, ok := nested.pair(0, 0).TermCorrelation("labeler", nested.pair(1, 0))
	assert.False(t, ok)
	for _, p := range []*Posterior{shared, nested} {
		of := p.Confusions(1)
		require.Len(t, of.Labelers, 20)
		assert.Equal(t, design.Labelers[0], of.Labelers[0].Labeler)
	}
}

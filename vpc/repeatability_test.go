package vpc_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/vpc"
)

// Labels that were given again: estimates are those of lme4 1.1.31 (REML, R 4.2.2), to a third of a standard deviation:
//
//	fit simulate --family gaussian --items 80 --labelers 12 --labels-per-item 4 --labels-again 2 \
//	  --facet item:labeler=0.5 --mean 20 --item-sd 2 --seed 4 --output again.csv
//	lmer(label ~ 1 + (1 | item) + (1 | labeler) + (1 | item:labeler), read.csv("again.csv"))
//
// which has the variances 4.3622198 of items, 0.2159643 of labelers, 0.3087960 of both together and 0.8526549.
func TestRepeatabilityIsThatOfLme4(t *testing.T) {
	again := spec.ItemByLabeler()
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Nested,
		Studies: []simulate.StudyTruth{{Mean: 20, ItemSD: 2, LabelerSD: 0.5, ResidualSD: 1}},
		Facets:  []simulate.FacetTruth{{Facet: again, SD: []float64{0.5}}}}
	design, err := simulate.Plan{Items: 80, Labelers: spec.Nested,
		Studies: []simulate.StudyPlan{{Name: "all", Labelers: 12, LabelsPerItem: 4}}}.Generate(4)
	require.NoError(t, err)
	design, err = design.Again(2)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 4)
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Facets: []spec.Facet{again}},
		sampler.Settings{Seed: 1, Chains: 2, Draws: 1000})
	require.NoError(t, err)
	p := vpc.LabelPartition(fit.StudyAt(0))
	intra, ok := p.IntraLabelerICC()
	require.True(t, ok)
	repeatability, ok := p.RepeatabilitySD()
	require.True(t, ok)
	assert.InDelta(t, 0.85144, intra.Mean(), 0.02/3)
	assert.InDelta(t, 0.92339, repeatability.Mean(), 0.036/3)
	assert.InDelta(t, 1.17363, p.SEM().Quantile(0.5), 0.08/3, "the median: 12 labelers make it skewed")
	assert.InDelta(t, math.Sqrt(0.3087960+0.8526549), p.ConsistencySEM().Mean(), 0.035/3)

	_, ok = onParameters(fitOf(t, gaussian, randomDraws(4, 3))).RepeatabilitySD()
	assert.False(t, ok)
}

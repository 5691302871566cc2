package newfamily

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/refusal"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// truthOf is what the studies are made with: counts of mean 2 to 3, whose items and labelers differ.
func truthOf(studies int) simulate.Truth {
	all := []simulate.StudyTruth{
		{Mean: 0.7, ItemSD: 0.6, LabelerSD: 0.3, Own: []float64{3}},
		{Mean: 1.1, ItemSD: 0.8, LabelerSD: 0.2, Own: []float64{6}},
	}
	t := simulate.Truth{Family: counts{}, Labelers: spec.Nested, Studies: all[:studies]}
	if studies > 1 {
		t.ItemCorrelation = simulate.CommonCorrelation(studies, 0.7)
	}
	return t
}

func names(studies int) []string { return []string{"experts", "crowd"}[:studies] }

// tableOf simulates the studies: 100 items with 6 labels each by 25 labelers.
func tableOf(t *testing.T, truth simulate.Truth) *study.Table {
	t.Helper()
	plan := simulate.Plan{Items: 100, Labelers: spec.Nested}
	for _, name := range names(len(truth.Studies)) {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: 25, LabelsPerItem: 6})
	}
	design, err := plan.Generate(3)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 4)
	require.NoError(t, err)
	return table
}

func settings() sampler.Settings { return sampler.Settings{Seed: 5, Draws: 500} }

func fitOf(t *testing.T, table *study.Table, effects bool) *model.Posterior {
	t.Helper()
	fit, err := model.Fit(t.Context(), table, spec.Spec{Family: counts{}, Effects: effects}, settings())
	require.NoError(t, err)
	return fit
}

// near asserts that a truth is found: within four posterior standard deviations, by chains that agree.
func near(t *testing.T, want float64, q posterior.Quantity) {
	t.Helper()
	s := q.Summarize(posterior.Interval{Level: 0.95})
	assert.InDelta(t, want, s.Mean, 4*s.SD, q.Name)
	assert.LessOrEqual(t, s.RHat, 1.02, q.Name)
	assert.Less(t, s.SD, 0.5*math.Max(1, want), "%s is told by the labels", q.Name)
}

// Labels that are no counts are refused before anything is sampled.
func TestCountsAreChecked(t *testing.T) {
	table, err := study.NewTable(study.Indexed{
		Studies: []string{"a"}, Items: []string{"x", "y"}, Kind: study.Numeric,
		Study: []int32{0, 0, 0, 0}, Item: []int32{0, 0, 1, 1}, Value: []float64{1, 2, 3, 0.5},
	})
	require.NoError(t, err)
	_, err = model.Fit(t.Context(), table, spec.Spec{Family: counts{}}, settings())
	var unfit *refusal.Error
	require.ErrorAs(t, err, &unfit)
	assert.Equal(t, refusal.UnfitLabel, unfit.Code)
	assert.Equal(t, 0.5, unfit.Value)
	assert.ErrorContains(t, err, "a negative binomial distribution cannot describe it")
}

// A study of a family without a residual cannot be told of one, and its own parameters have to be given.
func TestTruthOfCountsIsChecked(t *testing.T) {
	for name, change := range map[string]func(*simulate.StudyTruth){
		"have no residual standard deviation": func(s *simulate.StudyTruth) { s.ResidualSD = 1 },
		"0 parameters of the counts family":   func(s *simulate.StudyTruth) { s.Own = nil },
		"the shape φ of the counts is -1":     func(s *simulate.StudyTruth) { s.Own = []float64{-1} },
	} {
		truth := truthOf(1)
		plan := simulate.Plan{Items: 4, Studies: []simulate.StudyPlan{{Name: "a", Labelers: 3, LabelsPerItem: 2}}}
		design, err := plan.Generate(1)
		require.NoError(t, err)
		change(&truth.Studies[0])
		_, err = simulate.Simulate(truth, design, 1)
		assert.ErrorContains(t, err, name)
	}
}

// Items from Student's t give counts no mean, because their logarithm is linear in the items' effects.
func TestCountsHaveNoStudentItems(t *testing.T) {
	_, err := model.Resolve(tableOf(t, truthOf(1)), spec.Spec{Family: counts{}, Items: spec.StudentItems})
	var fault *refusal.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, refusal.StudentItemsUnscaled, fault.Code)
	truth := truthOf(1)
	truth.ItemDF = 3
	_, err = truth.Resolve()
	assert.ErrorContains(t, err, "cannot have degrees of freedom")
}

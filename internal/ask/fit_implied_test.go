package ask

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/checks/predictive"
	"concord/internal/result"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
)

// Of ordered categories coefficients of any distance stand beside what the model implies for that distance; replicated
// studies have that of ranks.
func TestImpliedByEachDistance(t *testing.T) {
	truth := simulate.Truth{Family: family.Ordinal{}, Labelers: spec.Nested,
		ItemCorrelation: simulate.CommonCorrelation(2, 0.8), Studies: []simulate.StudyTruth{
			{ItemSD: 2, LabelerSD: 0.5, Thresholds: []float64{-3, 0, 1}},
			{ItemSD: 2, LabelerSD: 0.5, Thresholds: []float64{-1, 0, 3}},
		}}
	plan := simulate.Plan{Items: 60, Studies: []simulate.StudyPlan{
		{Name: "a", Labelers: 10, LabelsPerItem: 4}, {Name: "b", Labelers: 10, LabelsPerItem: 4},
	}}
	design, err := plan.Generate(1)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Family: family.Ordinal{}},
		sampler.Settings{Seed: 1, Chains: 2, Draws: 200})
	require.NoError(t, err)
	var agreement []result.Agreement
	for _, d := range []nonparam.Standard{nonparam.Ordinal, nonparam.Nominal, nonparam.Interval} {
		each, err := result.Coefficients(t.Context(), table, "a", nonparam.Options{Distance: d})
		require.NoError(t, err)
		for _, c := range each {
			if agreement == nil || c.Distance == d.String() { // others have no distance
				agreement = append(agreement, c)
			}
		}
	}
	check, err := predictive.Run(t.Context(), fit, predictive.Options{Replicates: 99, Seed: 1})
	require.NoError(t, err)
	assert.Empty(t, check.Doubts)

	a := Fit(result.NewData("f.csv", table, fit.Spec().Labelers, nil), result.Fit{Posterior: fit,
		Reference: fit.StudyAt(0), Check: check}, agreement, posterior.Interval{Level: 0.95})
	var alphas []float64
	rows := 0
	for _, r := range a.Rows {
		if r.By != answer.Model {
			continue
		}
		at := r.Key
		at.By = ""
		observed := a.Get(r.Q.Name, at)
		assert.Equal(t, []string{"ordinal", "nominal", "interval"}[rows/4], r.Distance)
		assert.Equal(t, r.Distance == "ordinal", !math.IsNaN(observed.P), r.Q.Name)
		assert.InDelta(t, observed.Value, r.Value, 0.15, "%s %v", r.Q.Name, r.Key)
		assert.Less(t, r.Lower, r.Value)
		if rows++; r.Q.Name == "kripp_alpha" {
			alphas = append(alphas, r.Value)
		}
	}
	require.Equal(t, 3*4, rows)
	assert.NotEqual(t, alphas[0], alphas[2], "of exact agreement")
	assert.InDelta(t, fit.StudyAt(0).Thresholds()[2].Mean(), 1, 1)
}

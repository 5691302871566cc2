package result

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/checks/predictive"
	"concord/internal/result/catalogue"
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
	var agreement []Agreement
	for _, d := range []nonparam.Standard{nonparam.Ordinal, nonparam.Nominal, nonparam.Interval} {
		each, err := Coefficients(t.Context(), table, "a", nonparam.Options{Distance: d})
		require.NoError(t, err)
		agreement = append(agreement, each...)
	}
	check, err := predictive.Run(t.Context(), fit, predictive.Options{Replicates: 99, Seed: 1})
	require.NoError(t, err)
	assert.Empty(t, check.Doubts)

	implied, ok := catalogue.NewEvaluator(fit).Labels().Implied()
	require.True(t, ok)
	rows := comparisons(fit, implied, agreement, posterior.Interval{Level: 0.95}, check)
	require.Len(t, rows, 3*4)
	for i, c := range rows {
		want := []string{"ordinal", "nominal", "interval"}[i/4]
		assert.Equal(t, want, c.Distance)
		assert.Equal(t, want == "ordinal", c.PPCTail.Defined(), c.Coefficient)
		assert.Equal(t, want != "ordinal", strings.Contains(c.Undefined, "only by the ordinal distance"), c.Undefined)
		assert.InDelta(t, float64(c.Observed), float64(c.ImpliedMean), 0.15, "%s %s %v", c.Coefficient, c.Distance,
			c.Studies)
		assert.Less(t, float64(c.ImpliedLower), float64(c.ImpliedMean))
	}
	alphas := slices.DeleteFunc(rows, func(c Comparison) bool { return c.Coefficient != "kripp_alpha" })
	assert.NotEqual(t, alphas[0].ImpliedMean, alphas[2].ImpliedMean, "of exact agreement")
	assert.InDelta(t, fit.StudyAt(0).Thresholds()[2].Mean(), 1, 1)

}

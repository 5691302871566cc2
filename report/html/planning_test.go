package html

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/posterior"
	"concord/result"
	"concord/result/catalogue"
)

// The page and fit plan count the same labels: numbers that occur in the draws, and not numbers between two of them.
func TestPageAndPlanCountTheSameLabels(t *testing.T) {
	// Of two draws one needs 2 labels for a reliability of 0.7 and the other 12.
	draws := posterior.NewDraws([]string{"mu[1]", "sd_item[1]", "sd_residual"}, 2, 2)
	for c, residual := range []float64{0.9, 2.2} {
		for i := range 2 {
			draws.Chain(0, c)[i], draws.Chain(1, c)[i], draws.Chain(2, c)[i] = 0, 1, residual
		}
	}
	spec := model.Spec{Family: family.Gaussian{}, Labelers: model.NoLabelers}
	fit, err := model.FromDraws(spec, []string{"all"}, draws)
	require.NoError(t, err)
	data := result.Data{Labels: 200, Items: 100, Studies: []result.Study{{Name: "all", Labels: 200, Items: 100}}}
	plan, err := result.NewPlan(fit, data, result.PlanOptions{Targets: targets(), MostLabels: 1, Assurance: 0.9,
		Interval: posterior.Interval{Level: 0.95}})
	require.NoError(t, err)
	page := Report{Result: &result.Result{Interval: result.Intervals{Level: 0.95}}, Posterior: fit}
	of := catalogue.NewEvaluator(fit)
	page.Shared = &of
	s, ok := planning(page)
	require.True(t, ok)
	row := s.Parts[len(s.Parts)-1].Table.Rows[0]
	for i, l := range plan.Labels {
		assert.Equal(t, fmt.Sprintf("%v [%v, %v]", l.Median, l.Lower, l.Upper), row[i+1].Text)
	}
	assert.Equal(t, "2 [2, 12]", row[1].Text)
}

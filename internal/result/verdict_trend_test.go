package result

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/result/catalogue"
)

// The verdict over tasks in time says which way a quantity goes, if that is sure.
func TestTrendsInWords(t *testing.T) {
	week := func(rises Number) *Trend { return &Trend{First: []string{"w1"}, Last: []string{"w9"}, Rises: rises} }
	icc := func(study string, trend *Trend) TaskSummary {
		return TaskSummary{Quantity: catalogue.ICC, Studies: []string{study}, Trend: trend}
	}
	assert.Equal(t, []string{"Reliability of one label (ICC) falls from w1 to w9 (probability 98.9%)"},
		trendSentences([]TaskSummary{icc("all", week(0.011))}, ""))
	assert.Equal(t, []string{"Reliability of one label (ICC) of crowd rises from w1 to w9 (probability 99.0%)"},
		trendSentences([]TaskSummary{icc("experts", week(0.5)), icc("crowd", week(0.99))}, ""))
	assert.Equal(t, []string{"Agreement with experts (ρ) rises from w1 to w9 (probability 97.5%)"}, trendSentences(
		[]TaskSummary{{Quantity: catalogue.Rho, Studies: []string{"experts", "crowd"}, Trend: week(0.975)}}, "experts"))
	assert.Empty(t, trendSentences([]TaskSummary{icc("all", week(Undefined())), icc("all", nil),
		icc("all", week(0.6))}, ""))
}

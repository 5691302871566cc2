package result

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/result/catalogue"
)

// The verdict over tasks in time says what changed, how and when, or how probable a change is.
func TestChangesInWords(t *testing.T) {
	key := func(name string) []string { return []string{name} }
	trend := func(changed, steady float64) *Trend {
		return &Trend{Unit: "week", ShortestStep: 1, First: key("w1"), Last: key("w9"), Changed: Number(changed),
			Steady: Number(steady), Moved: Number(changed - steady), Before: Range{Median: 0.61},
			After: Range{Median: 0.48}, Until: key("w4"), At: key("w5"), Earliest: key("w5"), Latest: key("w5")}
	}
	icc := func(study string, trend *Trend) TaskSummary {
		return TaskSummary{Quantity: catalogue.ICC, Studies: []string{study}, Trend: trend, Tasks: 9}
	}
	said := func(all ...TaskSummary) []string { return changeSentences(all, "experts") }
	assert.Equal(t, []string{"Reliability of one label (ICC) fell from 0.61 to 0.48 after w4 (probability 97.0%)"},
		said(icc("all", trend(0.97, 0.1))))
	wide := trend(0.97, 0.1)
	wide.Earliest, wide.Before, wide.After = key("w3"), wide.After, wide.Before
	assert.Equal(t, []string{"Reliability of one label (ICC) of crowd rose from 0.48 to 0.61 after w4 (probability " +
		"97.0%; the new level began from w3 to w5)"}, said(icc("experts", trend(0.5, 0.5)), icc("crowd", wide)))
	assert.Equal(t, []string{"Agreement with experts (ρ) fell from 0.61 to 0.48, steadily from w1 to w9 (probability " +
		"99.0%)"}, said(TaskSummary{Quantity: catalogue.Rho, Studies: []string{"experts", "crowd"},
		Trend: trend(0.99, 0.8), Tasks: 9}))
	assert.Equal(t, []string{"No change in 9 weeks: Reliability of one label (ICC) (probability that there was one: " +
		"8.0%)"}, said(icc("all", trend(0.08, 0.04))))
	assert.Equal(t, []string{"No change in 9 weeks. The highest of 2 probabilities that there was one is 12.0%: " +
		"Reliability of one label (ICC) of b"}, said(icc("a", trend(0.08, 0.04)), icc("b", trend(0.12, 0.04))))
	assert.Equal(t, []string{"No sign of a change in 9 weeks. Most probable: Reliability of one label (ICC) (40.0%)"},
		said(icc("all", trend(0.4, 0.1))))
	gaps := trend(0.7, 0.2)
	gaps.ShortestStep = 2
	assert.Equal(t, []string{"9 tasks do not show for sure whether anything changed. Most probable: Reliability of " +
		"one label (ICC) fell from 0.61 to 0.48 after w4 (probability 70.0%)"}, said(icc("all", gaps)))
	assert.Empty(t, said(icc("all", nil)))
}

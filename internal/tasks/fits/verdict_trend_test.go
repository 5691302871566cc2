package fits

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/result"
	"concord/internal/result/catalogue"
)

// The verdict over tasks in time says of means, of reliability and of agreement what changed, how and when, or that
// there is no sign of it, with both probabilities.
func TestChangesInWords(t *testing.T) {
	key := func(name string) []string { return []string{name} }
	trend := func(changed, steady, differ float64) *Trend {
		return &Trend{Tasks: 9, Unit: "week", ShortestStep: 1, First: key("w1"), Last: key("w9"),
			Changed: result.Number(changed), Steady: result.Number(steady), Moved: result.Number(changed - steady),
			Differ: result.Number(differ), Before: Range{Median: 0.61}, After: Range{Median: 0.48},
			Until: key("w4"), At: key("w5"), Earliest: key("w5"), Latest: key("w5")}
	}
	icc := func(study string, trend *Trend) TaskSummary {
		return TaskSummary{Quantity: catalogue.ICC, Studies: []string{study}, Trend: trend, Tasks: 9}
	}
	said := func(all ...TaskSummary) []string { return changeSentences(all, "experts") }
	const reliability = "Reliability of one label (ICC)"
	assert.Equal(t, []string{reliability + " fell from 0.61 to 0.48 after w4 (changed: 97.0%, weeks differ: 98.0%)"},
		said(icc("all", trend(0.97, 0.1, 0.98))))
	wide := trend(0.97, 0.1, 0.98)
	wide.Earliest, wide.Before, wide.After = key("w3"), wide.After, wide.Before
	assert.Equal(t, []string{reliability + " of crowd rose from 0.48 to 0.61 after w4 (changed: 97.0%, weeks differ: " +
		"98.0%); the new level began from w3 to w5"}, said(icc("experts", trend(0.5, 0.5, 0.6)), icc("crowd", wide)))
	assert.Equal(t, []string{"Agreement with experts (ρ) fell from 0.61 to 0.48, steadily from w1 to w9 (changed: " +
		"99.0%, weeks differ: >99.9%)"}, said(TaskSummary{Quantity: catalogue.Rho, Tasks: 9,
		Studies: []string{"experts", "crowd"}, Trend: trend(0.99, 0.8, 0.9999)}))
	assert.Equal(t, []string{reliability + ": no change in 9 weeks (changed: 8.0%, weeks differ: 12.0%)"},
		said(icc("all", trend(0.08, 0.04, 0.12))))
	assert.Equal(t, []string{reliability + " of b: no sign of a change in 9 weeks (changed: 40.0%, weeks differ: " +
		"45.0%)"},
		said(icc("a", trend(0.08, 0.04, 0.1)), icc("b", trend(0.4, 0.1, 0.45))))
	assert.Equal(t, []string{reliability + " differs between weeks for sure; most probably it fell from 0.61 to 0.48 " +
		"after w4 (changed: 92.0%, weeks differ: 99.0%)"}, said(icc("all", trend(0.92, 0.1, 0.99))))
	assert.Equal(t, []string{reliability + " differs between weeks for sure, in no clear order (changed: 30.0%, " +
		"weeks differ: 99.0%)"}, said(icc("all", trend(0.3, 0.1, 0.99))))
	wander := trend(0.97, 0.1, 0.98)
	wander.Wandered, wander.Moved, wander.Earliest = 0.8, 0.07, key("w2")
	assert.Equal(t, []string{reliability + " wandered or fell from 0.61 to 0.48, steadily from w1 to w9 " +
		"(changed: 97.0%, weeks differ: 98.0%)"}, said(icc("all", wander)))
	gaps := trend(0.7, 0.2, 0.8)
	gaps.ShortestStep = 2
	mean := TaskSummary{Quantity: MeanOverTime, Studies: []string{"all"}, Trend: gaps, Tasks: 9}
	rate := TaskSummary{Quantity: RateOverTime, Studies: []string{"all"}, Trend: trend(0.97, 0.1, 0.98), Tasks: 9}
	assert.Equal(t, []string{"9 tasks do not show for sure whether the mean changed; most probably it fell from 0.61 " +
		"to 0.48 after w4 (changed: 70.0%, tasks differ: 80.0%)"}, said(mean))
	assert.Equal(t, []string{"The rate fell from 0.61 to 0.48 after w4 (changed: 97.0%, weeks differ: 98.0%)",
		reliability + ": no change in 9 weeks (changed: 8.0%, weeks differ: 12.0%)"},
		said(icc("all", trend(0.08, 0.04, 0.12)), rate), "each quantity, the surest first")
	assert.Empty(t, said(icc("all", nil)))
}

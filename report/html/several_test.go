package html

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/report"
)

// The page of several fits names every task and says which has none; names from the data are text.
func TestPageOfSeveral(t *testing.T) {
	one := reportOf(t, hostileTable(t), model.Spec{}).Result
	none := report.NewAgreement(one.Data, one.Agreement, 0.95)
	sev := &report.Several{Data: one.Data, Interval: one.Interval, Cut: []string{"category"}, Partial: true,
		Tasks: []report.Task{
			{Key: []string{hostile[0]}, Seed: 1, Result: one},
			{Key: []string{hostile[4]}, Seed: 2, Result: none, Undefined: hostile[1] + " is too rare"},
			{Key: []string{"broken"}, Seed: 3, Undefined: "it broke"},
		},
		Agreement: one.Agreement,
		Confusion: []report.Confusion{
			{Studies: []string{"a"}, Categories: []string{hostile[0], "v", "w"}, Items: 7,
				Shares: [][]report.Number{{0.25, 0.125, 0.125}, {0.25, 0.25, 0}, {0, 0, 0}}},
			{Studies: []string{"a", "b"}, Categories: []string{"u", "v", "w"}},
		}}
	var b bytes.Buffer
	require.NoError(t, WriteSeveral(&b, Several{Result: sev, Command: "fit " + hostile[2], Version: "v0"}))
	page := b.String()
	wellFormed(t, page)
	assert.NotContains(t, styles.ReplaceAllString(page, ""), "<script")
	assert.NotContains(t, page, "NaN")
	text := textOf(page)
	for _, want := range []string{"PARTIAL", hostile[0], hostile[4] + " has no fit: " + hostile[1] + " is too rare",
		"broken has no fit: it broke", "7 items with two labels or more", "All categories together",
		"fit " + hostile[2]} {
		assert.Contains(t, text, want)
	}
	for _, cell := range []string{">50<", ">25<"} { // of the first row: 0.25 and 0.125 of 0.5
		assert.Contains(t, page, cell)
	}
	for _, task := range sev.Tasks[:1] {
		e, ok := estimateOf(task.Result, "icc", task.Result.LabelScale(), []string{one.Data.Studies[0].Name})
		require.True(t, ok)
		assert.Contains(t, text, value(e)+" "+span(e))
	}
	assert.PanicsWithValue(t, "html: there is no result", func() { _ = WriteSeveral(io.Discard, Several{}) })
	assert.ErrorContains(t, WriteSeveral(failing{}, Several{Result: sev}), "full")
}

package html

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/result"
)

// The page of several fits names every task and says which has none; names from the data are text.
func TestPageOfSeveral(t *testing.T) {
	one := reportOf(t, hostileTable(t), model.Spec{}).Result
	none := result.NewAgreement(one.Data, one.Agreement, 0.95)
	sev := &result.Several{Data: one.Data, Interval: one.Interval, Cut: []string{"category"}, Partial: true,
		Tasks: []result.Task{
			{Key: []string{hostile[0]}, Seed: 1, Result: one},
			{Key: []string{hostile[4]}, Seed: 2, Result: none, Undefined: hostile[1] + " is too rare"},
			{Key: []string{"broken"}, Seed: 3, Undefined: "it broke"},
		},
		Agreement: one.Agreement,
		Confusion: []result.Confusion{
			{Studies: []string{"a"}, Categories: []string{hostile[0], "v", "w"}, Items: 7,
				Shares: [][]result.Number{{0.25, 0.125, 0.125}, {0.25, 0.25, 0}, {0, 0, 0}}},
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

// Of five tasks on there are pictures of all of them, in which every task has its place: ICCs in bars of 0.05, ρ beside
// normalized κx, and panels from the highest ρ to the lowest.
func TestPageShowsAllTasksAtOnce(t *testing.T) {
	one := reportOf(t, hostileTable(t), model.Spec{}).Result
	pair := estimates(one, "rho", one.LabelScale())[0].Studies
	task := func(name string, icc, rho, kappa float64) result.Task {
		r := *one
		r.Estimates, r.Agreement = slices.Clone(one.Estimates), slices.Clone(one.Agreement)
		for i, e := range r.Estimates {
			if e.Scale == one.LabelScale() && e.Quantity == "icc" {
				r.Estimates[i].Mean = result.Number(icc)
			}
			if e.Scale == one.LabelScale() && e.Quantity == "rho" {
				r.Estimates[i].Mean = result.Number(rho)
			}
		}
		for i, a := range r.Agreement {
			if a.Coefficient == "normalized_cross_kappa" {
				r.Agreement[i].Estimate = result.Number(kappa)
			}
		}
		if i := slices.IndexFunc(r.Agreement, func(a result.Agreement) bool {
			return a.Coefficient == "normalized_cross_kappa" && slices.Equal(a.Studies, pair)
		}); i < 0 {
			r.Agreement = append(r.Agreement, result.Agreement{Coefficient: "normalized_cross_kappa", Studies: pair,
				Estimate: result.Number(kappa)})
		}
		return result.Task{Key: []string{name}, Result: &r}
	}
	sev := &result.Several{Data: one.Data, Interval: one.Interval, Cut: []string{"label"}, Tasks: []result.Task{
		task("low", 0.11, 0.2, 0.3), task("none", 0, 0, 0), task("top", 0.52, 0.9, 1), task("mid", 0.53, 0.5, 0.55),
		task("more", 0.97, 0.7, 0.65), task("last", 0.54, 0.1, 0.2)}}
	sev.Tasks[1] = result.Task{Key: []string{"none"}, Undefined: "it broke"}
	s, ok := acrossSection(sev)
	require.True(t, ok)
	require.Len(t, s.Parts, 2)
	histogram := s.Parts[0].Pictures[0]
	tall := map[string]string{}
	for _, shape := range histogram.Figure.Shapes {
		if shape.Kind == "box" {
			tall[shape.X1] = shape.Y2
		}
	}
	a := axis{0, 1, 0.2}
	assert.Equal(t, map[string]string{percent(a.at(0.1) + 0.2): "38.0", percent(a.at(0.5) + 0.2): "114.0",
		percent(a.at(0.95) + 0.2): "38.0"}, tall, "one, three and one task")
	assert.Contains(t, histogram.Caption, "from 0.11 to 0.97, 5 tasks, half of them below 0.53")
	dots := 0
	for _, shape := range s.Parts[1].Picture.Figure.Shapes {
		if shape.Kind == "dot" {
			dots++
		}
	}
	assert.Equal(t, 5, dots)
	// Python: statistics.correlation([0.3, 1, 0.55, 0.65, 0.2], [0.2, 0.9, 0.5, 0.7, 0.1]) is 0.982
	assert.Contains(t, s.Parts[1].Picture.Caption, "Their correlation is 0.98.")
	var order []string
	for _, task := range inOrder(sev, sev.First()) {
		order = append(order, task.Key[0])
	}
	assert.Equal(t, []string{"top", "more", "mid", "low", "last", "none"}, order)
	sev.Over = []result.Over{{Quantity: "icc", Studies: []string{"a"}, Trend: &result.Trend{}}}
	assert.Equal(t, "low", inOrder(sev, sev.First())[0].Key[0], "weeks stay in their order")
	_, ok = acrossSection(&result.Several{Data: one.Data, Tasks: sev.Tasks[:4]})
	assert.False(t, ok)
	var b bytes.Buffer
	require.NoError(t, WriteSeveral(&b, Several{Result: sev}))
	wellFormed(t, b.String())
}

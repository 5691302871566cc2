package ask

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
	"concord/study"
)

func TestConfusionsOfATable(t *testing.T) {
	table, err := study.NewTable(study.Indexed{Items: []string{"a"}, Studies: []string{"p", "q"},
		Item: []int32{0, 0, 0}, Study: []int32{0, 0, 1}, Value: []float64{0, 1, 1}, Kind: study.Nominal,
		Categories: []string{"joy", "awe"}})
	require.NoError(t, err)
	a := answer.New("fit", result.Data{}, result.Intervals{})
	Confuse(a, table)
	shares := map[answer.Key]float64{}
	for _, r := range a.Rows {
		assert.Equal(t, 1, r.N)
		shares[r.Key] = r.Value
	}
	key := func(of, category, against string) answer.Key {
		return answer.Key{Group: "p", Of: of, Category: category, Against: against}
	}
	assert.Equal(t, map[answer.Key]float64{
		key("", "joy", "joy"): 0, key("", "joy", "awe"): 0.5, key("", "awe", "joy"): 0.5, key("", "awe", "awe"): 0,
		key("q", "joy", "joy"): 0, key("q", "joy", "awe"): 0.5, key("q", "awe", "joy"): 0, key("q", "awe", "awe"): 0.5,
	}, shares, "q alone has no two labels of an item")
}

// What many tasks say together has notes: what it means, which tasks are left out, and where it is weak.
func TestNotesOverTasks(t *testing.T) {
	a := answer.New("fit", result.Data{}, result.Intervals{})
	icc := answer.Key{Term: "icc", Group: "a"}
	for i, at := range []answer.Key{icc, {Term: "rho", Of: "a", Against: "b"},
		{Term: "rho_difference", Group: "r", Of: "a", Against: "b", Design: "age"}} {
		r := a.Add("over_middle", at, 0.5)
		for name, n := range []map[string]float64{{"not_converged": 2, "not_told": 1, "unreached": 3}, {"small": 2},
			{}}[i] {
			a.Add("over_"+name, at, n)
		}
		if i == 2 {
			r.Method, r.P = "difference of the two middles", 0.3
		}
	}
	a.Words("over_untimed", answer.Key{}, "other")
	for i, task := range []string{"one", "two"} {
		at := icc
		at.Task = task
		a.Add("over_task", at, 0.7).Within(0.6, 0.9).P = []float64{0.2, 0.8}[i]
	}
	a.Add("trend", icc, 0)
	for i, text := range []string{"day", "week 3", "week 12"} {
		a.Words([]string{"trend_unit", "trend_first", "trend_last"}[i], icc, text)
	}
	a.Add("trend_shortest_step", icc, 28)
	a.Add("trend_longest_step", icc, 31)
	notes := say.OverNotes(a)
	require.Len(t, notes, 8)
	assert.Equal(t, []string{"Left out: 2 tasks, not converged.",
		"No trend: most tasks are times, but these are not: other.",
		"ICC, a: the draws of 3 tasks rarely reach the values that the other tasks suggest. The interval is too " +
			"narrow.",
		"ρ, a × b: a group of 2 tasks has fewer than 200 items or 5 labels an item. The middle ρ of small tasks of " +
			"numbers is too large: by 0.03 if 60 items have three labels each.",
		"z of ρ with r, a − b (age): the difference of the two middles, as if they were independent. The interval is " +
			"too wide if their errors go together, as they do for one reference.",
		"Left out: 1 task, because the draws do not show the result without the prior.",
		"ICC, a is largest in two with probability 80.0%: 0.70 [0.60, 0.90]."}, notes[1:])
	notes = say.TrendNotes(a)
	require.Len(t, notes, 2)
	assert.Contains(t, notes[0], "a change between week 3 and week 12: in one step")
	assert.Equal(t, "The tasks are 28 to 31 days apart. The line uses these steps; a step uses only their order.",
		notes[1])
}

package fits

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/study"
)

// example is the result of a fit of two groups.
func example(t *testing.T) *result.Result {
	t.Helper()
	text, err := os.ReadFile("../../result/testdata/example.json.golden")
	require.NoError(t, err)
	var r result.Result
	require.NoError(t, json.Unmarshal(text, &r))
	return &r
}

// several is two tasks, of which one has no fit, with names that mean something elsewhere.
func several(t *testing.T) *Several {
	t.Helper()
	one := example(t)
	return &Several{
		Data: one.Data, Interval: one.Interval, Cut: []string{"category"}, Agreement: one.Agreement,
		Tasks: []Task{
			{Key: []string{"=joy|1"}, Seed: 1<<53 - 1, Result: one},
			{Key: []string{"awe"}, Seed: 2, Undefined: "it is too rare", Result: result.NewAgreement(one.Data,
				one.Agreement,
				0.95)},
			{Key: []string{"fear"}, Seed: 3, Undefined: "it broke"},
		},
		Confusion: []Confusion{
			{Studies: []string{"experts"}, Categories: []string{"=joy|1", "awe", "fear"}},
			{Studies: []string{"experts", "old"}, Categories: []string{"=joy|1", "awe", "fear"}, Items: 5,
				Shares: [][]result.Number{{0.5, 0.1, 0.2}, {0, 0.2, 0}, {0, 0, 0}}},
		},
	}
}

func TestSeveralAsJSONIsReadBack(t *testing.T) {
	var b bytes.Buffer
	sev := several(t)
	sev.Conclude()
	require.NoError(t, result.WriteJSON(&b, sev))
	var back Several
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	require.Len(t, back.Tasks, 3)
	assert.True(t, back.Tasks[0].Fitted())
	assert.False(t, back.Tasks[1].Fitted())
	assert.Equal(t, "it broke", back.Tasks[2].Undefined)
	assert.Equal(t, result.Number(0.2), back.Confusion[1].Shares[1][1])
	none := &Several{Tasks: back.Tasks[1:]}
	assert.Nil(t, none.First())
	none.Conclude()
	assert.Empty(t, none.Verdict, "nothing to conclude from")
}

// Tasks stand from the highest ρ to the lowest, those without a fit last, and the verdict names the ends.
func TestRanked(t *testing.T) {
	task := func(name string, rho result.Number) Task {
		r := example(t)
		r.Diagnostics = &result.Diagnostics{Converged: true}
		for i, e := range r.Estimates {
			if e.Quantity == "rho" && e.Scale == r.LabelScale() && e.Defined() {
				r.Estimates[i].Mean, r.Estimates[i].Median = rho, rho
			}
		}
		return Task{Key: []string{name}, Result: r}
	}
	sev := &Several{Tasks: []Task{{Key: []string{"none"}, Undefined: "too rare"}, task("low", 0.1), task("high", 0.9),
		task("middle", 0.5)}}
	var names []string
	for _, task := range sev.Ranked() {
		names = append(names, task.Key[0])
	}
	assert.Equal(t, []string{"high", "middle", "low", "none"}, names)
	sev.Conclude()
	assert.Equal(t, []string{"Agreement of experts and old (ρ): highest in high (0.90), lowest in low (0.10)"},
		sev.Verdict)
	sev.Summaries = []TaskSummary{{Quantity: "rho_difference", Studies: []string{"r", "a", "b"},
		Typical: Range{Median: -1}, Positive: 0.01}}
	sev.Conclude()
	assert.Equal(t, "b is closer to r than a is: probability 99.0%, over all tasks", sev.Verdict[0])
	sev.Partial = true
	sev.Conclude()
	assert.Equal(t, []string{"No verdict over the tasks: the run was interrupted"}, sev.Verdict)
}

func TestConfusionsOfATable(t *testing.T) {
	table, err := study.NewTable(study.Indexed{Items: []string{"a"}, Studies: []string{"p", "q"},
		Item: []int32{0, 0, 0}, Study: []int32{0, 0, 1}, Value: []float64{0, 1, 1}, Kind: study.Nominal,
		Categories: []string{"joy", "awe"}})
	require.NoError(t, err)
	assert.Equal(t, []Confusion{
		{Studies: []string{"p"}, Categories: []string{"joy", "awe"}, Items: 1, Shares: [][]result.Number{{0, 0.5},
			{0.5, 0}}},
		{Studies: []string{"q"}, Categories: []string{"joy", "awe"}},
		{Studies: []string{"p", "q"}, Categories: []string{"joy", "awe"}, Items: 1, Shares: [][]result.Number{{0,
			0.5}, {0,
			0.5}}},
	}, Confusions(table))
}

// A verdict over tasks has numbers that are in a row: of several groups, each stands alone.
func TestRankingOfGroups(t *testing.T) {
	task := func(name string, a, b result.Number) Task {
		rho := func(study string, value result.Number) result.Estimate {
			return result.Estimate{Quantity: catalogue.Rho, Studies: []string{"r", study}, Scale: result.ScaleLabel,
				Mean: value,
				SD:   0.01}
		}
		return Task{Key: []string{name}, Result: &result.Result{Model: &result.Model{Reference: "r",
			Family: "gaussian"},
			Diagnostics: &result.Diagnostics{Converged: true},
			Data:        result.Data{Studies: []result.Study{{Name: "r"}, {Name: "a"}, {Name: "b"}}},
			Estimates:   []result.Estimate{rho("a", a), rho("b", b)}}}
	}
	var rk ranking
	rk.add(task("one", 0.9, 0.5))
	rk.add(task("two", 0.7, 0.3))
	assert.Equal(t, "Agreement with the reference (ρ): highest in one of a (0.90), lowest in two of b (0.30)",
		rk.sentence())
}

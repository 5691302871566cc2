package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
)

// criteriaOfScales are rows of criteria, each with a scale of its own, and the rows of each alone.
func criteriaOfScales(scales map[string][]string, names ...string) (all []string, alone map[string][]string) {
	alone = map[string][]string{}
	for c, name := range names {
		scale := scales[name]
		for i := range 24 {
			for l := range 3 {
				at := min(max(i*len(scale)/24+(7*i+5*l+c)*13%11/4-1, 0), len(scale)-1)
				row := fmt.Sprintf("%s,i%d,l%d,%s", name, i, l, scale[at])
				all, alone[name] = append(all, row), append(alone[name], row)
			}
		}
	}
	return all, alone
}

// The fit and the coefficients of a task are those of a file that has its labels alone. A category that only other
// tasks use is neither a parameter of its model nor in the list on which chance depends.
func TestTasksHaveTheirOwnCategories(t *testing.T) {
	const header = "criterion,item,labeler,label"
	for name, scales := range map[string]map[string][]string{
		"numbers": {"tone": {"1", "2", "3"}, "accuracy": {"1", "2", "3", "5", "6", "7", "8"},
			"style": {"4", "5", "6"}},
		"steps": {"tone": {"1", "2", "4"}, "accuracy": {"10", "20", "30", "50"}, "style": {"2", "3", "4"}},
		"scale": {"tone": {"strongly disagree", "disagree", "neutral"}, "accuracy": {"strongly disagree", "disagree",
			"neutral", "agree", "strongly agree"}, "style": {"strongly disagree", "disagree", "neutral", "agree"}},
	} {
		t.Run(name, func(t *testing.T) {
			rows, alone := criteriaOfScales(scales, "accuracy", "tone", "style")
			sev, _ := tasksOf(t, "--by", "criterion", "--coefficients", "gwet_ac,kripp_alpha",
				written(t, header, rows))
			require.Len(t, sev.Runs, 3)
			for _, task := range sev.Runs {
				var out, told bytes.Buffer
				code := run(append(slices.Clone(quickly), "--coefficients", "gwet_ac,kripp_alpha", "--seed",
					fmt.Sprint(task.Sampler.Seed), written(t, header, alone[task.Task])), streams{out: &out,
					err: &told})
				require.Contains(t, []int{exitFine, exitNotConverged}, code, told.String())
				one := oneFit(t, out.String())
				assert.Equal(t, numbersOf(t, one, ""), numbersOf(t, sev, task.Task), task.Task)
				assert.Equal(t, one.Runs[0].Model.Categories, task.Model.Categories)
			}
		})
	}
}

// Words without order are fitted in the tasks that use them, each as in a file of these labels alone. A scale that the
// user gives stays whole.
func TestTasksOfWordsAndOfAGivenScale(t *testing.T) {
	const header = "criterion,item,labeler,label"
	rows, alone := criteriaOfScales(map[string][]string{"topic": {"news", "sport", "art"},
		"mood": {"happy", "sad", "calm", "dull"}}, "topic", "mood")
	sev, _ := tasksOf(t, "--by", "criterion", written(t, header, rows))
	require.Len(t, sev.Runs, 7)
	words, _ := tasksOf(t, written(t, header, alone["mood"]))
	require.Len(t, words.Runs, 4)
	coefficients := func(a *answer.Answer, task string) string {
		var rows []*answer.Row
		for _, r := range a.Rows {
			if r.Task == task && r.Distance != "" && r.By == "" {
				c := *r
				c.Task, c.Why, c.P = "", "", math.NaN() // of studies that the fit made
				rows = append(rows, &c)
			}
		}
		require.NotEmpty(t, rows)
		return jsonOf(t, rows)
	}
	for i, task := range words.Runs {
		at := slices.IndexFunc(sev.Runs, func(of answer.Run) bool {
			return slices.Equal(of.Key, []string{"mood", task.Task})
		})
		require.GreaterOrEqual(t, at, 0, i)
		assert.Equal(t, coefficients(words, task.Task), coefficients(sev, sev.Runs[at].Task))
		assert.Equal(t, task.Data.Negative, sev.Runs[at].Data.Negative)
	}

	rows, _ = criteriaOfScales(map[string][]string{"one": {"poor", "fair", "good"}, "two": {"fair", "good", "great"}},
		"one", "two")
	sev, _ = tasksOf(t, "--by", "criterion", "--order", "poor,fair,good,great", written(t, header, rows))
	for _, task := range sev.Runs {
		assert.Len(t, task.Model.Categories, 4)
	}
}

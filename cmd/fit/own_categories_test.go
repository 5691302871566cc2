package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/internal/tasks/fits"
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
			sev, _ := severalOf(t, "--by", "criterion", "--coefficients", "gwet_ac,kripp_alpha",
				written(t, header, rows))
			require.Len(t, sev.Tasks, 3)
			for _, task := range sev.Tasks {
				var out, told bytes.Buffer
				code := run(append(slices.Clone(quickly), "--coefficients", "gwet_ac,kripp_alpha", "--seed",
					fmt.Sprint(task.Seed), written(t, header, alone[task.Key[0]])), streams{out: &out, err: &told})
				require.Contains(t, []int{exitFine, exitNotConverged}, code, told.String())
				var one result.Result
				require.NoError(t, json.Unmarshal(out.Bytes(), &one))
				assert.Equal(t, jsonOf(t, one.Estimates), jsonOf(t, task.Result.Estimates), task.Key)
				assert.Equal(t, jsonOf(t, one.Agreement), jsonOf(t, task.Result.Agreement), task.Key)
				assert.Equal(t, one.Model.Categories, task.Result.Model.Categories)
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
	sev, _ := severalOf(t, "--by", "criterion", written(t, header, rows))
	require.Len(t, sev.Tasks, 7)
	words, _ := severalOf(t, written(t, header, alone["mood"]))
	require.Len(t, words.Tasks, 4)
	for i, task := range words.Tasks {
		at := slices.IndexFunc(sev.Tasks, func(of fits.Task) bool {
			return slices.Equal(of.Key, []string{"mood", task.Key[0]})
		})
		require.GreaterOrEqual(t, at, 0, i)
		assert.Equal(t, jsonOf(t, task.Result.Agreement), jsonOf(t, sev.Tasks[at].Result.Agreement))
		assert.Equal(t, task.Result.Data.Negative, sev.Tasks[at].Result.Data.Negative)
	}

	rows, _ = criteriaOfScales(map[string][]string{"one": {"poor", "fair", "good"}, "two": {"fair", "good", "great"}},
		"one", "two")
	sev, _ = severalOf(t, "--by", "criterion", "--order", "poor,fair,good,great", written(t, header, rows))
	for _, task := range sev.Tasks {
		assert.Len(t, task.Result.Model.Categories, 4)
	}
}

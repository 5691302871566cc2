package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
)

// quickly are flags of a fit that is not to be relied on.
var quickly = []string{"--draws", "60", "--warmup", "50", "--replications", "10", "--bootstrap", "0", "--format",
	"json"}

// tasksOf is the answer of several fits, and its JSON.
func tasksOf(t *testing.T, args ...string) (*answer.Answer, string) {
	t.Helper()
	out, _ := runFit(t, exitNotConverged, append(slices.Clone(quickly), args...)...)
	return answerIn(t, out), out
}

// answerIn reads the JSON of an answer.
func answerIn(t *testing.T, out string) *answer.Answer {
	t.Helper()
	a := answer.New("", result.Data{}, result.Intervals{})
	require.NoError(t, json.Unmarshal([]byte(out), a))
	return a
}

// oneFit is the answer of one fit.
func oneFit(t *testing.T, out string) *answer.Answer {
	t.Helper()
	return answerIn(t, out)
}

// numbersOf are the rows of a task, or of one fit, but for the means of labels, events that only tasks have, and why
// a fit is not to be relied on.
func numbersOf(t *testing.T, a *answer.Answer, task string) string {
	t.Helper()
	var rows []*answer.Row
	for _, r := range a.Rows {
		if r.Task == task && !strings.HasPrefix(r.Q.Name, "observed_") && r.Event == "" {
			c := *r
			c.Task, c.Why = "", ""
			rows = append(rows, &c)
		}
	}
	require.NotEmpty(t, rows)
	return jsonOf(t, rows)
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// The fit of a category is that of the same labels with the category named as positive and the seed that the result
// says, and depends neither on the number of cores nor on its place among the others.
func TestFitOfACategory(t *testing.T) {
	sev, text := tasksOf(t, "--cores", "1", testdata("topics.csv"))
	_, again := tasksOf(t, "--cores", "3", testdata("topics.csv"))
	assert.Equal(t, withoutTimes(text), withoutTimes(again))
	require.Len(t, sev.Runs, 4)

	task := sev.Runs[1]
	require.Equal(t, []string{"praise"}, task.Key)
	out, _ := runFit(t, exitNotConverged, append(slices.Clone(quickly), "--positive", "praise",
		"--negative", "complaint,question,spam", "--seed", fmt.Sprint(task.Sampler.Seed), testdata("topics.csv"))...)
	assert.Equal(t, numbersOf(t, oneFit(t, out), ""), numbersOf(t, sev, "praise"))

	// The coefficients of all together are those of the command that has nothing else.
	out, _ = runFit(t, exitFine, "agreement", "--bootstrap", "0", "--format", "json", testdata("topics.csv"))
	together := foundIn(t, out)
	for _, c := range sev.Rows {
		if c.Task != "" || c.Distance == "" {
			continue
		}
		var values []float64
		for _, r := range together.of(c.Q.Name, "") {
			if r.Group == c.Group && r.Of == c.Key.Of && r.Against == c.Against {
				require.NotNil(t, r.Value)
				values = append(values, *r.Value)
			}
		}
		assert.Equal(t, []float64{c.Value}, values, c.Q.Name)
	}

	// A file in which another category comes first has the same fits in another order.
	file, err := os.ReadFile(testdata("topics.csv"))
	require.NoError(t, err)
	rows := strings.SplitAfter(string(file), "\n")
	first := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, ",spam") })
	moved := slices.Concat(rows[:1], rows[first:first+1], rows[1:first], rows[first+1:])
	path := filepath.Join(t.TempDir(), "moved.csv")
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(moved, "")), 0o644))
	other, _ := tasksOf(t, "--draws", "10", path)
	assert.Equal(t, "praise", other.Runs[2].Task)
	assert.Equal(t, task.Sampler.Seed, other.Runs[2].Sampler.Seed)
}

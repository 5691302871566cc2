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

	"concord/internal/result"
	"concord/internal/tasks/fits"
)

// quickly are flags of a fit that is not to be relied on.
var quickly = []string{"--draws", "60", "--warmup", "50", "--replications", "10", "--bootstrap", "0", "--format",
	"json"}

func severalOf(t *testing.T, args ...string) (*fits.Several, string) {
	t.Helper()
	out, _ := runFit(t, exitNotConverged, append(slices.Clone(quickly), args...)...)
	var sev fits.Several
	require.NoError(t, json.Unmarshal([]byte(out), &sev))
	return &sev, out
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
	sev, text := severalOf(t, "--cores", "1", testdata("topics.csv"))
	_, again := severalOf(t, "--cores", "3", testdata("topics.csv"))
	assert.Equal(t, withoutTimes(text), withoutTimes(again))
	require.Len(t, sev.Tasks, 4)
	contractOfSeveral(t, text)

	task := sev.Tasks[1]
	require.Equal(t, []string{"praise"}, task.Key)
	out, _ := runFit(t, exitNotConverged, append(slices.Clone(quickly), "--positive", "praise",
		"--negative", "complaint,question,spam", "--seed", fmt.Sprint(task.Seed), testdata("topics.csv"))...)
	var one result.Result
	require.NoError(t, json.Unmarshal([]byte(out), &one))
	assert.Equal(t, jsonOf(t, one.Estimates), jsonOf(t, task.Result.Estimates))
	assert.Equal(t, jsonOf(t, one.Agreement), jsonOf(t, task.Result.Agreement))
	assert.Equal(t, jsonOf(t, one.Comparison), jsonOf(t, task.Result.Comparison))

	// The coefficients of all together are those of the command that has nothing else.
	out, _ = runFit(t, exitFine, "agreement", "--bootstrap", "0", "--format", "json", testdata("topics.csv"))
	together := foundIn(t, out)
	for _, c := range sev.Agreement {
		var values []float64
		for _, r := range together.of(c.Coefficient, "") {
			if slices.Equal(c.Studies, []string{r.Group}) || slices.Equal(c.Studies, []string{r.Of, r.Against}) {
				require.NotNil(t, r.Value)
				values = append(values, *r.Value)
			}
		}
		assert.Equal(t, []float64{float64(c.Estimate)}, values, c.Coefficient)
	}

	// A file in which another category comes first has the same fits in another order.
	file, err := os.ReadFile(testdata("topics.csv"))
	require.NoError(t, err)
	rows := strings.SplitAfter(string(file), "\n")
	first := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, ",spam") })
	moved := slices.Concat(rows[:1], rows[first:first+1], rows[1:first], rows[first+1:])
	path := filepath.Join(t.TempDir(), "moved.csv")
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(moved, "")), 0o644))
	other, _ := severalOf(t, "--draws", "10", path)
	i := slices.IndexFunc(other.Tasks, func(o fits.Task) bool { return o.Key[0] == "praise" })
	require.Equal(t, 2, i)
	assert.Equal(t, task.Seed, other.Tasks[i].Seed)
}

// contractOfSeveral compares the keys of the JSON of several fits with those of the contract. Those of a fit, see
// TestJSONContract, stand below each task.
func contractOfSeveral(t *testing.T, text string) {
	t.Helper()
	var v map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &v))
	for _, task := range v["tasks"].([]any) {
		if task := task.(map[string]any); task["result"] != nil {
			task["result"] = map[string]any{}
		}
	}
	shapes := map[string]bool{".data.warnings[] string": true}
	collectShapes(shapes, "", v)
	goldenShapes(t, "contract_several.golden", shapes)
}

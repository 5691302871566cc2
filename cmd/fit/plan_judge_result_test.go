package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
)

// A plan from what fit judge said is the plan of its medians: with the shares i of items and l of labelers of the
// variance of a label, a person's r is √i and, ignoring level, √(i/(1 − l)).
func TestPlanFromAResultOfJudge(t *testing.T) {
	const i, l, r = 0.4, 0.1, 0.8
	compared := answer.New("judge", result.Data{Kind: "numeric"}, result.Intervals{})
	of := func(judge string, validity float64) *answer.Row {
		return compared.Add("validity", answer.Key{Group: "people", Of: judge}, validity)
	}
	person := answer.Key{Group: "people", By: answer.Person}
	of("gpt", r)
	of("same", math.NaN()).Why = "its labels are all the same, and follow nothing"
	of("odd", -0.1)
	compared.Add("validity", person, math.Sqrt(i))
	compared.Add("following", person, math.Sqrt(i/(1-l)))
	compared.Add("labelers", answer.Key{Group: "people"}, 20)
	path := filepath.Join(t.TempDir(), "judges.json")
	keep := func(v any) {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, b, 0o644))
	}
	plan := func(args ...string) found {
		out, _ := runFit(t, exitFine, append([]string{"plan", "--format", "json"}, args...)...)
		return foundIn(t, out)
	}
	same := func(want, got found) {
		needed := want.of("items_needed", "")
		require.NotEmpty(t, needed)
		for n, r := range got.of("items_needed", "") {
			require.InDelta(t, *needed[n].Value, *r.Value, 1, "%d", n)
		}
	}
	keep(compared)
	got := plan("--judge", "gpt", path)
	want := plan("--assume", fmt.Sprintf("icc=%v,r=%v,labeler-icc=%v,people=20", i, r, l))
	require.InDelta(t, l, got.value(t, "labeler_icc", ""), 1e-12)
	require.InDelta(t, i, got.value(t, "icc", ""), 1e-12)
	same(want, got)
	require.Contains(t, got.Doubts[0], "medians of what fit judge said")

	_, message := runFit(t, exitUsage, "plan", "--judge", "gpd", path)
	require.Contains(t, message, `there is no judge "gpd"; did you mean "gpt"`)
	_, message = runFit(t, exitUsage, "plan", "--judge", "same", path)
	require.Contains(t, message, "its labels are all the same")
	_, message = runFit(t, exitUsage, "plan", "--judge", "odd", path)
	require.Contains(t, message, "do not follow those of people")
	_, message = runFit(t, exitUsage, "plan", "--judge", "gpt", "--humans", "folk", path)
	require.Contains(t, message, "the people of that result are people")
	_, message = runFit(t, exitUsage, "plan", "--judge", "gpt", "--draws", "100", path)
	require.Contains(t, message, "--draws goes with the labels of a pilot")
	words := answer.New("judge", result.Data{Kind: "nominal"}, result.Intervals{})
	words.Add("validity", answer.Key{Task: "ant", Group: "people", Of: "gpt"}, r)
	keep(words)
	_, message = runFit(t, exitUsage, "plan", "--judge", "gpt", path)
	require.Contains(t, message, "category by category")

	compared.Data = result.Data{Kind: "binary", Studies: []result.Study{{Name: "people", Mean: 0.3}}}
	keep(compared)
	got = plan("--judge", "gpt", path)
	want = plan("--assume", fmt.Sprintf("icc=%v,r=%v,share=0.3", i, r))
	same(want, got)
}

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/result"
)

// A plan from what fit judge said is the plan of its medians: with the shares i of items and l of labelers of the
// variance of a label, a person's r is √i and, level aside, √(i/(1 − l)).
func TestPlanFromAResultOfJudge(t *testing.T) {
	const i, l, r = 0.4, 0.1, 0.8
	measures := func(x float64) []result.Measure { return []result.Measure{{Scale: "label", Median: result.Number(x)}} }
	compared := result.Judges{Data: result.Data{Kind: "numeric"}, People: result.PeopleStanding{Study: "people",
		Labelers: 20, Validity: measures(math.Sqrt(i)), Following: measures(math.Sqrt(i / (1 - l)))[0]},
		Judges: []result.JudgeStanding{{Study: "gpt", Validity: measures(r)}, {Study: "same", Validity: measures(r),
			Undefined: "its labels are all the same, and follow nothing"}, {Study: "odd", Validity: measures(-0.1)}}}
	path := filepath.Join(t.TempDir(), "judges.json")
	keep := func(v any) {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, b, 0o644))
	}
	plan := func(args ...string) result.JudgePlan {
		out, _ := runFit(t, exitFine, append([]string{"plan", "--format", "json"}, args...)...)
		var p result.JudgePlan
		require.NoError(t, json.Unmarshal([]byte(out), &p))
		return p
	}
	keep(compared)
	got := plan("--judge", "gpt", path)
	want := plan("--assume", fmt.Sprintf("icc=%v,r=%v,labeler-icc=%v,people=20", i, r, l))
	require.InDelta(t, l, got.Assumed.LabelerICC, 1e-12)
	require.InDelta(t, i, got.Assumed.ICC, 1e-12)
	require.Len(t, got.Designs, len(want.Designs))
	for n := range want.Designs {
		require.InDelta(t, float64(want.Designs[n].Items), float64(got.Designs[n].Items), 1, "%d", n)
	}
	require.Contains(t, got.Warnings[0], "medians of what fit judge said")

	_, message := runFit(t, exitUsage, "plan", "--judge", "gpd", path)
	require.Contains(t, message, `there is no such judge; there are "gpt", "same", "odd"`)
	_, message = runFit(t, exitUsage, "plan", "--judge", "same", path)
	require.Contains(t, message, "its labels are all the same")
	_, message = runFit(t, exitUsage, "plan", "--judge", "odd", path)
	require.Contains(t, message, "do not follow those of people")
	_, message = runFit(t, exitUsage, "plan", "--judge", "gpt", "--humans", "folk", path)
	require.Contains(t, message, "the people of that result are people")
	_, message = runFit(t, exitUsage, "plan", "--judge", "gpt", "--draws", "100", path)
	require.Contains(t, message, "--draws goes with the labels of a pilot")
	keep(map[string]any{"people": "people", "categories": []any{}})
	_, message = runFit(t, exitUsage, "plan", "--judge", "gpt", path)
	require.Contains(t, message, "category by category")

	compared.Data = result.Data{Kind: "binary", Studies: []result.Study{{Name: "people", Mean: 0.3}}}
	keep(compared)
	got = plan("--judge", "gpt", path)
	want = plan("--assume", fmt.Sprintf("icc=%v,r=%v,share=0.3", i, r))
	for n := range want.Designs {
		require.InDelta(t, float64(want.Designs[n].Items), float64(got.Designs[n].Items), 1, "%d", n)
	}
}

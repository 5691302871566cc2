package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
)

// months writes the labels of two groups of policy.csv to two files.
func months(t *testing.T) (march, april string) {
	t.Helper()
	text, err := os.ReadFile(testdata("policy.csv"))
	require.NoError(t, err)
	of := func(file, group string) string {
		path := filepath.Join(t.TempDir(), file)
		lines := strings.SplitAfter(string(text), "\n")
		rows := slices.DeleteFunc(slices.Clone(lines[1:]), func(row string) bool {
			return !strings.Contains(row, ","+group+",")
		})
		require.NoError(t, os.WriteFile(path, []byte(lines[0]+strings.Join(rows, "")), 0o644))
		return path
	}
	return of("march.csv", "control"), of("april.csv", "treatment")
}

// withFewDraws are flags of a fit with few draws.
func withFewDraws(args ...string) []string {
	return append(args, "--draws", "200", "--chains", "2", "--quiet")
}

func changesOf(t *testing.T, args ...string) result.Changes {
	t.Helper()
	out, _ := runFit(t, exitFine, append(withFewDraws("compare", "--format", "json"), args...)...)
	var c result.Changes
	require.NoError(t, json.Unmarshal([]byte(out), &c))
	return c
}

// One model of both files is the fit of one file with both groups: its ICCs and their difference.
func TestCompareIsTheJointFit(t *testing.T) {
	march, april := months(t)
	c := changesOf(t, march, april)
	assert.True(t, c.Joint)
	assert.Equal(t, 300, c.Shared.Items)
	assert.Zero(t, c.Shared.Labelers)
	require.Len(t, c.SameItems, 1)

	out, _ := runFit(t, exitFine, withFewDraws("--format", "json", "--where", "study!=reference", "--reference",
		"control", testdata("policy.csv"))...)
	var r result.Result
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	l := result.Look(&r)
	e, ok := l.Find("icc_difference", "treatment", "control")
	require.True(t, ok)
	require.Equal(t, "icc", c.Estimates[0].Quantity)
	assert.InDelta(t, float64(e.Mean), float64(c.Estimates[0].Difference.Mean), 0.02, "within Monte Carlo error")
	rho, ok := l.Pair("rho", "control", "treatment")
	require.True(t, ok)
	assert.InDelta(t, float64(rho.Mean), float64(c.SameItems[0].Rho.Mean), 0.03)
}

// Two runs are compared by their labels, or by their draws if the labels are gone.
func TestCompareRuns(t *testing.T) {
	march, april := months(t)
	dir := t.TempDir()
	for name, file := range map[string]string{"m": march, "a": april} {
		runFit(t, exitFine, withFewDraws("--out", filepath.Join(dir, name), file)...)
	}
	m, a := filepath.Join(dir, "m"), filepath.Join(dir, "a")
	assert.True(t, changesOf(t, m, a).Joint)
	apart := changesOf(t, "--different-items", m, a)
	assert.False(t, apart.Joint)
	require.NoError(t, os.Remove(april))
	gone := changesOf(t, m, a)
	assert.False(t, gone.Joint)
	assert.Nil(t, gone.Shared)
	assert.Equal(t, apart.Estimates, gone.Estimates, "the draws are those of the runs")
	assert.Contains(t, strings.Join(gone.Notes, " "), "could not be read again: they are not at ")
}

// A file that has grown stands for its further labels; a file that has not is refused.
func TestCompareAFileThatGrew(t *testing.T) {
	march, april := months(t)
	early, err := os.ReadFile(march)
	require.NoError(t, err)
	late, err := os.ReadFile(april)
	require.NoError(t, err)
	_, rows, _ := strings.Cut(string(late), "\n")
	grown := filepath.Join(t.TempDir(), "grown.csv")
	all := string(early) + strings.ReplaceAll(rows, ",treatment,", ",control,")
	require.NoError(t, os.WriteFile(grown, []byte(all), 0o644))
	c := changesOf(t, march, grown)
	assert.Equal(t, 3000, c.Shared.Repeated)
	assert.Equal(t, 3000, c.Runs[1].Labels)
	assert.Contains(t, strings.Join(c.Notes, " "), "3 000 labels of march are in grown too")

	_, text := runFit(t, exitInput, "compare", march, march)
	assert.Contains(t, text, "nothing has changed")
	_, text = runFit(t, exitUsage, "compare", march)
	assert.Contains(t, text, "compares two runs, but there are 1")
	_, text = runFit(t, exitUsage, "compare", march, testdata("topics.csv"))
	assert.Contains(t, text, "words without order")
	_, text = runFit(t, exitInput, withFewDraws("compare", march, testdata("funniness.csv"))...)
	assert.Contains(t, text, "which have no numbers in common")
}

// Items of one name in two files that have nothing to do with each other are in doubt.
func TestCompareDoubtsItemsOfTheSameName(t *testing.T) {
	var files []string
	for _, seed := range []string{"4", "5"} {
		path := filepath.Join(t.TempDir(), "s"+seed+".csv")
		runFit(t, exitFine, "simulate", "--family", "gaussian", "--items", "60", "--seed", seed, "--output", path)
		files = append(files, path)
	}
	c := changesOf(t, files...)
	doubts := strings.Join(c.Doubts, "\n")
	assert.Contains(t, doubts, "items of the same name may be different items")
	assert.Contains(t, doubts, "--different-items")
	apart := strings.Join(changesOf(t, append(files, "--different-items")...).Doubts, "\n")
	assert.NotContains(t, apart, "different items")
	assert.NotContains(t, apart, "ρ", "which is not known")
}

// The contract of the JSON of two runs, and the rows of CSV.
func TestChangesContract(t *testing.T) {
	march, april := months(t)
	shapes := map[string]bool{".doubts[] string": true, ".notes[] string": true, ".diagnostics.messages[] string": true,
		".shared.repeated_labels number": true, ".runs[].warnings[] string": true}
	of := inFormats(t, withFewDraws("compare", march, april)...)
	var v any
	require.NoError(t, json.Unmarshal([]byte(of["json"]), &v))
	collectShapes(shapes, "", v)
	var people any
	out, _ := runFit(t, exitFine, withFewDraws("compare", "--format", "json", testdata("people_march.csv"),
		testdata("people_april.csv"))...)
	require.NoError(t, json.Unmarshal([]byte(out), &people))
	collectShapes(shapes, "", people)
	goldenShapes(t, "changes_contract.golden", shapes)

	var c result.Changes
	require.NoError(t, json.Unmarshal([]byte(of["json"]), &c))
	rows, err := csv.NewReader(strings.NewReader(of["csv"])).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(c.Estimates))
	assert.Equal(t, "icc", rows[1][0])
	assert.Equal(t, "probability_of_rise", rows[0][len(rows[0])-1])
}

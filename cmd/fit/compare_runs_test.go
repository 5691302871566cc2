package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

func changesOf(t *testing.T, args ...string) found {
	t.Helper()
	out, _ := runFit(t, exitFine, append(withFewDraws("compare", "--format", "json"), args...)...)
	return foundIn(t, out)
}

// One model of both files is the fit of one file with both groups: its ICCs and their difference.
func TestCompareIsTheJointFit(t *testing.T) {
	march, april := months(t)
	c := changesOf(t, march, april)
	assert.Equal(t, "together", c.Set["fitted"])
	assert.Equal(t, 300., c.value(t, "shared_items", ""))
	assert.Zero(t, c.value(t, "shared_labelers", ""))

	out, _ := runFit(t, exitFine, withFewDraws("--format", "json", "--where", "study!=reference", "--reference",
		"control", testdata("policy.csv"))...)
	r := answerIn(t, out)
	e := r.First("icc_difference", "treatment", "control")
	require.Equal(t, "icc", c.Rows[0].Quantity)
	assert.InDelta(t, e.Draws.Median, *changeOf(t, c, "icc").Value, 0.02, "within Monte Carlo error")
	rho := r.First("rho", "control", "treatment")
	assert.InDelta(t, rho.Draws.Median, c.value(t, "rho_between_runs", ""), 0.03)
}

// Two runs are compared by their labels, or by their draws if the labels are gone.
func TestCompareRuns(t *testing.T) {
	march, april := months(t)
	dir := t.TempDir()
	for name, file := range map[string]string{"m": march, "a": april} {
		runFit(t, exitFine, withFewDraws("--out", filepath.Join(dir, name), file)...)
	}
	m, a := filepath.Join(dir, "m"), filepath.Join(dir, "a")
	assert.Equal(t, "together", changesOf(t, m, a).Set["fitted"])
	apart := changesOf(t, "--different-items", m, a)
	assert.Empty(t, apart.Set["fitted"])
	require.NoError(t, os.Remove(april))
	gone := changesOf(t, m, a)
	assert.Equal(t, "draws", gone.Set["fitted"])
	assert.Empty(t, gone.of("shared_items", ""))
	assert.Equal(t, apart.of("icc_change", ""), gone.of("icc_change", ""), "the draws are those of the runs")
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
	assert.Equal(t, 3000., c.value(t, "repeated_labels", ""))
	assert.Equal(t, 3000., *c.of("labels", "")[1].Value)
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
	assert.Contains(t, doubts, "Items of the same name may be different items")
	assert.Contains(t, doubts, "--different-items")
	apart := strings.Join(changesOf(t, append(files, "--different-items")...).Doubts, "\n")
	assert.NotContains(t, apart, "different items")
	assert.NotContains(t, apart, "ρ", "which is not known")
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
)

// The contract of the JSON of fit labelers: every key and the type of its value.
func TestLabelersJSONContract(t *testing.T) {
	// There may be warnings or none.
	shapes := map[string]bool{".data.warnings[] string": true, ".diagnostics.messages[] string": true,
		".notes[] string": true}
	for _, args := range [][]string{
		{"--drop", "flagged", testdata("misfit_random.csv")},
		{"--residual", "labeler", testdata("misfit_noise.csv")},
		{"--discrimination", testdata("stars.csv")},
	} {
		out, _ := runFit(t, exitFine, append([]string{"labelers", "--format", "json", "--draws", "300", "-q"},
			args...)...)
		var v any
		require.NoError(t, json.Unmarshal([]byte(out), &v))
		collectShapes(shapes, "", v)
	}
	goldenShapes(t, "labelers_contract.golden", shapes)
}

// The labelers who toss a coin are named by fit and by fit labelers, and reliability is higher without them.
func TestLabelersWhoTossACoin(t *testing.T) {
	coins := []string{"labeler_03", "labeler_08", "labeler_13", "labeler_18", "labeler_23", "labeler_28"}
	file := filepath.Join(t.TempDir(), "labelers.csv")
	out, _ := runFit(t, exitFine, "labelers", "--format", "json", "-q", "--drop", "flagged", "--out", file,
		testdata("misfit_random.csv"))
	var got result.LabelerTable
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Len(t, got.Labelers, 30)
	require.Equal(t, 5, got.Counts[0].Retrain)
	screen, _ := runFit(t, exitFine, "-q", testdata("misfit_random.csv"))
	for i, l := range got.Labelers[:6] {
		assert.Contains(t, coins, l.Labeler)
		if i < 5 {
			assert.Equal(t, "retrain", l.Verdict)
			assert.Contains(t, screen, l.Labeler)
		}
	}
	assert.Contains(t, screen, "fit labelers FILE")
	require.Len(t, got.Dropped.Labelers, 5)
	assert.Equal(t, 160, got.Dropped.Labels)
	icc := got.Dropped.Rows[0]
	assert.Equal(t, "icc", icc.Quantity)
	assert.Greater(t, float64(icc.After), float64(icc.Before)+0.1)
	// The same numbers as a fit without them.
	alone, _ := runFit(t, exitFine, "-q", "--format", "json", "--exclude-labelers",
		"labeler_03,labeler_08,labeler_13,labeler_23,labeler_28", testdata("misfit_random.csv"))
	var r result.Result
	require.NoError(t, json.Unmarshal([]byte(alone), &r))
	for _, e := range r.Estimates {
		if e.Quantity == "icc" && e.Scale == result.ScaleLabel {
			assert.InDelta(t, float64(e.Mean), float64(icc.After), 0.01)
		}
	}
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, 31, strings.Count(string(written), "\n"))
}

// Faults of the call are told in words.
func TestLabelersFaults(t *testing.T) {
	for want, args := range map[string][]string{
		`there is no labeler "nobody"`:         {"--drop", "nobody", testdata("single.csv")},
		"words without order":                  {testdata("topics.csv")},
		"fit labelers is about labelers":       {"--labeler-effects", "none", testdata("single.csv")},
		"it must be between 0 and 1":           {"--interval", "2", testdata("single.csv")},
		"the name ends in .csv or .json":       {"--out", "x.txt", testdata("single.csv")},
		"fit labelers is about one column of ": {"--label", "all", testdata("emotions.csv")},
	} {
		_, message := runFit(t, exitUsage, append([]string{"labelers", "-q"}, args...)...)
		assert.Contains(t, strings.Join(strings.Fields(message), " "), want)
	}
}

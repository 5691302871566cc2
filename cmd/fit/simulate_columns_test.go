package main

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
	"concord/study"
	"concord/study/read"
)

// Columns are read back as labels of their own, each with the share of positive labels that its truth says.
func TestSimulatedColumns(t *testing.T) {
	base := t.TempDir()
	file, truth := filepath.Join(base, "x.csv"), filepath.Join(base, "x.json")
	_, _ = runFit(t, exitFine, "simulate", "--columns", "3", "--studies", "a,b", "--items", "4000", "--labels-per-item",
		"1", "--labeler-effects", "none", "--correlation", "0.8", "--seed", "5", "--output", file, "--truth", truth)
	tables, err := read.FileColumns(context.Background(), file, []string{read.AllColumns}, read.Options{})
	require.NoError(t, err)
	require.Len(t, tables, 3)
	b, err := os.ReadFile(truth)
	require.NoError(t, err)
	var known []struct {
		Label string `json:"label"`
		result.Truth
	}
	require.NoError(t, json.Unmarshal(b, &known))
	require.Len(t, known, 3)
	shares := map[float64]bool{}
	for c, table := range tables {
		assert.Equal(t, known[c].Label, table.LabelColumn())
		design := study.Describe(table)
		for _, s := range design.Studies {
			latent := latentTruth(known[c].Truth, s.Name)
			want := shareAbove(t, -latent["mean"][0], latent["item_sd"][0])
			assert.InDelta(t, want, s.Mean, 4*math.Sqrt(want*(1-want)/4000), "%s of %s", known[c].Label, s.Name)
			shares[s.Mean] = true
		}
	}
	assert.Len(t, shares, 6, "columns differ, and studies of a column")
	for _, args := range [][]string{
		{"--columns", "-1"}, {"--columns", "1001"},
	} {
		_, stderr := runFit(t, exitUsage, append([]string{"simulate"}, args...)...)
		assert.Contains(t, stderr, "--columns")
	}
}

// Columns of ordered labels differ in their thresholds, which are said, and by which the labels come.
func TestSimulatedColumnsOfOrderedLabels(t *testing.T) {
	base := t.TempDir()
	file, truth := filepath.Join(base, "x.csv"), filepath.Join(base, "x.json")
	_, _ = runFit(t, exitFine, "simulate", "--family", "ordinal", "--thresholds=-1,0,1", "--columns", "2",
		"--studies", "a,b", "--items", "4000", "--labels-per-item", "1", "--labeler-effects", "none",
		"--output", file, "--truth", truth)
	tables, err := read.FileColumns(context.Background(), file, []string{"label_1", "label_2"}, read.Options{})
	require.NoError(t, err)
	b, err := os.ReadFile(truth)
	require.NoError(t, err)
	var known []result.Truth
	require.NoError(t, json.Unmarshal(b, &known))
	require.Len(t, known, 2)
	shares := map[float64]bool{}
	for c, table := range tables {
		for s, name := range []string{"a", "b"} {
			latent, first := latentTruth(known[c], name), 0.0
			thresholds := latent["threshold"]
			require.Len(t, thresholds, 3)
			assert.InDelta(t, 1, thresholds[1]-thresholds[0], 1e-6)
			labels := table.StudyAt(s).Value()
			for _, y := range labels {
				if y == 1 {
					first++
				}
			}
			want := 1 - shareAbove(t, thresholds[0], latent["item_sd"][0])
			assert.InDelta(t, want, first/float64(len(labels)), 4*math.Sqrt(want*(1-want)/4000), "%d of %s", c, name)
			shares[thresholds[0]] = true
		}
	}
	assert.Len(t, shares, 4, "columns differ, and studies of a column")
}

// latentTruth returns the quantities of one study on the latent scale by name, thresholds in order.
func latentTruth(truth result.Truth, study string) map[string][]float64 {
	of := map[string][]float64{}
	for _, q := range truth.Quantities {
		if len(q.Studies) == 1 && q.Studies[0] == study && q.Scale == result.ScaleLatent {
			of[q.Quantity] = append(of[q.Quantity], float64(q.Value))
		}
	}
	return of
}

// shareAbove returns the share of labels above a threshold, of items with the given standard deviation about 0.
func shareAbove(t *testing.T, threshold, sd float64) (share float64) {
	t.Helper()
	require.Positive(t, sd)
	for k := -800; k <= 800; k++ { // the trapezoidal rule over the items
		z := float64(k) / 100
		share += 0.01 * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / (1 + math.Exp(threshold-sd*z))
	}
	return share
}

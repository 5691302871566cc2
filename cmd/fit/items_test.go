package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/option"
)

// rowsOf reads a table.
func rowsOf(t *testing.T, path string) [][]string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	require.NoError(t, err)
	return rows
}

// The table of all items has a row for each item and group, and says who gave another label.
func TestConsensusTable(t *testing.T) {
	out := filepath.Join(t.TempDir(), "labels.csv")
	_, _ = runFit(t, exitFine, "consensus", "--quiet", "--chains", "2", "--draws", "300", "--out", out,
		testdata("single.csv"))
	rows := rowsOf(t, out)
	column := func(name string) int { return slices.Index(rows[0], name) }
	labels := map[string]map[string]string{} // by item and labeler
	for _, row := range rowsOf(t, testdata("single.csv"))[1:] {
		if labels[row[0]] == nil {
			labels[row[0]] = map[string]string{}
		}
		labels[row[0]][row[1]] = row[2]
	}
	require.Len(t, rows, len(labels)+1)
	sum := 0
	for _, row := range rows[1:] {
		n, err := strconv.Atoi(row[column("label_n")])
		require.NoError(t, err)
		sum += n
		var differed []string
		for who, label := range labels[row[0]] {
			if label != row[column("label")] {
				differed = append(differed, who)
			}
		}
		slices.Sort(differed)
		said := strings.Split(row[column("differed")], " | ")
		slices.Sort(said)
		assert.Equal(t, strings.Join(differed, " | "), strings.Join(said, " | "), row[0])
	}
	assert.Equal(t, len(rowsOf(t, testdata("single.csv")))-1, sum)
}

// Words without order have a label too, with two columns of CSV less than labels with scores.
func TestConsensusOfWords(t *testing.T) {
	out, _ := runFit(t, exitFine, "consensus", "--quiet", "--chains", "2", "--draws", "300", "--format", "json",
		testdata("topics.csv"))
	a := foundIn(t, out)
	labels, second := a.of("label", ""), a.of("second", "")
	require.Len(t, labels, 120)
	assert.Len(t, a.of("dawid_skene", ""), 120)
	assert.Empty(t, a.of("score", ""))
	for i, label := range labels {
		assert.GreaterOrEqual(t, *label.P, *second[i].P)
	}
	assert.Contains(t, a.Notes[0], "There is no fit of spam")
}

// The table of next labels adds up to the budget, and JSON and CSV say the same.
func TestNextTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "next.csv")
	out, _ := runFit(t, exitFine, "next", "--budget", "60", "--quiet", "--chains", "2", "--draws", "300", "--format",
		"json", "--out", file, testdata("single.csv"))
	a := foundIn(t, out)
	rows := rowsOf(t, file)
	assert.Equal(t, []string{"item", "group", "more_labels", "gain"}, rows[0])
	items, gains := a.of("more_labels", ""), a.of("gain", "")
	require.Len(t, rows, len(items)+1)
	sum, gain := 0.0, 0.0
	for i, item := range items {
		assert.Equal(t, item.Of, rows[i+1][0])
		assert.Equal(t, strconv.Itoa(int(*item.Value)), rows[i+1][2])
		sum += *item.Value
		gain += *gains[i].Value
	}
	assert.Equal(t, 60.0, sum)
	now, after := a.of("wrong_now", "")[0], a.of("wrong_after", "")[0]
	assert.InDelta(t, (*now.Value-*after.Value)*float64(a.Data.Items), gain, 1e-9)
	assert.Less(t, *after.Value, a.value(t, "wrong_evenly", ""))
}

// Names of items, labelers, labels and groups can write nothing but themselves.
func TestHostileItems(t *testing.T) {
	path, columns := hostileStudy(t, [2]string{"yes" + hostile + "!", "no" + hostile + "!"})
	args := slices.Concat(columns, []string{"--positive", `"yes` + hostile + `!"`, "--draws", "50", "--chains", "2",
		"--full", path})
	for _, format := range option.Format.Choices {
		for _, command := range []string{"consensus", "next"} {
			out := onTerminal(t, []string{"TERM=dumb", "NO_COLOR=1"},
				slices.Concat([]string{command, "--format", format}, args)...)
			requireShown(t, out, command+" "+format)
			assert.Contains(t, out, "owned", format)
		}
	}
	for what, flags := range map[string][]string{"cost": {"--cost", hostile + "=2"}, "new": {"--new-items",
		`"` + hostile + `","i` + hostile + `0"`}} {
		requireShown(t, onTerminal(t, []string{"TERM=dumb"}, slices.Concat([]string{"next"}, flags, args)...), what)
	}
}

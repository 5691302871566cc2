package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result"
)

// The contracts of the JSON of consensus and next: every key and the type of its value.
func TestItemContracts(t *testing.T) {
	quick := []string{"--quiet", "--format", "json", "--chains", "2", "--draws", "300"}
	for name, calls := range map[string][][]string{
		"consensus": {{testdata("stars.csv")}, {testdata("single.csv")}},
		"next": {{"--cost", "critics=2,crowd=0.5", "--new-items", "x,y", testdata("stars.csv")},
			{"--goal", "estimate", testdata("funniness.csv")}},
	} {
		shapes := map[string]bool{".notes[] string": true, ".diagnostics.messages[] string": true,
			".data.warnings[] string": true, ".items[].dawid_skene[] string": true}
		if name == "next" {
			delete(shapes, ".items[].dawid_skene[] string")
		}
		for _, args := range calls {
			out, _ := runFit(t, exitFine, slices.Concat([]string{name}, quick, args)...)
			var v any
			require.NoError(t, json.Unmarshal([]byte(out), &v))
			collectShapes(shapes, "", v)
		}
		goldenShapes(t, "contract_"+name+".golden", shapes)
	}
}

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
		n, err := strconv.Atoi(row[column("labels")])
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
	var table result.ItemTable
	require.NoError(t, json.Unmarshal([]byte(out), &table))
	require.Len(t, table.Items, 120)
	for _, item := range table.Items {
		assert.NotEmpty(t, item.Label)
		assert.NotEmpty(t, item.DawidSkene)
		assert.False(t, item.Mean.Defined())
		assert.GreaterOrEqual(t, float64(item.Probability), float64(item.SecondProbability))
	}
	assert.Contains(t, table.Notes[0], "There is no fit of spam")
}

// The table of next labels adds up to the budget, and JSON and CSV say the same.
func TestNextTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "next.csv")
	out, _ := runFit(t, exitFine, "next", "--budget", "60", "--quiet", "--chains", "2", "--draws", "300", "--format",
		"json", "--out", file, testdata("single.csv"))
	var a result.Allocation
	require.NoError(t, json.Unmarshal([]byte(out), &a))
	rows := rowsOf(t, file)
	assert.Equal(t, []string{"item", "labels", "group", "gain"}, rows[0])
	require.Len(t, rows, len(a.Items)+1)
	sum, gain := 0, 0.0
	for i, item := range a.Items {
		assert.Equal(t, item.Item, rows[i+1][0])
		assert.Equal(t, strconv.Itoa(item.Labels), rows[i+1][1])
		sum += item.Labels
		gain += float64(item.Gain)
	}
	assert.Equal(t, 60, sum)
	assert.InDelta(t, float64(a.Before-a.After)*float64(a.Data.Items), gain, 1e-9)
	assert.Less(t, float64(a.After), float64(a.Even))
}

// Names of items, labelers, labels and groups can write nothing but themselves.
func TestHostileItems(t *testing.T) {
	path, columns := hostileStudy(t, [2]string{"yes" + hostile + "!", "no" + hostile + "!"})
	args := slices.Concat(columns, []string{"--positive", `"yes` + hostile + `!"`, "--draws", "50", "--chains", "2",
		"--full", path})
	for _, format := range documentFormats() {
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

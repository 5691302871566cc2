package read

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// readLabels reads labels of one column, each of an item of its own.
func readLabels(t *testing.T, o Options, labels ...string) *study.Table {
	t.Helper()
	table, err := Read(context.Background(), strings.NewReader(fileOf(labels)), "f", o)
	require.NoError(t, err)
	return table
}

// fileOf is a file of labels, each of an item of its own.
func fileOf(labels []string) string {
	var b strings.Builder
	b.WriteString("item\tlabel\n")
	for i, l := range labels {
		b.WriteString(string(rune('A'+i)) + "\t" + l + "\n")
	}
	return b.String()
}

func TestWordsWithAnOrder(t *testing.T) {
	scale := []string{"Agree", "neutral", "DISAGREE", "agree", "strongly agree"}
	numbers := []string{"2 - fair", "3 - good", "1 - poor", "2 - Fair"}
	table := readLabels(t, Options{}, scale...)
	assert.Equal(t, study.Ordinal, table.Kind())
	assert.Equal(t, []string{"DISAGREE", "neutral", "Agree", "strongly agree"}, table.Categories())
	assert.Equal(t, []float64{3, 2, 1, 3, 4}, table.StudyAt(0).Value())
	assert.Equal(t, study.KnownScale, table.Source().DefaultKind)
	table = readLabels(t, Options{}, numbers...)
	assert.Equal(t, []float64{2, 3, 1, 2}, table.StudyAt(0).Value())
	assert.Equal(t, study.WordsWithNumbers, table.Source().DefaultKind)
	assert.Equal(t, []string{"1 - poor", "2 - fair", "3 - good"}, table.Source().Order)

	for _, o := range []Options{{Unordered: true}, {AsIs: true}, {Kind: study.Nominal}} {
		o.AllowNominal = true
		for _, labels := range [][]string{scale, numbers} {
			table := readLabels(t, o, labels...)
			assert.Equal(t, study.Nominal, table.Kind())
			assert.Zero(t, table.Source().DefaultKind)
			assert.Len(t, table.Categories(), len(labels))
		}
	}
	table = readLabels(t, Options{Unordered: true, AllowNominal: true}, "3", "1", "2", "1")
	assert.Equal(t, study.Nominal, table.Kind(), "codes without order")
	assert.Equal(t, []float64{2, 0, 1, 0}, table.StudyAt(0).Value())
	table = readLabels(t, Options{Unordered: true}, "1", "0", "1")
	assert.Equal(t, study.Binary, table.Kind())
	table = readLabels(t, Options{Order: []string{"strongly agree", "agree", "neutral", "disagree"}}, scale...)
	assert.Equal(t, []float64{2, 3, 4, 2, 1}, table.StudyAt(0).Value(), "the caller knows best")

	_, err := Read(context.Background(), strings.NewReader("item,label\na,b\n"), "f",
		Options{Unordered: true, Kind: study.Ordinal})
	require.EqualError(t, err, "f: the labels are to have no order, and to be ordered categories")
}

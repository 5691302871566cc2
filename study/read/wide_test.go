package read

import (
	"bytes"
	"context"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/internal/naming"
)

const matrix = "item,arm,rater_1,note,rater_2,rater_10\na,s,1,x,2,\nb,t,,y,4,5\n"

func TestReadWide(t *testing.T) {
	const whole = "a rater_1 s 1\na rater_2 s 2\nb rater_2 t 4\nb rater_10 t 5\n"
	for _, c := range []struct {
		name, in, want string
		options        Options
	}{
		{name: "pattern", in: matrix, want: whole, options: Options{Wide: []string{"rater_*"}}},
		{name: "list", in: matrix, want: "a rater_2 s 2\nb rater_2 t 4\nb rater_10 t 5\n",
			options: Options{Wide: []string{"Rater 10", "rater_2"}}},
		{name: "one character", in: matrix, want: "a rater_1 s 1\na rater_2 s 2\nb rater_2 t 4\n",
			options: Options{Wide: []string{"rater_?"}}},
		{name: "no study", in: matrix, want: "a rater_1 all 1\na rater_2 all 2\nb rater_2 all 4\nb rater_10 all 5\n",
			options: Options{Wide: []string{"rater_*"}, Study: study.NoColumn}},
		{name: "item and study are never raters", in: "x,y,Ann,Bob\na,s,1,2\nb,t,3,\n",
			want:    "a Ann s 1\na Bob s 2\nb Ann t 3\n",
			options: Options{Wide: []string{"*"}, Item: "x", Study: "y"}},
		{name: "columns that could be labelers and labels elsewhere", in: "item,user,label,A,B\na,u,9,0,1\nb,u,9,1,1\n",
			want:    "a A all 0\na B all 1\nb A all 1\nb B all 1\n",
			options: Options{Wide: []string{"A", "B"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := Read(context.Background(), strings.NewReader(c.in), "x", c.options)
			require.NoError(t, err)
			assert.Equal(t, c.want, tabletest.Dump(table))
		})
	}
	table, err := Read(context.Background(), strings.NewReader(matrix), "x", Options{Wide: []string{"rater_*"}})
	require.NoError(t, err)
	assert.Equal(t, `x: 6 rows, delimiter comma
columns: item = item, labeler = "columns rater_*", study = arm, label = "cells of rater_*"; not used: note
order: 1, 2, 3, 4, 5
left out: 2 rows without label`, table.Source().String())
}

func TestReadWideErrors(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		options        Options
	}{
		{"no such pattern", matrix, "x: no free column has a name like \"judge*\": item, arm, rater_1, " +
			"note, rater_2, rater_10. Choose others", Options{Wide: []string{"judge*"}}},
		{"no such column", matrix, "x: no column is named \"judge\": item, arm, rater_1, note, rater_2, rater_10. " +
			"Choose one; by names and values of the columns", Options{Wide: []string{"judge"}}},
		{"the item", matrix, "x: column \"item\" cannot be both the item and a labeler. Without wide; without item",
			Options{Wide: []string{"item"}}},
		{"label too", matrix, "x: the columns are to be labelers, so no column can hold their names or all labels. " +
			"Without labeler and label; without wide",
			Options{Wide: []string{"rater_*"}, Label: "note"}},
		{"ragged row as wide as an item, a labeler and a label", "item,A,B,C\na,1,2,3\nb,1,2\n",
			"x:3: 3 fields, and the header has 4\n  put text that holds the delimiter in quotes",
			Options{Wide: []string{"?"}}},
		{"a pattern that names one column", matrix, "x: \"rater_1?\" names one column only, \"rater_10\", so all " +
			"labels are by one labeler and cannot be compared. With the other columns; if the file has one label a " +
			"row", Options{Wide: []string{"rater_1?"}}},
		{"one column", "item,label\na,1\nb,2\n", "x: column \"label\" alone is to hold labels, so all labels are by " +
			"one labeler and cannot be compared. If the file has one label a row; name more " +
			"columns", Options{Wide: []string{"label"}}},
		{"a column without name", "item,,B\na,1,2\n", "x: the name of column 2, which is to name a labeler, is " +
			"empty. Give the column a name", Options{Wide: []string{"*"}}},
		{"no label at all", "item,A,B\na,,\n", "x: column \"cells of ?\" holds no label", Options{Wide: []string{"?"}}},
		{"an item twice", "item,A,B\na,1,2\na,3,2\n", "x:3: labeler \"A\" gave item \"a\" a second label (" +
			"the first is in line 2; 2 rows in all)\n  all of them, if labelers were asked again; the " +
			"last row of each, if labelers corrected themselves; the first row of each",
			Options{Wide: []string{"?"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(context.Background(), strings.NewReader(c.in), "x", c.options)
			require.EqualError(t, err, c.want)
		})
	}
	_, err := Tables(context.Background(), strings.NewReader(matrix), "x", []string{AllColumns},
		Options{Wide: []string{"rater_*"}})
	require.EqualError(t, err, "x: the columns are named both as labelers and as labels. Without label; without wide")
}

func TestWideParquet(t *testing.T) {
	type row struct {
		Note string   `parquet:"note"`
		Item string   `parquet:"item"`
		A    *float64 `parquet:"r_a,optional"`
		B    float64  `parquet:"r_b"`
	}
	y := 3.0
	table, err := Read(context.Background(), bytes.NewReader(parquetOf(t, []row{{"x", "i", &y, 2}, {"y", "j", nil, 5}},
		1)), "x", Options{Wide: []string{"r_*"}})
	require.NoError(t, err)
	assert.Equal(t, "i r_a all 3\ni r_b all 2\nj r_b all 5\n", tabletest.Dump(table))
}

// TestGlob compares with path.Match, which has the same * and ? for names without / and [.
func TestGlob(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringOfN(rapid.SampledFrom([]rune("aéb")), 0, 12, -1).Draw(t, "name")
		pattern := rapid.StringOfN(rapid.SampledFrom([]rune("aéb*?")), 0, 8, -1).Draw(t, "pattern")
		want, err := path.Match(pattern, name)
		require.NoError(t, err)
		require.Equal(t, want, naming.MatchesPattern(name, []string{"[", pattern}))
	})
}

func TestAllColumns(t *testing.T) {
	in := "item,user,awe,joy,age,label\na,u,1,0,30,1\nb,u,0,,31,0\n"
	for _, names := range [][]string{{}, {AllColumns}} {
		tables, err := Tables(context.Background(), strings.NewReader(in), "x", names, Options{})
		require.NoError(t, err)
		require.Len(t, tables, 3)
		assert.Equal(t, "awe", tables[0].LabelColumn())
		assert.Equal(t, "a u all 0\n", tabletest.Dump(tables[1]))
		assert.Equal(t, "label", tables[2].LabelColumn())
		assert.False(t, tables[0].Source().Columns.Label.Named)
	}
}

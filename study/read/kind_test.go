package read

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/internal/kinds"
)

// labelsFile is a file with the given labels of as many items.
func labelsFile(labels []string) string {
	var b strings.Builder
	b.WriteString("item,label\n")
	for i, l := range labels {
		fmt.Fprintf(&b, "i%d,%s\n", i, l)
	}
	return b.String()
}

// Blanks around labels that are none of ASCII, as pages of the web and spreadsheets have, are no part of them.
func TestBlanksAroundLabels(t *testing.T) {
	for _, c := range []struct {
		labels     []string
		kind       study.Kind
		values     []float64
		categories []string
	}{
		{[]string{"1\u00a0", "0", "1", "\u00a00\u2003"}, study.Binary, []float64{1, 0, 1, 0}, []string{"0", "1"}},
		{[]string{"good\u00a0", "bad", "good", "\u00a0sour", "\u00a0"}, study.Nominal, []float64{0, 1, 0, 2},
			[]string{"good", "bad", "sour"}},
		{[]string{"1.5\u00a0", "-2", "3"}, study.Numeric, []float64{1.5, -2, 3}, nil},
	} {
		table, err := Read(context.Background(), strings.NewReader(labelsFile(c.labels)), "x",
			Options{AllowNominal: true})
		require.NoError(t, err)
		assert.Equal(t, c.kind, table.Kind())
		assert.Equal(t, c.values, table.StudyAt(0).Value())
		assert.Equal(t, c.categories, table.Categories())
	}
}

func TestKind(t *testing.T) {
	for _, c := range []struct {
		labels     string // separated by blanks
		options    Options
		kind       study.Kind
		values     []float64
		categories []string
	}{
		{"0 1 1", Options{}, study.Binary, []float64{0, 1, 1}, []string{"0", "1"}},
		{"0.0 1.00 1", Options{}, study.Binary, []float64{0, 1, 1}, []string{"0.0", "1.00"}},
		{"1 1", Options{}, study.Binary, []float64{1, 1}, []string{"0", "1"}},
		{"-1 1 -1", Options{}, study.Binary, []float64{0, 1, 0}, []string{"-1", "1"}},
		{"-1 -1", Options{}, study.Binary, []float64{0, 0}, []string{"-1", "1"}},
		{"true FALSE True", Options{}, study.Binary, []float64{1, 0, 1}, []string{"FALSE", "true"}},
		{"Yes no yes", Options{}, study.Binary, []float64{1, 0, 1}, []string{"no", "Yes"}},
		{"accept REJECT", Options{}, study.Binary, []float64{1, 0}, []string{"REJECT", "accept"}},
		{"Y n n", Options{AllowNominal: true, PairsAlone: true}, study.Binary, []float64{1, 0, 0}, []string{"n", "Y"}},
		{"t f", Options{}, study.Binary, []float64{1, 0}, []string{"f", "t"}},
		{"y n z", Options{AllowNominal: true, PairsAlone: true}, study.Nominal, []float64{0, 1, 2},
			[]string{"y", "n", "z"}},
		{"no no", Options{AllowNominal: true}, study.Binary, []float64{0, 0}, []string{"no", "yes"}},
		{"yes no", Options{Kind: study.Binary}, study.Binary, []float64{1, 0}, []string{"no", "yes"}},
		{"1 2 3", Options{}, study.Ordinal, []float64{1, 2, 3}, []string{"1", "2", "3"}},
		{"-1 0 1", Options{}, study.Ordinal, []float64{1, 2, 3}, []string{"-1", "0", "1"}},
		{"1 2 3", Options{Kind: study.Numeric}, study.Numeric, []float64{1, 2, 3}, nil},
		{"1 2 3", Options{Duplicates: study.DuplicatesMean}, study.Numeric, []float64{1, 2, 3}, nil},
		{"1 2.5 3", Options{}, study.Numeric, []float64{1, 2.5, 3}, nil},
		{"1 2 2.0", Options{}, study.Binary, []float64{0, 1, 1}, []string{"1", "2"}},
		{"2 0.5", Options{Kind: study.Binary}, study.Binary, []float64{1, 0}, []string{"0.5", "2"}},
		{"1 2", Options{Positive: []string{"1"}}, study.Binary, []float64{1, 0}, []string{"2", "1"}},
		{"2 2", Options{}, study.Numeric, []float64{2, 2}, nil},
		{"1e3 -2.5 .5 +1", Options{}, study.Numeric, []float64{1000, -2.5, .5, 1}, nil},
		{"1 2", Options{Kind: study.Numeric}, study.Numeric, []float64{1, 2}, nil},
		{"b a b c", Options{AllowNominal: true}, study.Nominal, []float64{0, 1, 0, 2}, []string{"b", "a", "c"}},
		{"yes no unsure", Options{AllowNominal: true}, study.Nominal, []float64{0, 1, 2},
			[]string{"yes", "no", "unsure"}},
		{"1 1.0 2 NA 2", Options{Kind: study.Nominal}, study.Nominal, []float64{0, 1, 2, 2}, []string{"1", "1.0", "2"}},
		{"10 9.5 -1 9.5", Options{Kind: study.Nominal}, study.Nominal, []float64{2, 1, 0, 1}, []string{"-1", "9.5",
			"10"}},
		{"10 9 a", Options{Kind: study.Nominal}, study.Nominal, []float64{0, 1, 2}, []string{"10", "9", "a"}},
		{"b a c", Options{AllowNominal: true, PairsAlone: true}, study.Nominal, []float64{0, 1, 2}, []string{"b", "a",
			"c"}},
		{"Inf 1", Options{Kind: study.Nominal}, study.Nominal, []float64{0, 1}, []string{"Inf", "1"}},
		{"Yes no Unsure", Options{Positive: []string{"yes", "unsure"}}, study.Binary, []float64{1, 0, 1},
			[]string{"no", "Yes,Unsure"}},
		{"good bad BAD", Options{Positive: []string{"good"}}, study.Binary, []float64{1, 0, 0},
			[]string{"bad,BAD", "good"}},
		{"1 2 3 4 5", Options{Positive: []string{"4.0", "5"}}, study.Binary, []float64{0, 0, 0, 1, 1},
			[]string{"1,2,3", "4,5"}},
		{"a b c", Options{Positive: []string{"a"}, Negative: []string{"b", "C"}}, study.Binary, []float64{1, 0, 0},
			[]string{"b,c", "a"}},
		{"good bad", Options{Negative: []string{"bad"}}, study.Binary, []float64{1, 0}, []string{"bad", "good"}},
		{"0 1", Options{Positive: []string{"0"}}, study.Binary, []float64{1, 0}, []string{"1", "0"}},
	} {
		t.Run(fmt.Sprintf("%s %+v", c.labels, c.options), func(t *testing.T) {
			table, err := Read(context.Background(), strings.NewReader(labelsFile(strings.Fields(c.labels))), "x",
				c.options)
			require.NoError(t, err)
			assert.Equal(t, c.kind, table.Kind())
			assert.Equal(t, c.values, table.StudyAt(0).Value())
			assert.Equal(t, c.categories, table.Categories())
		})
	}
}

// TestManySpellings has more different labels than are told apart by their spelling.
func TestManySpellings(t *testing.T) {
	const n = kinds.MostSpellings + 1000
	number := func(i int) float64 { return float64(i)/8 - 100 }
	labels := make([]string, n)
	for i := range labels {
		labels[i] = fmt.Sprint(number(i))
	}
	labels[n-2] = "NA"
	table, err := Read(context.Background(), strings.NewReader(labelsFile(labels)), "x", Options{})
	require.NoError(t, err)
	require.Equal(t, n-1, table.Len())
	for i, y := range table.StudyAt(0).Value()[:n-2] {
		require.Equal(t, number(i), y)
	}
	table, err = Read(context.Background(), strings.NewReader(labelsFile(labels)), "x",
		Options{Positive: []string{labels[5], labels[n-1]}})
	require.NoError(t, err)
	assert.Equal(t, study.Binary, table.Kind())
	positive := 0
	for i, y := range table.StudyAt(0).Value() {
		if y == 1 {
			positive++
			assert.Contains(t, []int{5, n - 2}, i)
		}
	}
	assert.Equal(t, 2, positive)
	for _, c := range []struct {
		last    string
		options Options
		want    string
	}{
		{"1", Options{Kind: study.Nominal}, `x: column "label" has more than 65536 different labels, which are ` +
			`too many for categories`},
		{"1", Options{Kind: study.Binary}, "x:2: label \"-100\" is neither positive nor negative (1 row)"},
		{"word", Options{}, "x:66537: label \"word\" is not a number (1 row)\n  leave them out"},
		{"1e999", Options{}, "x:66537: label \"1e999\" is not a finite number (1 row)"},
	} {
		labels[n-1] = c.last
		_, err = Read(context.Background(), strings.NewReader(labelsFile(labels)), "x", c.options)
		require.ErrorContains(t, err, c.want)
	}
	for i := range labels {
		labels[i] = fmt.Sprintf("w%d", i)
	}
	zeros := make([]string, n)
	for i := range zeros {
		zeros[i] = fmt.Sprintf("0e%d", i) // each is zero
	}
	zeros[n-1] = "1"
	table, err = Read(context.Background(), strings.NewReader(labelsFile(zeros)), "x", Options{})
	require.NoError(t, err)
	assert.Equal(t, study.Binary, table.Kind())
	assert.Equal(t, 1.0, floats.Sum(table.StudyAt(0).Value()))
	_, err = Read(context.Background(), strings.NewReader(labelsFile(labels)), "x", Options{AllowNominal: true})
	require.ErrorContains(t, err, "which are too many for categories")
}

func TestReadColumns(t *testing.T) {
	in := `item,platform,rater,joy,note,awe,age,empty
a,p,1,0,long,1,30,
b,p,1,1,text,,30,
a,q,2,1,here,0,40,
c,q,2,0,1,1,40,NA
`
	tables, err := Tables(context.Background(), strings.NewReader(in), "x.csv", []string{AllColumns}, Options{})
	require.NoError(t, err)
	require.Len(t, tables, 2)
	joy, awe := tables[0], tables[1]
	assert.Equal(t, "joy", joy.LabelColumn())
	assert.Equal(t, "awe", awe.LabelColumn())
	assert.Equal(t, "a 1 p 0\nb 1 p 1\na 2 q 1\nc 2 q 0\n", tabletest.Dump(joy))
	assert.Equal(t, "a 1 p 1\na 2 q 0\nc 2 q 1\n", tabletest.Dump(awe))
	assert.Equal(t, []string{"a", "c"}, awe.Items())
	assert.Equal(t, 1, awe.Source().Missing)
	assert.Equal(t, []string{"note", "age", "empty"}, awe.Source().Ignored)
	assert.False(t, awe.Source().Columns.Label.Named)

	tables, err = Tables(context.Background(), strings.NewReader(in), "x.csv", []string{"age", "Joy"}, Options{})
	require.NoError(t, err)
	require.Len(t, tables, 2)
	assert.Equal(t, study.Binary, tables[0].Kind())
	assert.Equal(t, "joy", tables[1].LabelColumn())
	assert.True(t, tables[1].Source().Columns.Label.Named)
	assert.Same(t, &tables[0].StudyAt(0).Item()[0], &tables[1].StudyAt(0).Item()[0], "indices are shared")

	_, err = Tables(context.Background(), strings.NewReader("item,x\na,2\n"), "x.csv", []string{AllColumns}, Options{})
	require.EqualError(t, err, "x.csv: no column holds 0 and 1 only. Name the columns")
	_, err = Tables(context.Background(), strings.NewReader(in), "x.csv", []string{"fear"}, Options{})
	require.ErrorContains(t, err, `no column is named "fear"`)
}

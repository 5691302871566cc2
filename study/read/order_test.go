package read

import (
	"context"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/visible"
	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
)

func numbersTo(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = strconv.Itoa(i + 1)
	}
	return all
}

func TestOrder(t *testing.T) {
	for _, c := range []struct {
		name       string
		labels     string // separated by blanks
		options    Options
		values     []float64
		categories []string
		scores     []float64
	}{
		{"words", "good poor fair good", Options{Order: []string{"poor", "fair", "good"}},
			[]float64{3, 1, 2, 3}, []string{"poor", "fair", "good"}, []float64{1, 2, 3}},
		{"case and blanks, and a category that no label has", "GOOD poor",
			Options{Order: []string{" Poor", "fair ", "good"}},
			[]float64{3, 1}, []string{"Poor", "fair", "good"}, []float64{1, 2, 3}},
		{"missing labels", "good NA poor ? .", Options{Order: []string{"poor", "fair", "good"}, Missing: []string{"?"}},
			[]float64{3, 1}, []string{"poor", "fair", "good"}, []float64{1, 2, 3}},
		{"a missing label in the order", "good None poor none", Options{Order: []string{"None", "poor", "good"}},
			[]float64{3, 1, 2, 1}, []string{"None", "poor", "good"}, []float64{1, 2, 3}},
		{"a missing label spelt otherwise", "good None poor none", Options{Order: []string{"none", "poor", "good"}},
			[]float64{3, 2, 1}, []string{"none", "poor", "good"}, []float64{1, 2, 3}},
		{"numbers", "1.0 10 3 +3", Options{Order: []string{"1", "3", "10"}},
			[]float64{1, 3, 2, 2}, []string{"1", "3", "10"}, []float64{1, 3, 10}},
		{"a reversed scale", "1 5 3", Options{Order: []string{"5", "4", "3", "2", "1"}},
			[]float64{5, 1, 3}, []string{"5", "4", "3", "2", "1"}, []float64{5, 4, 3, 2, 1}},
		{"halves", "1 1.5 2", Options{Order: []string{"1", "1.5", "2"}, Kind: study.Ordinal},
			[]float64{1, 2, 3}, []string{"1", "1.5", "2"}, []float64{1, 1.5, 2}},
		{"words and numbers", "0 some 2", Options{Order: []string{"0", "some", "2"}},
			[]float64{1, 2, 3}, []string{"0", "some", "2"}, []float64{1, 2, 3}},
		{"a pair that is a part of the order", "yes no yes", Options{Order: []string{"no", "unsure", "yes"}},
			[]float64{3, 1, 3}, []string{"no", "unsure", "yes"}, []float64{1, 2, 3}},
		{"what is no number otherwise", "Inf 1,5 2", Options{Order: []string{"1,5", "2", "inf"}},
			[]float64{3, 1, 2}, []string{"1,5", "2", "inf"}, []float64{1, 2, 3}},
		{"whole numbers", "5 3.0 1 4 NA 1e0", Options{Kind: study.Ordinal},
			[]float64{5, 3, 1, 4, 1}, numbersTo(5), []float64{1, 2, 3, 4, 5}},
		{"whole numbers around 0", "-2 0 1", Options{Kind: study.Ordinal},
			[]float64{1, 3, 4}, []string{"-2", "-1", "0", "1"}, []float64{-2, -1, 0, 1}},
		{"the most", "1 50 2 3 4 5 6 7 8 9 10 11", Options{Kind: study.Ordinal},
			[]float64{1, 50, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, numbersTo(50), nil},
		{"whole numbers by themselves", "5 3 1 4", Options{}, []float64{5, 3, 1, 4}, numbersTo(5), nil},
		{"0 to 10", "0 10 7", Options{}, []float64{1, 11, 8},
			[]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}, nil},
		{"equal steps", "0 100 25", Options{}, []float64{1, 5, 2}, []string{"0", "25", "50", "75", "100"},
			[]float64{0, 25, 50, 75, 100}},
		{"far apart", "1 50 2", Options{}, []float64{1, 3, 2}, []string{"1", "2", "50"}, []float64{1, 2, 50}},
		{"far apart and asked for", "1 100 10", Options{Kind: study.Ordinal}, []float64{1, 3, 2},
			[]string{"1", "10", "100"}, []float64{1, 10, 100}},
	} {
		t.Run(c.name, func(t *testing.T) {
			labels := strings.Split(c.labels, " ")
			for i, l := range labels {
				labels[i] = `"` + l + `"`
			}
			table, err := Read(context.Background(), strings.NewReader(labelsFile(labels)), "x.csv", c.options)
			require.NoError(t, err)
			tabletest.RequireValid(t, table)
			assert.Equal(t, study.Ordinal, table.Kind())
			assert.Equal(t, c.values, table.StudyAt(0).Value())
			assert.Equal(t, c.categories, table.Categories())
			assert.Equal(t, c.categories, table.Source().Order)
			if c.scores != nil {
				assert.Equal(t, c.scores, table.Scores())
			}
			assert.Contains(t, table.Source().String(), "\norder: "+visible.Names(c.categories))
		})
	}
}

// TestOrderOfFormats reads the same labels from all formats, and as columns of labelers.
func TestOrderOfFormats(t *testing.T) {
	o := Options{Order: []string{"0", "low", "high"}}
	type row struct {
		Item    string `parquet:"item"`
		Labeler string `parquet:"labeler"`
		Label   string `parquet:"label"`
	}
	rows := []row{{"a", "v", "low"}, {"a", "w", "0"}, {"b", "v", "High"}}
	wide := o
	wide.Wide = []string{"v", "w"}
	for name, c := range map[string]struct {
		in      string
		options Options
	}{
		"csv": {"item,labeler,label\na,v,low\na,w,0\nb,v,High\n", o},
		"tsv": {"item\tlabeler\tlabel\na\tv\tlow \na\tw\t0\nb\tv\tHigh\n", o},
		"json": {`[{"item":"a","labeler":"v","label":"low"},{"item":"a","labeler":"w","label":0},` +
			`{"item":"b","labeler":"v","label":["High"]}]`, o},
		"parquet": {string(parquetOf(t, rows, 2)), o},
		"wide":    {"item,v,w\na,low,0\nb,High,\n", wide},
	} {
		t.Run(name, func(t *testing.T) {
			table, err := Read(context.Background(), strings.NewReader(c.in), "x", c.options)
			require.NoError(t, err)
			assert.Equal(t, "a v all low\na w all 0\nb v all high\n", tabletest.Dump(table))
			assert.Equal(t, o.Order, table.Categories())
		})
	}
}

func TestOrderOfNumbersInParquet(t *testing.T) {
	type row struct {
		Item  string  `parquet:"item"`
		Label float64 `parquet:"label"`
		Other int32   `parquet:"other"`
	}
	in := string(parquetOf(t, []row{{"a", 2, 9}, {"b", 4, 7}, {"c", 5, 6}}, 2))
	tables, err := Tables(context.Background(), strings.NewReader(in), "x", []string{"label", "other"},
		Options{Kind: study.Ordinal})
	require.NoError(t, err)
	assert.Equal(t, []string{"2", "3", "4", "5"}, tables[0].Categories())
	assert.Equal(t, []string{"6", "7", "8", "9"}, tables[1].Categories(), "each column has a scale of its own")
}

func TestOrderOfColumns(t *testing.T) {
	const in = "item,x,y\na,lo,hi\nb,mid,\nc,hi,mid\n"
	o := Options{Order: []string{"lo", "mid", "hi"}}
	tables, err := Tables(context.Background(), strings.NewReader(in), "f", []string{"x", "y"}, o)
	require.NoError(t, err)
	require.Len(t, tables, 2)
	assert.Equal(t, []float64{1, 2, 3}, tables[0].StudyAt(0).Value())
	assert.Equal(t, []float64{3, 2}, tables[1].StudyAt(0).Value())
	assert.Equal(t, o.Order, tables[1].Categories(), "also that which no label of the column has")

	for _, o := range []Options{o, {Kind: study.Ordinal}} {
		_, err = Tables(context.Background(), strings.NewReader(in), "f", []string{AllColumns}, o)
		requireFault(t, err, faults.OrderOfUnits,
			"f: the columns of 0 and 1 are asked for, but two categories have no order. Without order; name the "+
				"columns")
	}
}

func requireFault(t *testing.T, err error, code study.Code, text string) *study.Error {
	t.Helper()
	require.EqualError(t, err, text)
	var e *study.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, code, e.Code)
	return e
}

func TestOrderErrors(t *testing.T) {
	poorToGood := []string{"poor", "fair", "good"}
	ordinal := Options{Kind: study.Ordinal}
	for _, c := range []struct {
		labels  string // separated by blanks
		options Options
		code    study.Code
		values  []string
		text    string
	}{
		{"good superb poor superb", Options{Order: poorToGood}, faults.OutsideOrder, []string{"superb"},
			"f:3: label \"superb\" is not in the order poor, fair, good (2 rows)\n" +
				"  leave them out; give them a place in the order"},
		{"a poor b c d b e f g", Options{Order: poorToGood}, faults.OutsideOrder, nil,
			"f:2: label \"a\" is not in the order poor, fair, good (1 row); nor are \"b\" in line 4 (2 rows), " +
				"\"c\" in " +
				"line 5 (1 row), \"d\" in line 6 (1 row), \"e\" in line 8 (1 row), \"f\" in line 9 (1 row), 1 more\n" +
				"  leave them out; give them a place in the order"},
		{"1 2.5 3", Options{Order: []string{"1", "2", "3"}}, faults.OutsideOrder, []string{"2.5"},
			"f:3: label \"2.5\" is not in the order 1, 2, 3 (1 row)\n  leave them out; give them a place in the order"},
		{"5 four five 5", Options{Order: numbersTo(5)}, faults.OutsideOrder, []string{"four", "five"},
			"f:3: label \"four\" is not in the order 1, 2, 3, 4, 5 (1 row); nor is \"five\" in line 4 (1 row)\n" +
				"  leave them out; give them a place in the order"},

		{"1", Options{Order: []string{"lo", "hi"}}, study.TooFewOrdered, nil,
			"f: the order names lo, hi, and an order has at least 3 categories. Take two labels as binary"},
		{"1", Options{Order: numbersTo(51)}, study.TooManyOrdered, nil,
			"f: the order names 51 categories, and an order has at most 50"},
		{"1", Options{Order: []string{"lo", "mid", "hi", "mid"}}, study.RepeatedName, nil,
			`f: the order names category "mid" twice`},
		{"1", Options{Order: []string{"1", "2", "1.0"}}, study.RepeatedName, nil,
			`f: the order names category "1.0" twice, the first time as "1"`},
		{"1", Options{Order: []string{"lo", "mid", "MID "}}, study.RepeatedName, nil,
			`f: the order names category "MID" twice, the first time as "mid"`},
		{"1", Options{Order: []string{"lo", " ", "hi"}}, study.BadName, nil, "f: category 2 of the order has no name"},
		{"1", Options{Order: []string{"lo", "\xff", "hi"}}, study.BadName, nil,
			`f: category "\xff" of the order is not UTF-8`},
		{"1", Options{Order: []string{"lo", "?", "hi"}, Missing: []string{"?"}}, study.BadOption, nil,
			`f: label "?" is to be both in the order and missing`},
		{"1", Options{Order: poorToGood, Kind: study.Numeric}, study.BadOption, nil,
			"f: an order is given, but the labels are to be numeric"},
		{"1", Options{Order: poorToGood, Kind: study.Binary}, study.BadOption, nil,
			"f: an order is given, but the labels are to be binary"},
		{"1", Options{Order: poorToGood, Positive: []string{"good"}}, faults.PositiveNumbers, nil,
			"f: positive labels are named, but the labels are to be ordinal. Without positive; family binary"},

		{"1 2 2.5 3 1.5 2.5", ordinal, faults.FractionalLabel, []string{"1", "1.5", "2", "2.5", "3"},
			"f:4: label \"2.5\" is no whole number (2 rows)\n  fit them as numbers; give the order of the labels " +
				"in the file"},
		{"cold warm hot cold", ordinal, faults.NoOrder, nil,
			"f:2: label \"cold\" is a word, and words have no known order (2 rows)\n  give the order of all " +
				"labels, the lowest first"},
		{"poor good fair poor", Options{Kind: study.Numeric}, faults.OrderedWords, []string{"poor", "fair", "good"},
			"f:2: labels of column \"label\" are words of a scale, which has an order: poor, fair, good\n" +
				"  as ordered categories, the lowest first; as categories without order"},
		{"poor good fair don't_know poor", ordinal, faults.OrderedWords, []string{"poor", "fair", "good"},
			"f:2: labels of column \"label\" are words of a scale: poor, fair, good; but not don't_know\n" +
				"  as ordered categories, the lowest first, without the others; as categories without order"},
		{"yes no", ordinal, faults.NoOrder, nil,
			"f:2: label \"yes\" is a word, and words have no known order (1 row)\n  give the order of all labels, " +
				"the lowest first"},
		{"5 five 4 four five", ordinal, faults.MixedOrder, []string{"five", "four"},
			"f:3: label \"five\" is a word, and other labels are numbers (2 rows)\n" +
				"  leave them out; give the order of all labels, the lowest first"},
		{"1 2 3,0", ordinal, faults.OtherWriting, nil,
			"f:4: label \"3,0\" is not a number (1 row)\n  write decimals with a point"},
		{"1 Inf 2 3", ordinal, faults.NotFinite, []string{"Inf"},
			"f:3: label \"Inf\" is not a finite number (1 row)\n  leave them out"},
		{"1 5 5.0", ordinal, study.TooFewOrdered, nil,
			"f: column \"label\" holds only 1, 5, and an order has at least 3 categories. " +
				"Give the order of all categories, including those that no label has; take two labels as binary"},
		{"1 2 3 4 5 6 7 8 9 10 11 100", ordinal, study.TooManyOrdered, nil,
			"f: column \"label\" holds whole numbers from 1 to 100, and an order has at most 50 categories. " +
				"Fit them as numbers; give the order of all labels, the lowest first"},
		{strings.Join(numbersTo(51), " "), ordinal, study.TooManyOrdered, nil,
			"f: column \"label\" holds whole numbers from 1 to 51, and an order has at most 50 categories. " +
				"Fit them as numbers"},
		{"9007199254740992 9007199254740994 9007199254740996", ordinal, study.TooManyOrdered,
			[]string{"9007199254740992", "9007199254740994", "9007199254740996"},
			"f: column \"label\" holds whole numbers from 9007199254740992 to 9007199254740996, too large to be " +
				"exact. Fit them as numbers; give the order of the labels in the file"},
	} {
		labels := strings.Split(c.labels, " ")
		for i, l := range labels {
			labels[i] = `"` + l + `"`
		}
		_, err := Read(context.Background(), strings.NewReader(labelsFile(labels)), "f", c.options)
		e := requireFault(t, err, c.code, c.text)
		if c.values != nil {
			assert.Contains(t, [][]string{offered(e, "order"), offered(e, "missing")}, c.values, c.text)
		}
		if e.Line > 0 {
			assert.Equal(t, "label", e.Column)
		}
	}
}

// TestOrderOfManySpellings has more labels than are told apart.
func TestOrderOfManySpellings(t *testing.T) {
	labels := make([]string, kinds.MostSpellings+10)
	for i := range labels {
		labels[i] = "1." + strings.Repeat("0", i%300) + strconv.Itoa(i)
	}
	in := labelsFile(labels)
	_, err := Read(context.Background(), strings.NewReader(in), "f", Options{Kind: study.Ordinal})
	var e *study.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, faults.FractionalLabel, e.Code)
	assert.Len(t, e.Fixes, 1, "more than one can list")
	_, err = Read(context.Background(), strings.NewReader(in), "f", Options{Order: numbersTo(5)})
	require.ErrorAs(t, err, &e)
	assert.Equal(t, faults.OutsideOrder, e.Code)
	for i := range labels {
		labels[i] = strconv.Itoa(i)
	}
	_, err = Read(context.Background(), strings.NewReader(labelsFile(labels)), "f", Options{Kind: study.Ordinal})
	require.ErrorAs(t, err, &e)
	assert.Equal(t, study.TooManyOrdered, e.Code)
}

// TestOrderIsNotWritten keeps the caller's order as it was.
func TestOrderIsNotWritten(t *testing.T) {
	order := []string{" lo", "mid ", "hi"}
	table, err := Read(context.Background(), strings.NewReader("item,label\na,lo\nb,hi\n"), "f", Options{Order: order})
	require.NoError(t, err)
	assert.Equal(t, []string{" lo", "mid ", "hi"}, order)
	order[0] = "other"
	assert.Equal(t, []string{"lo", "mid", "hi"}, table.Categories())
	assert.False(t, math.IsNaN(study.Describe(table).Studies[0].Mean))
}

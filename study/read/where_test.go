//go:build !noparquet

package read

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/faults"
)

const sourced = "item,labeler,label,source,name\na,u,1,ann,x\na,v,0,ann,x\nb,u,1,eval,x\nb,v,1,ann,y\nc,u,0,,y\n"

func TestWhere(t *testing.T) {
	const kept = "a u all 1\na v all 0\nb v all 1\n"
	ann := []Condition{{Column: "Source", Values: []string{"ann"}}}
	json := `{"item":"a","labeler":"u","label":1,"source":"ann"}
{"item":"a","labeler":"v","label":0,"source":"ann"}
{"item":"b","labeler":"u","label":1,"source":"eval"}
{"item":"b","labeler":"v","label":1,"source":"ann"}
`
	for _, c := range []struct {
		name, in, want string
		left           int
		options        Options
	}{
		{name: "one value", in: sourced, want: kept, left: 2, options: Options{Where: ann}},
		{name: "one value, twice", in: sourced, want: kept, left: 2,
			options: Options{Where: []Condition{{Column: "source", Values: []string{"ann", "ann"}}}}},
		{name: "JSON", in: json, want: kept, left: 1, options: Options{Where: ann}},
		{name: "one of two", in: sourced, want: "a u all 1\na v all 0\nb u all 1\nb v all 1\n", left: 1,
			options: Options{Where: []Condition{{Column: "source", Values: []string{"ann", "eval"}}}}},
		{name: "none of one", in: sourced, want: "b u all 1\nc u all 0\n", left: 3,
			options: Options{Where: []Condition{{Column: "source", Values: []string{"ann"}, Not: true}}}},
		{name: "an empty field", in: sourced, want: "c u all 0\n", left: 4,
			options: Options{Where: []Condition{{Column: "source", Values: []string{""}}}}},
		{name: "two conditions", in: sourced, want: "b v all 1\n", left: 4,
			options: Options{Where: append(ann, Condition{Column: "name", Values: []string{"y"}})}},
		{name: "on the item", in: sourced, want: "a u all 1\na v all 0\n", left: 3,
			options: Options{Where: []Condition{{Column: "item", Values: []string{"a"}}}}},
		{name: "labelers as columns", in: "item,keep,A,B\na,1,0,1\nb,0,1,1\nc,1,1,0\n", left: 1,
			want: "a A all 0\na B all 1\nc A all 1\nc B all 0\n",
			options: Options{Wide: []string{"A", "B"}, Where: []Condition{{Column: "keep",
				Values: []string{"1"}}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := Read(context.Background(), strings.NewReader(c.in), "x", c.options)
			require.NoError(t, err)
			assert.Equal(t, c.want, tabletest.Dump(table))
			assert.Equal(t, c.left, table.Source().Filtered)
			assert.NotContains(t, table.Source().Ignored, c.options.Where[0].Column)
		})
	}
	table, err := Read(context.Background(), strings.NewReader(sourced), "x", Options{Where: ann})
	require.NoError(t, err)
	assert.Equal(t, `x: 3 rows, delimiter comma
columns: item = item, labeler = labeler, study = (none), label = label; not used: name
positive: 1; negative: 0
left out: 2 rows that do not meet Source = ann`, table.Source().String())
}

// A column of a condition is read though it plays no other part.
func TestWhereOfParquet(t *testing.T) {
	type row struct {
		Item   string `parquet:"item"`
		Rater  string `parquet:"rater"`
		Label  int64  `parquet:"label"`
		Source int64  `parquet:"source"`
	}
	whole := parquetOf(t, []row{{"a", "u", 1, 7}, {"a", "v", 0, 7}, {"b", "u", 1, 8}}, 3)
	where := []Condition{{Column: "source", Values: []string{"7"}}}
	table, err := Read(context.Background(), bytes.NewReader(whole), "x", Options{Where: where})
	require.NoError(t, err)
	assert.Equal(t, "a u all 1\na v all 0\n", tabletest.Dump(table))
	assert.Equal(t, 1, table.Source().Filtered)
}

func TestWhereErrors(t *testing.T) {
	for _, c := range []struct {
		name, want string
		code       study.Code
		where      []Condition
	}{
		{"no such column", `x: no column is named "sauce": item, labeler, label, source, name. With another column`,
			faults.MissingColumn, []Condition{{Column: "sauce", Values: []string{"ann"}}}},
		{"no such value", `x: no row has "Ann" in column "source", which has ann, "", eval. With one of its values`,
			faults.AbsentValue, []Condition{{Column: "source", Values: []string{"Ann"}}}},
		{"no such value to leave out", `x: no row has "Ann" in column "source", which has "", eval, ann. With one ` +
			`of its values`,
			faults.AbsentValue, []Condition{{Column: "source", Values: []string{"ann", "Ann"}, Not: true}}},
		{"no row", `x: none of 5 rows meets the conditions source = eval; name = y. All rows`, faults.NoRows,
			[]Condition{{Column: "source", Values: []string{"eval"}}, {Column: "name", Values: []string{"y"}}}},
		{"no value", `x: a condition on column "source" names no value`, study.BadOption,
			[]Condition{{Column: "source"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(context.Background(), strings.NewReader(sourced), "x", Options{Where: c.where})
			var fault *study.Error
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, c.want, err.Error())
			assert.Equal(t, c.code, fault.Code)
		})
	}
}

// A file that is surveyed and read in parts has the rows that it has as a whole.
func TestWhereOfShards(t *testing.T) {
	text := ratingsText(900, func(n int) string { return []string{"0", "1"}[n%7%2] })
	path := surveyedFile(t, "x.csv", text)
	o := Options{Study: "pool", Where: []Condition{{Column: "day", Values: []string{"d1", "d4"}}},
		Factors: []string{"week"}}
	whole, err := Read(context.Background(), nil, path, o)
	require.NoError(t, err)
	s, err := SurveyFile(context.Background(), path, SurveyOptions{Options: o, Cut: []string{"week"}, ShardBytes: 4096})
	require.NoError(t, err)
	require.Greater(t, s.Shards.Len(), 2)
	assert.Equal(t, whole.Source(), joinedOf(t, path, s)[0].Source())
	assert.Equal(t, tabletest.Dump(whole), tabletest.Dump(joinedOf(t, path, s)[0]))
}

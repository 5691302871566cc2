package read

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/faults"
)

// people are labels by people of whom gender, age and country are known, but for the age of v.
const people = `item,rater,gender,age,country,week,label
a,u,f,18-24,DE,1,1
a,v,m,,FR,1,0
a,w,f,25-34,FR,2,1
b,u,f,18-24,DE,1,
b,w,f,25-34,FR,2,0
b,x,m,25-34,DE,1,1
c,v,m,,FR,2,1
c,x,m,25-34,DE,2,0
`

func groupingsOf(t *testing.T, text string, o Options) []*study.Table {
	t.Helper()
	tables, err := Tables(context.Background(), strings.NewReader(text), "x", nil, o)
	require.NoError(t, err)
	for _, table := range tables {
		tabletest.RequireValid(t, table)
	}
	return tables
}

// Each grouping is the table that its column alone makes, and the file is read once.
func TestGroupingsAreThoseOfEachColumn(t *testing.T) {
	o := Options{Study: "country, gender", Factors: []string{"week"}}
	for _, name := range []study.Duplicates{study.DuplicatesError, study.DuplicatesFirst, study.DuplicatesLast} {
		text := people
		if o.Duplicates = name; name != study.DuplicatesError {
			text += "a,u,f,18-24,DE,1,0\nb,x,m,25-34,DE,1,0\n"
		}
		tables := groupingsOf(t, text, o)
		require.Len(t, tables, 2)
		for k, column := range []string{"country", "gender"} {
			one := o
			one.Study = column
			alone, err := Read(context.Background(), strings.NewReader(text), "x", one)
			require.NoError(t, err)
			assert.Equal(t, tabletest.Dump(alone), tabletest.Dump(tables[k]))
			assert.Equal(t, alone.Items(), tables[k].Items())
			assert.Equal(t, alone.Labelers(), tables[k].Labelers())
			assert.Equal(t, alone.Studies(), tables[k].Studies())
			assert.Equal(t, alone.Source().Columns, tables[k].Source().Columns)
			assert.Equal(t, alone.Source().Duplicates, tables[k].Source().Duplicates)
			assert.Equal(t, 1, tables[k].Source().Missing)
			assert.Equal(t, []string{"age"}, tables[k].Source().Ignored)
		}
	}
	path := filepath.Join(t.TempDir(), "people.csv")
	require.NoError(t, os.WriteFile(path, []byte(people), 0o644))
	tables, err := Tables(context.Background(), nil, path, nil, o)
	require.NoError(t, err)
	assert.Len(t, tables, 2)
	tables, err = Tables(context.Background(), nil, path, []string{"label", "week"}, Options{Study: "gender,country"})
	require.NoError(t, err)
	var each []string
	for _, table := range tables {
		each = append(each, table.LabelColumn()+" "+table.Source().Columns.Study.Name)
	}
	assert.Equal(t, []string{"label gender", "label country", "week gender", "week country"}, each)
}

// Each combination of values is a study, and labels of people of whom a value is not known are left out and counted.
func TestCrossedStudies(t *testing.T) {
	type row struct {
		Item    string  `parquet:"item"`
		Rater   string  `parquet:"rater"`
		Gender  string  `parquet:"gender"`
		Age     *string `parquet:"age,optional"`
		Country string  `parquet:"country"`
		Label   *string `parquet:"label,optional"`
	}
	var rows []row
	var objects strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(people), "\n")[1:] {
		f := strings.Split(line, ",")
		r := row{f[0], f[1], f[2], &f[3], f[4], &f[6]}
		if f[3] == "" {
			r.Age = nil
		}
		rows = append(rows, r)
		fmt.Fprintf(&objects, `{"item":%q,"rater":%q,"gender":%q,"country":%q,"label":%q`, f[0], f[1], f[2], f[4], f[6])
		if f[3] != "" {
			fmt.Fprintf(&objects, `,"age":%q`, f[3])
		}
		objects.WriteString("}\n")
	}
	for format, data := range map[string][]byte{
		"csv": []byte(people), "json": []byte(objects.String()), "parquet": parquetOf(t, rows, 2)} {
		table, err := Read(context.Background(), bytes.NewReader(data), "x", Options{Study: "age*country"})
		require.NoError(t, err, format)
		assert.Equal(t, []string{"18-24 · DE", "25-34 · FR", "25-34 · DE"}, table.Studies(), format)
		assert.Equal(t, "a u 18-24 · DE 1\na w 25-34 · FR 1\nb w 25-34 · FR 0\nb x 25-34 · DE 1\nc x 25-34 · DE 0\n",
			tabletest.Dump(table), format)
		s := table.Source()
		assert.Equal(t, 2, s.Ungrouped, format)
		assert.Equal(t, study.Column{Name: "age · country", Named: true, Of: []string{"age", "country"}},
			s.Columns.Study)
		assert.Contains(t, s.String(), `left out: 2 labels without "age · country"`)
	}
	tables := groupingsOf(t, people, Options{Study: "gender,age*gender,age", Exclude: []string{"m:x", "25-34 · f:w"}})
	require.Len(t, tables, 3)
	assert.Equal(t, "a u f 1\na w f 1\nb w f 0\na v m 0\nc v m 1\n", tabletest.Dump(tables[0]))
	assert.Equal(t, "a u 18-24 · f 1\nb x 25-34 · m 1\nc x 25-34 · m 0\n", tabletest.Dump(tables[1]))
	assert.Equal(t, "a u 18-24 1\na w 25-34 1\nb w 25-34 0\nb x 25-34 1\nc x 25-34 0\n", tabletest.Dump(tables[2]))
	assert.Equal(t, 2, tables[0].Source().ExcludedRows)

	head, err := Peek(context.Background(), strings.NewReader(people), "x",
		Options{Study: "age*country,gender"}, 3)
	require.NoError(t, err)
	assert.Equal(t, []string{"18-24 · DE", "f", "m", "25-34 · FR"}, head.Studies)
}

// A column is found by its own name first, whatever characters are in it.
func TestColumnsWithSeparatorsInTheirNames(t *testing.T) {
	text := "item,rater,\"age, sex\",a*b,a,b,label\na,u,x,p,1,2,1\na,v,y,q,1,3,0\n"
	for want, columns := range map[string][]string{
		"age, sex":       {"age, sex"},
		"a*b":            {"a*b"},
		"age, sex,a*b":   {"age, sex", "a*b"},
		"a,age, sex * b": {"a", "age, sex · b"},
		"b*a, a*b*a":     {"b · a", "a*b · a"},
	} {
		var got []string
		for _, table := range groupingsOf(t, text, Options{Study: want}) {
			got = append(got, table.Source().Columns.Study.Name)
		}
		assert.Equal(t, columns, got, want)
	}
}

func TestGroupingsThatCannotBe(t *testing.T) {
	many := "item,rater,p,q,label\n"
	for n := range 40 * 40 {
		many += fmt.Sprintf("a,r%d,p%d,q%d,1\n", n, n%40, n/40)
	}
	for _, c := range []struct {
		text, studies string
		code          study.Code
		found         string
	}{
		{people, "gender,agee", faults.MissingColumn, `no column is named "agee"`},
		{people, "gender*", faults.MissingColumn, `one of the columns in "gender*" has no name`},
		{people, "gender,,age", faults.MissingColumn, "has no name"},
		{people, "gender,-", faults.MissingColumn, `no column is named "-"`},
		{people, "gender,age,gender", study.RepeatedName, "names gender twice"},
		{people, "age*gender,gender*age", study.RepeatedName, `names "gender · age" twice`},
		{people, "age*age", study.RepeatedName, "names age twice"},
		{people, "gender,week", faults.ColumnTaken, "week"},
		{many, "p*q", faults.TooManyStudies, `column "p · q" names more than 1000 groups`},
		{strings.ReplaceAll(people, "25-34", ""), "gender,age*country", "", ""},
		{"item,rater,age,sex,label\na,u,,f,1\na,v,NA,m,0\n", "sex,age", study.NoLabels,
			`no label has a group: column "age" is empty in each row with a label`},
	} {
		tables, err := Tables(context.Background(), strings.NewReader(c.text), "x", nil,
			Options{Study: c.studies, Factors: []string{"week"}[:strings.Count(c.text[:45], "week")]})
		if c.code == "" {
			require.NoError(t, err)
			assert.Len(t, tables, 2)
			continue
		}
		var fault *study.Error
		require.ErrorAs(t, err, &fault, c.studies)
		assert.Equal(t, c.code, fault.Code, c.studies)
		assert.Contains(t, fault.Error(), c.found)
	}
	_, err := Read(context.Background(), strings.NewReader(people), "x", Options{Study: "gender,age"})
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, faults.SeveralGroupings, fault.Code)
	_, err = Read(context.Background(), strings.NewReader(people), "x", Options{Study: "age"})
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, faults.MissingID, fault.Code, "a column alone must have a value beside each label")
}

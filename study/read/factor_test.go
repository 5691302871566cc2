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
)

const templates = `item,labeler,template,day,label
a,w,long,mo,1
a,w,short,mo,0
a,x,long,tu,1
b,w,short,tu,NA
b,x,late,mo,
b,w,long,mo,0
`

const templatesDump = "a w all long mo 1\na w all short mo 0\na x all long tu 1\nb w all long mo 0\n"

// TestReadFactors reads the same factors from each format.
func TestReadFactors(t *testing.T) {
	type row struct {
		Item     string  `parquet:"item"`
		Labeler  string  `parquet:"labeler"`
		Template string  `parquet:"template,dict"`
		Day      string  `parquet:"day"`
		Label    *string `parquet:"label,optional"`
	}
	var rows []row
	var objects strings.Builder
	for _, line := range strings.Split(strings.TrimSpace(templates), "\n")[1:] {
		f := strings.Split(line, ",")
		rows = append(rows, row{f[0], f[1], f[2], f[3], &f[4]})
		objects.WriteString(`{"item":"` + f[0] + `","labeler":"` + f[1] + `","template":"` + f[2] + `","day":"` + f[3] +
			`","label":"` + f[4] + "\"}\n")
	}
	for name, data := range map[string][]byte{
		"csv": []byte(templates), "json": []byte(objects.String()), "parquet": parquetOf(t, rows, 2)} {
		table, err := Read(context.Background(), bytes.NewReader(data), "x",
			Options{Factors: []string{"Template", "day"}})
		require.NoError(t, err, name)
		tabletest.RequireValid(t, table)
		assert.Equal(t, []string{"item", "labeler", "template", "day"}, table.Factors(), name)
		assert.Equal(t, templatesDump, tabletest.Dump(table), name)
		levels, _ := table.Levels("template")
		assert.Equal(t, []string{"long", "short"}, levels, "%s: without the level that no label has", name)
		s := table.Source()
		assert.Equal(t, []study.Column{{Name: "template", Named: true}, {Name: "day", Named: true}}, s.Columns.Factors)
		assert.Empty(t, s.Ignored)
		assert.Contains(t, s.String(), "label = label, factors = template, day")
	}
	var text strings.Builder
	table, err := Read(context.Background(), strings.NewReader(templates), "x",
		Options{Factors: []string{"day", "template"}})
	require.NoError(t, err)
	require.NoError(t, study.Write(&text, table))
	again, err := Read(context.Background(), strings.NewReader(text.String()), "x",
		Options{Factors: []string{"day", "template"}})
	require.NoError(t, err)
	assert.Equal(t, tabletest.Dump(table), tabletest.Dump(again))
}

// A column that is a factor plays no other part, and tells labels apart that would be duplicates.
func TestFactorsPlayNoOtherPart(t *testing.T) {
	in := "item,group,rater,judge,label\na,g,w,1,1\na,g,w,2,2\na,h,w,1,5\n"
	_, err := Read(context.Background(), strings.NewReader(in), "x", Options{Labeler: "rater"})
	require.ErrorContains(t, err, `labeler "w" gave item "a" a second label in group "g"`)
	_, err = Read(context.Background(), strings.NewReader(in), "x", Options{})
	require.ErrorContains(t, err, "2 columns could be the labeler")
	table, err := Read(context.Background(), strings.NewReader(in), "x", Options{Factors: []string{"judge"}})
	require.NoError(t, err)
	assert.Equal(t, "a w g 1 1\na w g 2 2\na w h 1 5\n", tabletest.Dump(table))
	both, err := Read(context.Background(), strings.NewReader(in), "x", Options{Factors: []string{"judge", "group"}})
	require.NoError(t, err)
	assert.Equal(t, "a w all 1 g 1\na w all 2 g 2\na w all 1 h 5\n", tabletest.Dump(both))

	wide := "item,template,r1,r2\na,long,1,0\na,short,0,0\nb,long,,1\n"
	table, err = Read(context.Background(), strings.NewReader(wide), "x",
		Options{Wide: []string{"*"}, Factors: []string{"template"}})
	require.NoError(t, err)
	assert.Equal(t, "a r1 all long 1\na r2 all long 0\na r1 all short 0\na r2 all short 0\nb r2 all long 1\n",
		tabletest.Dump(table))

	several := "item,user,template,x,y\na,u,1,0,1\nb,u,0,1,\n"
	tables, err := Tables(context.Background(), strings.NewReader(several), "x", []string{AllColumns},
		Options{Factors: []string{"template"}})
	require.NoError(t, err)
	require.Len(t, tables, 2, "the factor holds 0 and 1 too")
	assert.Equal(t, "a u all 1 1\n", tabletest.Dump(tables[1]))
	template, _ := tables[0].Levels("template")
	assert.Equal(t, []string{"1", "0"}, template)
}

// A column that only says again what a factor says is not warned of, and one that divides labels further is.
func TestOverlookedBesideFactors(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,labeler,template,version,room,label\n")
	for i := range 40 {
		for k, template := range []string{"long", "short"} {
			for _, room := range []string{"p", "q"} {
				b.WriteString(strings.Join([]string{"i" + string(rune('A'+i)), "w", template, []string{"v1", "v2"}[k],
					room,
					[]string{"1", "4.5"}[k]}, ",") + "\n")
			}
		}
	}
	o := Options{Factors: []string{"template"}, Duplicates: study.DuplicatesFirst}
	table, err := Read(context.Background(), strings.NewReader(b.String()), "x", o)
	require.NoError(t, err)
	require.Len(t, table.Source().Overlooked, 1)
	assert.Equal(t, "room", table.Source().Overlooked[0].Column)
	o.Duplicates = study.DuplicatesError
	_, err = Read(context.Background(), strings.NewReader(b.String()), "x", o)
	require.ErrorContains(t, err, `they differ in column "room", which is not used`)
}

func TestReadFactorErrors(t *testing.T) {
	far := strings.Repeat(`{"item":"a","day":"mo","label":1}`+"\n", 20_000)
	for _, c := range []struct {
		name, in, want string
		options        Options
	}{
		{name: "no such column", in: templates, options: Options{Factors: []string{"hour"}},
			want: `x: no column is named "hour": item, labeler, template, day, label. Choose one; by names and ` +
				`values of the columns`},
		{name: "named twice", in: templates, options: Options{Factors: []string{"day", "Day"}},
			want: `x: column "Day" cannot be both a factor and a factor. Without facet; without facet`},
		{name: "the item, by its name", in: templates, options: Options{Item: "template",
			Factors: []string{"template"}},
			want: `x: column "template" cannot be both the item and a factor. Without facet; without item`},
		{name: "the label, by its name", in: templates, options: Options{Label: "label", Factors: []string{"label"}},
			want: `x: column "label" cannot be both the label and a factor. Without facet; without label`},
		{name: "the name of a part", in: "ad,item,label\na,1,1\n",
			options: Options{Item: "ad", Factors: []string{"item"}},
			want: `x: column "item" cannot be a factor: every table has a part of that name. Give the column ` +
				`another name`},
		{name: "an empty cell", in: "item,day,label\na,mo,1\nb,,NA\nc,,0\nd,,1\n",
			options: Options{Factors: []string{"day"}},
			want: `x:4: the factor in column "day" is empty (2 rows)` + "\n  without those rows; fill it in, or " +
				"delete those rows"},
		{name: "a missing cell of JSON", in: `{"item":"a","day":"mo","label":1}` + "\n" +
			`{"item":"b","day":null,"label":0}`,
			options: Options{Factors: []string{"day"}},
			want: `x:2: the factor in column "day" is empty (1 row)` + "\n  without those rows; fill it in, or " +
				"delete those rows"},
		{name: "a column that comes too late", in: far + `{"item":"b","day":"mo","hour":1,"label":0}`,
			options: Options{Factors: []string{"hour"}}, want: `x: no column is named "hour": item, day, label. ` +
				`Choose one; by names and values of the columns`},
		{name: "duplicates", in: templates + "b,w,long,mo,1\n", options: Options{Factors: []string{"template", "day"}},
			want: `x:8: labeler "w" gave item "b" a second label, template "long", day "mo"` +
				" (the first is in line 7; 1 row in all)\n  all of them, if labelers were asked again; the last " +
				"row of each, if labelers corrected themselves; the first row of each"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(context.Background(), strings.NewReader(c.in), "x", c.options)
			require.EqualError(t, err, c.want)
			var typed *study.Error
			require.ErrorAs(t, err, &typed)
			require.NotEmpty(t, typed.Code)
		})
	}
	_, err := Read(context.Background(), strings.NewReader(templates), "x",
		Options{Factors: []string{"day"}, Wide: []string{"d*"}, Item: "item"})
	require.ErrorContains(t, err, `no free column has a name like "d*"`)
}

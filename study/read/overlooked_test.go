package read

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
)

// ratingsFile is 40 items under 2 conditions by 3 of 12 people each, the same or others, with columns that say
// other things: the people's gender and site, a second answer, how long it took, the day, the row, a text of the item.
func ratingsFile(within bool) string {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("row,response_id,who,variant,gender,site,score,confidence,sure,seconds,day,text,slider\n")
	row := 0
	for item := range 40 {
		people := random.Perm(12)[:3]
		for variant := range 2 {
			for _, person := range people {
				row++
				if !within {
					person += 12 * variant // others under each condition
				}
				day := 1 + random.IntN(28)
				fmt.Fprintf(&b, "%d,r%d,p%02d,%s,%s,site%d,%d,%d,%s,%d,2024-03-%02d,text %d,%d\n", row, item, person,
					[]string{"old", "new"}[variant],
					[]string{"f", "m"}[person%2], person%3, 1+random.IntN(5), 1+random.IntN(5), []string{"no",
						"yes"}[random.IntN(2)],
					5+random.IntN(300), day, item, random.IntN(101))
			}
		}
	}
	return b.String()
}

func TestOverlookedColumns(t *testing.T) {
	read := func(text string, o Options) (*study.Table, map[string]study.Overlooked) {
		table, err := Read(context.Background(), strings.NewReader(text), "x.csv", o)
		require.NoError(t, err)
		found := map[string]study.Overlooked{}
		for _, c := range table.Source().Overlooked {
			found[c.Column] = c
		}
		return table, found
	}
	names := func(found map[string]study.Overlooked) []string {
		var all []string
		for n := range found {
			all = append(all, n)
		}
		return all
	}
	for _, within := range []bool{true, false} {
		// Taking only what the error asks for pools the conditions and ignores the people, and this is said.
		table, found := read(ratingsFile(within), Options{Item: "response_id", Labeler: study.NoColumn})
		assert.Equal(t, []string{"row", "who", "variant", "gender", "site", "confidence", "sure", "seconds", "day",
			"text", "slider"}, table.Source().Ignored)
		assert.True(t, found["variant"].AsStudy, "within %v", within)
		assert.Equal(t, []string{"old", "new"}, found["variant"].Values)
		assert.True(t, found["who"].AsLabeler)
		assert.True(t, found["gender"].AsGroup || within)
		for _, other := range []string{"row", "confidence", "sure", "seconds", "day", "text", "slider"} {
			assert.NotContains(t, found, other)
		}
		warned := ""
		for _, w := range study.Describe(table).Warnings() {
			if w.Code == study.OverlookedColumn {
				warned += w.Text + "\n"
			}
		}
		assert.Contains(t, warned, `column "variant" is not used, but its 2 values (old, new) divide the labels `+
			`of each item as conditions do`)
		assert.Contains(t, warned, fmt.Sprintf(`column "who" is not used, but its %d values divide the labels of `+
			`an item as labelers do`, found["who"].Count))

		// With the people, the conditions are left, and the groups that people come in.
		_, found = read(ratingsFile(within), Options{Item: "response_id", Labeler: "who",
			Duplicates: study.DuplicatesFirst})
		assert.ElementsMatch(t, []string{"variant", "gender", "site"}, names(found))
		assert.True(t, found["variant"].AsStudy && !found["variant"].AsLabeler)
		assert.True(t, found["gender"].AsGroup && found["site"].AsGroup)
		// With both, the groups.
		table, found = read(ratingsFile(within), Options{Item: "response_id", Labeler: "who", Study: "variant"})
		assert.ElementsMatch(t, []string{"gender", "site"}, names(found))
		w := study.Describe(table).Warnings()
		assert.Equal(t, "columns gender, site are not used, but each divides the labelers into groups: labels of all "+
			"groups are taken together",
			w[0].Text)
		assert.Equal(t, []string{"gender", "site"}, w[0].Names)
		assert.Equal(t, "to compare the groups, instead of the present column", w[0].Fixes[1].Does)
	}
	// A few people, each of whom labels each item, may be conditions as well.
	var b strings.Builder
	b.WriteString("item,by,label\n")
	for i := range 30 {
		fmt.Fprintf(&b, "i%d,ann,%d\ni%d,bob,%d\n", i, i%2, i, i%3%2)
	}
	table, found := read(b.String(), Options{Labeler: study.NoColumn})
	assert.True(t, found["by"].AsStudy && found["by"].AsLabeler)
	w := study.Describe(table).Warnings()[0]
	assert.Equal(t, `column "by" is not used, but its 2 values (ann, bob) divide the labels of each item as `+
		`labelers or conditions do`, w.Text)
	assert.Equal(t, "if they say who gave a label", w.Fixes[0].Does)
	assert.Equal(t, "if they are conditions, to compare them", w.Fixes[1].Does)
	_, found = read(b.String(), Options{Labeler: "by"})
	assert.Empty(t, found)
}

// Where each item has one label, as if it were a row, a column may have the items.
func TestItemsOfRows(t *testing.T) {
	var rows, mixed strings.Builder
	rows.WriteString("task_id,worker,url,room,label\n")
	mixed.WriteString("task_id,worker,url,room,label\n")
	for n := range 60 {
		fmt.Fprintf(&rows, "t%d,w%d,u%d,r%d,%d\n", n, n%3, n/3, n%2, n%5)
		fmt.Fprintf(&mixed, "t%d,w%d,u%d,r%d,%d\n", n/2, n%3, n/3, n%2, n%5)
	}
	read := func(text string) *study.Table {
		table, err := Read(context.Background(), strings.NewReader(text), "x.csv", Options{Item: "task_id"})
		require.NoError(t, err)
		return table
	}
	overlooked := read(rows.String()).Source().Overlooked
	require.Len(t, overlooked, 1, "a room has labels of one labeler again and again")
	assert.Equal(t, "url", overlooked[0].Column)
	assert.True(t, overlooked[0].AsItem)
	assert.Contains(t, study.Describe(read(rows.String())).Warnings()[0].Text,
		`each item has one label, and column "url"`)
	for _, o := range read(mixed.String()).Source().Overlooked {
		assert.False(t, o.AsItem, "some items have two labels")
	}
}

// Duplicates that an unused column tells apart are said to be so.
func TestDuplicatesToldApart(t *testing.T) {
	text := ratingsFile(true)
	_, err := Read(context.Background(), strings.NewReader(text), "x.csv", Options{Item: "response_id", Labeler: "who"})
	require.ErrorContains(t, err, `they differ in column "variant", which is not used`)
	first := func(e *study.Error) []string {
		var does []string
		for _, f := range e.Fixes[:4] {
			does = append(does, f.Does)
		}
		return does
	}
	var e *study.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, study.DuplicateLabel, e.Code)
	assert.Equal(t, "response_id", e.Column)
	assert.Equal(t, []string{"as groups, to compare them", "as items of their own", "each variant alone",
		"with effects of variant"}, first(e))
	_, err = Read(context.Background(), strings.NewReader(text), "x.csv",
		Options{Item: "response_id", Labeler: "who", Study: "site"})
	require.ErrorAs(t, err, &e)
	assert.Equal(t, []string{"as items of their own", "each variant alone", "with effects of variant",
		"all of them, if labelers were asked again"}, first(e), "there is a column of groups already")
}

// The same labels as JSON and as Parquet have the same columns that play no part; with raters as columns there
// is nothing to overlook in them.
func TestUnusedColumnsOfFormats(t *testing.T) {
	var b strings.Builder
	rows := strings.Split(strings.TrimSpace(ratingsFile(false)), "\n")
	names := strings.Split(rows[0], ",")
	for _, r := range rows[1:] {
		b.WriteString("{")
		for i, cell := range strings.Split(r, ",") {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, "%q:%q", names[i], cell)
		}
		b.WriteString("}\n")
	}
	options := Options{Item: "response_id"}
	want, err := Read(context.Background(), strings.NewReader(ratingsFile(false)), "x", options)
	require.NoError(t, err)
	got, err := Read(context.Background(), strings.NewReader(b.String()), "x", options)
	require.NoError(t, err)
	assert.Equal(t, want.Source().Overlooked, got.Source().Overlooked)
	assert.Equal(t, want.Source().Ignored, got.Source().Ignored)

	wide, err := Read(context.Background(), strings.NewReader("item,topic,r1,r2\na,x,1,0\nb,y,1,1\n"), "x",
		Options{Wide: []string{"r?"}})
	require.NoError(t, err)
	assert.Equal(t, []string{"topic"}, wide.Source().Ignored)
	assert.Empty(t, wide.Source().Overlooked)

	// A member that comes first long after the columns were chosen is not dropped in silence either.
	b.Reset()
	for i := range 9000 {
		fmt.Fprintf(&b, `{"item": "i%d", "label": %d, "note": "of no concern"}`+"\n", i, i%2)
	}
	b.WriteString(`{"item": "a", "label": 1, "late": 2}` + "\n")
	late, err := Read(context.Background(), strings.NewReader(b.String()), "x", Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"note", "late"}, late.Source().Ignored)
}

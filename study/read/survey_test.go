package read

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/internal/kinds"
)

// surveyedFile writes a file of the name.
func surveyedFile(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, content, 0o644))
	return path
}

// ratingsText is labels of three weeks, with line ends and delimiters in quotes, missing labels and empty lines.
func ratingsText(rows int, label func(n int) string) []byte {
	var b bytes.Buffer
	b.WriteString("\ufeffweek,item,note,rater,pool,label,day\r\n")
	for n := range rows {
		fmt.Fprintf(&b, "w%d,\"item\n%d, \"\"%d\"\"\",\"a\nb\",r%d,p%d,%s,d%d\r\n", n*7%3, n/4, n/4, n%4+4*(n%2), n%2,
			label(n), n%5)
		if n%10 == 3 {
			b.WriteString("\n\n")
		}
	}
	return b.Bytes()
}

// joinedOf reads a file shard by shard, in reverse, as other processes do.
func joinedOf(t *testing.T, path string, s *Survey) []*study.Table {
	t.Helper()
	wire, err := json.Marshal(s.Shards)
	require.NoError(t, err)
	var shards Shards
	require.NoError(t, json.Unmarshal(wire, &shards))
	parts := make([][]*study.Table, len(s.Tables))
	for k := shards.Len() - 1; k >= 0; k-- {
		tables, err := shards.Read(context.Background(), path, k)
		require.NoError(t, err)
		require.Len(t, tables, len(s.Tables))
		for c, table := range tables {
			if table != nil {
				parts[c] = append([]*study.Table{table}, parts[c]...)
			}
		}
	}
	var all []*study.Table
	for c, p := range parts {
		table, err := study.Join(p, s.Tables[c].Studies(), s.Tables[c].Source())
		require.NoError(t, err)
		all = append(all, table)
	}
	return all
}

// What is read in shards is what is read at once, and what a survey says of the labels is what all of them say.
func TestShardsAreTheWhole(t *testing.T) {
	cycle := func(labels ...string) func(int) string {
		return func(n int) string { return labels[n*n%len(labels)] }
	}
	long := func(n int) string { return fmt.Sprint(n) + ".5" }
	var wide bytes.Buffer
	wide.WriteString("item,week,rater_a,rater_b,rater_c\n")
	for n := range 90 {
		fmt.Fprintf(&wide, "i%d,w%d,%d,%d,%s\n", n, n%4, n%2, n/2%2, []string{"", "1"}[n%2])
	}
	type rating struct{ Item, Rater, Week, Pool, Label string }
	var ratings []rating
	for n := range 120 {
		ratings = append(ratings, rating{fmt.Sprint("i", n/3), fmt.Sprint("r", n%3), fmt.Sprint("w", n%5),
			fmt.Sprint("p", n/60), []string{"no", "yes", ""}[n*n%3]})
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(ratingsText(60, cycle("0", "1")))
	require.NoError(t, z.Close())
	var several bytes.Buffer
	several.WriteString("item,week,pool,joy,fear,grade\n")
	for n := range 200 {
		fmt.Fprintf(&several, "i%d,w%d,p%d,%d,%s,%d\n", n/2, n/50, n%2, n%2, []string{"0", "", "1"}[n%3], n%9)
	}
	for name, c := range map[string]struct {
		content []byte
		o       SurveyOptions
		shards  int // at least
	}{
		"binary":        {ratingsText(300, cycle("0", "1", "", "1")), SurveyOptions{}, 100},
		"words":         {ratingsText(300, cycle("yes", "NA", "no", ".")), SurveyOptions{}, 100},
		"late positive": {ratingsText(300, func(n int) string { return fmt.Sprint(n / 299) }), SurveyOptions{}, 100},
		"categories": {ratingsText(300, cycle("awe", "joy", "fear", "joy")), SurveyOptions{Options: Options{
			AllowNominal: true}}, 100},
		"grades": {ratingsText(300, cycle("1", "2", "3", "5")), SurveyOptions{Options: Options{Order: []string{"1", "2",
			"3", "4", "5"}}}, 100},
		"numbers":     {ratingsText(300, long), SurveyOptions{Options: Options{Kind: study.Numeric}}, 100},
		"whole":       {ratingsText(300, cycle("1", "2", "3", "4", "7")), SurveyOptions{}, 100},
		"wide":        {wide.Bytes(), SurveyOptions{Options: Options{Wide: []string{"rater_*"}}}, 50},
		"gzip":        {packed.Bytes(), SurveyOptions{}, 1},
		"all columns": {several.Bytes(), SurveyOptions{Several: []string{AllColumns}}, 50},
		"two columns": {several.Bytes(), SurveyOptions{Several: []string{"grade", "fear"}}, 50},
		"parquet":     {parquetOf(t, ratings, 7), SurveyOptions{Options: Options{Label: "Label"}}, 10},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			path := surveyedFile(t, "x", c.content)
			c.o.Factors, c.o.Cut = []string{"week"}, []string{"week"}
			for _, size := range []int64{1, 700, 0} {
				c.o.ShardBytes = size
				s, err := SurveyFile(context.Background(), path, c.o)
				require.NoError(t, err)
				if size == 1 {
					assert.GreaterOrEqual(t, s.Shards.Len(), c.shards)
				}
				labels := c.o.Several
				want, err := Tables(context.Background(), nil, path, labels, c.o.Options)
				if labels == nil {
					var one *study.Table
					one, err = Read(context.Background(), nil, path, c.o.Options)
					want = []*study.Table{one}
				}
				require.NoError(t, err)
				require.Len(t, s.Tables, len(want))
				got := joinedOf(t, path, s)
				for i, table := range want {
					assert.Equal(t, table.ByAppearance(), got[i])
					few := s.Tables[i]
					assert.Equal(t, table.Source(), few.Source())
					assert.Equal(t, table.Kind(), few.Kind())
					assert.Equal(t, table.Categories(), few.Categories())
					assert.Equal(t, table.Studies(), few.Studies())
					levels, _ := table.Levels("week")
					surveyed, _ := few.Levels("week")
					if name != "parquet" { // whose columns begin with a capital
						assert.NotEmpty(t, levels)
					}
					assert.Equal(t, levels, surveyed)
					assert.LessOrEqual(t, few.Len(), Surveyed*8*len(table.Studies()))
				}
			}
		})
	}
}

// More different numbers than are told apart by their spelling are kept by value, in shards too.
func TestShardsOfManyNumbers(t *testing.T) {
	path := surveyedFile(t, "x.csv", ratingsText(kinds.MostSpellings+500, func(n int) string {
		return fmt.Sprint(n,
			"e-3")
	}))
	o := SurveyOptions{Options: Options{Kind: study.Numeric}, ShardBytes: 1 << 18}
	s, err := SurveyFile(context.Background(), path, o)
	require.NoError(t, err)
	assert.Greater(t, s.Shards.Len(), 10)
	want, err := Read(context.Background(), nil, path, o.Options)
	require.NoError(t, err)
	assert.Equal(t, want.ByAppearance(), joinedOf(t, path, s)[0])
}

// Columns in no use are watched as if all rows were kept.
func TestSurveyOverlooksTheSameColumns(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("item,who,arm,label\n")
	for n := range 20_000 {
		fmt.Fprintf(&b, "i%d,w%d,%s,%d\n", n/8, n%8, []string{"a", "b"}[n%8/4], n*n%7%2)
	}
	path := surveyedFile(t, "x.csv", b.Bytes())
	s, err := SurveyFile(context.Background(), path, SurveyOptions{Options: Options{Labeler: study.NoColumn}})
	require.NoError(t, err)
	want, err := Read(context.Background(), nil, path, Options{Labeler: study.NoColumn})
	require.NoError(t, err)
	require.NotEmpty(t, want.Source().Overlooked)
	assert.Equal(t, want.Source(), s.Tables[0].Source())
}

// A fault is found by the survey as by a reader, on the same line, wherever it stands.
func TestSurveyFindsFaults(t *testing.T) {
	ok := strings.Repeat("a,p,1\nb,p,0\nc,p,1\n", 50)
	for _, text := range []string{
		"item,rater,label\n" + strings.Repeat("a,p,1\nb,q,0\n", 1) + "a,p,0\n", // a duplicate
		"item,rater,label\n" + ok[:6] + "\"x,p,1\n",
		"item,label\na,1\nb,0\nc,1,2\n",
		"item,label\na,1\nb,0\n,1\n",
		"item,label\na,yes\nb,no\nc,perhaps\n",
		"item,label\na,\nb,\n",
		"item,label\n",
		"item,name\na,1\n",
	} {
		path := surveyedFile(t, "x.csv", []byte(text))
		_, want := Read(context.Background(), nil, path, Options{})
		require.Error(t, want)
		_, err := SurveyFile(context.Background(), path, SurveyOptions{ShardBytes: 1})
		assert.EqualError(t, err, want.Error())
	}
	path := surveyedFile(t, "x.csv", []byte("item,label\na,1\nb,0\na,0\n"))
	for _, o := range []SurveyOptions{
		{Options: Options{Duplicates: study.DuplicatesFirst}}, {Options: Options{Exclude: []string{"p"}}},
		{Cut: []string{"week"}}, {ShardBytes: -1},
	} {
		_, err := SurveyFile(context.Background(), path, o)
		assert.Error(t, err)
	}
	_, err := SurveyFile(context.Background(), t.TempDir(), SurveyOptions{})
	assert.ErrorContains(t, err, "only a regular file")
}

// A file that is another one than it was is refused, and so is a label that stands twice in two shards.
func TestShardsOfAnotherFile(t *testing.T) {
	path := surveyedFile(t, "x.csv", []byte("item,rater,label\na,p,1\nb,p,0\nc,p,1\n"))
	s, err := SurveyFile(context.Background(), path, SurveyOptions{ShardBytes: 1})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("item,rater,label\na,p,1\nb,p,2\nc,p,1\n"), 0o644))
	_, err = s.Shards.Read(context.Background(), path, 1)
	assert.ErrorContains(t, err, "the file has changed since it was surveyed: its bytes differ from byte 23 on")
	s.Shards.Shards[1].Sum = 0 // as of row groups, which have none
	_, err = s.Shards.Read(context.Background(), path, 1)
	assert.ErrorContains(t, err, "the file has changed since it was surveyed: it has new labels")
	require.NoError(t, os.WriteFile(path, []byte("item,rater,label\na,p,1\n"), 0o644))
	_, err = s.Shards.Read(context.Background(), path, 0)
	assert.ErrorContains(t, err, "it had 35 bytes and now has 23")

	// The survey does not see the second label of b, as it has enough of the study by then.
	path = surveyedFile(t, "y.csv", []byte("item,rater,label\na,p,1\nc,p,0\nd,p,1\ne,p,0\nb,p,1\nb,p,0\n"))
	s, err = SurveyFile(context.Background(), path, SurveyOptions{ShardBytes: 1})
	require.NoError(t, err)
	var parts []*study.Table
	for k := range s.Shards.Len() {
		tables, err := s.Shards.Read(context.Background(), path, k)
		require.NoError(t, err)
		parts = append(parts, tables[0])
	}
	_, err = study.Join(parts, s.Tables[0].Studies(), s.Tables[0].Source())
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, study.DuplicateLabel, fault.Code)
	assert.Contains(t, fault.Found, `labeler "p" gave item "b" a second label`)
	_, err = study.Join(parts, []string{"other"}, study.Source{})
	assert.ErrorContains(t, err, "come from different sources")
}

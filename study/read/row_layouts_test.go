package read

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/faults"
	"concord/study/read/internal/stream"
)

func TestRowLayouts(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		options        Options
	}{
		{name: "pairs", in: "essay,r1,s1,r2,s2,note\ne,Ann,1,Bob,2,x\nf,Cy,3,Ann,,y\ng,Bob,1,,,\n",
			want: "e Ann all 1\ne Bob all 2\nf Cy all 3\ng Bob all 1\n",
			options: Options{Pairs: []ColumnPair{{Labeler: "r1", Label: "s1"}, {Labeler: "r2", Label: "s2"}},
				Item: "essay"}},
		{name: "pairs without an item", in: "a,x,b,y\nAnn,1,Bob,2\nAnn,3,Bob,4\n",
			want:    "1 Ann all 1\n1 Bob all 2\n2 Ann all 3\n2 Bob all 4\n",
			options: Options{Pairs: []ColumnPair{{Labeler: "a", Label: "x"}, {Labeler: "b", Label: "y"}}}},
		{name: "people", in: "person,Q1,Q2,age\nAnn,1,2,30\nBob,,4,40\n",
			want:    "Q1 Ann all 1\nQ2 Ann all 2\nQ2 Bob all 4\n",
			options: Options{WideItems: []string{"Q*"}, Labeler: "person"}},
		{name: "people without names", in: "age,Q1,Q2\n30,1,2\n30,3,4\n",
			want: "Q1 1 all 1\nQ2 1 all 2\nQ1 2 all 3\nQ2 2 all 4\n", options: Options{WideItems: []string{"Q?"}}},
		{name: "lists", in: "item,scores\na,\"[1, 2]\"\nb,\"[3, null]\"\nc,\nd,\"[5,6]\"\n",
			want:    "a place 1 all 1\na place 2 all 2\nb place 1 all 3\nd place 1 all 5\nd place 2 all 6\n",
			options: Options{Lists: []string{"scores"}}},
		{name: "lists of several lengths", in: "item,scores\na,1|2|2\nb,3\nc,1|1\n",
			want:    "a - all 1\na - all 2\na - all 2\nb - all 3\nc - all 1\nc - all 1\n",
			options: Options{Lists: []string{"scores"}}},
		{name: "lists as numpy prints them", in: "item,scores\na,[1 2]\nb,[3  4]\n",
			want:    "a place 1 all 1\na place 2 all 2\nb place 1 all 3\nb place 2 all 4\n",
			options: Options{Lists: []string{"scores"}}},
		{name: "lists with labelers", in: "item,who,scores\na,\"['Ann', 'Bob']\",\"[1, 2]\"\nb,['Cy'],[3]\n",
			want:    "a Ann all 1\na Bob all 2\nb Cy all 3\n",
			options: Options{Lists: []string{"scores"}, Labeler: "who"}},
		{name: "several columns of lists", in: "item,x,y\na,1|2,3|4\n",
			want:    "a · x place 1 all 1\na · x place 2 all 2\na · y place 1 all 3\na · y place 2 all 4\n",
			options: Options{Lists: []string{"x", "y"}}},
		{name: "counts", in: "item,no,yes\na,2,1\nb,0,1\nc,,\n",
			want: "a - all 0\na - all 0\na - all 1\nb - all 1\n", options: Options{Counts: []string{"no", "yes"}}},
		{name: "weight", in: "item,label,n\na,1,2\na,0,1\nb,0,0\n", want: "a - all 1\na - all 1\na - all 0\n",
			options: Options{Weight: "n"}},
		{name: "weight of patterns", in: "x,y,n\n1,0,2\n0,0,1\n",
			want:    "1.1 x all 1\n1.1 y all 0\n1.2 x all 1\n1.2 y all 0\n2 x all 0\n2 y all 0\n",
			options: Options{Weight: "n", Wide: []string{"x", "y"}}},
		{name: "occasions", in: "item,A1,A2,B1\na,1,2,3\n", want: "a A all 1\na A all 2\na B all 3\n",
			options: Options{Wide: []string{"{labeler}{occasion}"}}},
		{name: "occasions as studies", in: "item,t1_A,t2_A,t1_B\na,1,2,3\n", want: "a A t1 1\na B t1 3\na A t2 2\n",
			options: Options{Wide: []string{"{occasion}_{labeler}"}, Study: "occasion"}},
		{name: "questions", in: "item,A_tone,A_style,B_tone\na,1,2,3\n", want: "a A tone 1\na B tone 3\na A style 2\n",
			options: Options{Wide: []string{"{labeler}_{label}"}, Study: "question"}},
		{name: "a list in JSON", in: `{"doc":"a","n":{"x":[1,2],"y":[2,2]}}` + "\n" +
			`{"doc":"b","n":{"x":[3,4],"y":[]}}`,
			want: "a · n.x place 1 all 1\na · n.x place 2 all 2\na · n.y place 1 all 2\na · n.y place 2 all 2\n" +
				"b · n.x place 1 all 3\nb · n.x place 2 all 4\n", options: Options{Lists: []string{"n.*"}}},
		{name: "records by key", in: `{"a":{"rater":"x","label":1},"b":{"rater":"y","label":4}}`,
			want: "a x all 0\nb y all 1\n"},
		{name: "lists by key", in: `{"a":[1,2],"b":[3,3],"c":[1,1],"d":[2,2]}`,
			want: "a place 1 all 1\na place 2 all 2\nb place 1 all 3\nb place 2 all 3\nc place 1 all 1\n" +
				"c place 2 all 1\nd place 1 all 2\nd place 2 all 2\n"},
		{name: "columns as pandas writes them", in: `{"item":{"0":"a","1":"b"},"label":{"0":1,"1":0}}`,
			want: "a - all 1\nb - all 0\n"},
		{name: "the list that has the parts", in: `{"id":1,"turns":[{"role":"u"},{"role":"v"}],` +
			`"votes":[{"item":"a","rater":"x","label":1},{"item":"a","rater":"y","label":0}]}`,
			want: "a x all 1\na y all 0\n"},
		{name: "nested", in: `[{"doc":"a","by":[{"rater":"x","label":1},{"rater":"y","label":2}]},` +
			`{"doc":"b","by":[]},{"doc":"c","by":[{"rater":"x","label":3,"doc":"z"}]}]`,
			want: "a x all 1\na y all 2\nc x all 3\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := Read(context.Background(), strings.NewReader(c.in), "x", c.options)
			require.NoError(t, err)
			assert.Equal(t, c.want, tabletest.Dump(table))
		})
	}
}

func TestRowLayoutErrors(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		options        Options
	}{
		{"a count that is none", "item,a,b\nx,1,2\ny,two,1\n", "x:3: column \"a\": \"two\" is no number of labels\n  " +
			"write whole numbers from 0", Options{Counts: []string{"a", "b"}}},
		{"a fraction", "item,label,n\nx,1,2\nx,0,1.5\n", "x:3: column \"n\": \"1.5\" is no number of labels\n  " +
			"write whole numbers from 0", Options{Weight: "n"}},
		{"a count without end", "item,a,b\nx,1,99999999999999999999\n",
			"x:2: column \"b\": \"99999999999999999999\" is no number of labels\n  write whole numbers from 0",
			Options{Counts: []string{"a", "b"}}},
		{"one count", "item,a,b\nx,1,2\n", "x: column \"a\" alone counts labels, so that all are of one category. " +
			"Name the columns of all categories", Options{Counts: []string{"a"}}},
		{"a list and a labeler too few", "item,who,score\nx,a|b,1|2\ny,a,1|2\n",
			"x:3: column \"score\": the list \"1|2\" has 2 labels, and that of its labelers 1\n  " +
				"labels of lists as those of nobody in particular",
			Options{Lists: []string{"score"}, Labeler: "who"}},
		{"a label without labeler", "item,a,x,b,y\ni,Ann,1,Bob,2\nj,Ann,1,,2\n",
			"x:3: the labeler in column \"columns a,b\" is empty (1 row)\n  without those rows; fill it in, or " +
				"delete those rows; without the column",
			Options{Pairs: []ColumnPair{{Labeler: "a", Label: "x"}, {Labeler: "b", Label: "y"}}}},
		{"no such column", "item,a,x\ni,Ann,1\n", "x: no column is named \"z\": item, a, x. Choose one; by " +
			"names and values of the columns",
			Options{Pairs: []ColumnPair{{Labeler: "a", Label: "z"}}}},
		{"a ragged row", "item,a,b\nx,1,2\ny,1\n", "x:3: 2 fields, and the header has 3\n  " +
			"put text that holds the delimiter in quotes", Options{Counts: []string{"a", "b"}}},
		{"layout and label", "item,a,b\nx,1,2\n", "x: the layout of the rows says the label of each label, so column " +
			"\"b\" cannot. Without label; without counts", Options{Counts: []string{"a"}, Label: "b"}},
		{"two layouts", "item,a,b\nx,1,2\n", "x: the rows of one file cannot have 2 layouts: Lists, Counts. " +
			"Without counts; without list",
			Options{Counts: []string{"a"}, Lists: []string{"b"}}},
		{"a part that there is not", "item,a,b\nx,1,2\n", "x: pattern \"{person}\" has no part called \"person\". " +
			"Name {labeler} once, and {occasion} and {label} once at most", Options{Wide: []string{"{person}"}}},
		{"an open brace", "item,a,b\nx,1,2\n", "x: pattern \"{labeler\" has a brace that is not closed. " +
			"Name {labeler} once, and {occasion} and {label} once at most", Options{Wide: []string{"{labeler"}}},
		{"no labeler", "item,a,b\nx,1,2\n", "x: pattern \"{occasion}\" does not name the labeler. " +
			"Name {labeler} once, and {occasion} and {label} once at most", Options{Wide: []string{"{occasion}"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(context.Background(), strings.NewReader(c.in), "x", c.options)
			require.EqualError(t, err, c.want)
		})
	}
}

// A list that is shorter than those by which places became labelers is an error with its line, however late.
func TestRaggedList(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,score\n")
	for i := range stream.MostFirstRows + 5 {
		fmt.Fprintf(&b, "%d,1|2|3\n", i)
	}
	b.WriteString("last,1|2\n")
	_, err := Read(context.Background(), strings.NewReader(b.String()), "x", Options{Lists: []string{"score"}})
	require.EqualError(t, err, fmt.Sprintf("x:%d: column \"score\": the list \"1|2\" has 2 labels, and those before "+
		"it have 3\n  labels of lists as those of nobody in particular", stream.MostFirstRows+7))
	table, err := Read(context.Background(), strings.NewReader(b.String()), "x",
		Options{Lists: []string{"score"}, Labeler: study.NoColumn})
	require.NoError(t, err)
	assert.Equal(t, 3*(stream.MostFirstRows+5)+2, table.Len())
}

// Lines of errors are those of the records within an object, and of objects within a record.
func TestLinesOfNestedRecords(t *testing.T) {
	for in, line := range map[string]int{
		"{\"a\":\n {\"item\":\"i\",\"label\":3},\n\"c\":{\"item\":\"i\",\"label\":4}," +
			"\"d\":{\"item\":\"i\",\"label\":5},\n\"b\":\n {\"item\":\"j\",\n\"label\":\"x\\ny\"}}": 5,
		"[{\"doc\":1,\n\"by\":[{\"q\":\"\\n\\n\",\"label\":1},{\"label\":3}," +
			"{\"label\":4},\n {\"label\":2},\n\n{\"label\":\"ä\"}]}]": 5,
	} {
		_, err := Read(context.Background(), strings.NewReader(in), "x", Options{})
		var fault *study.Error
		require.ErrorAs(t, err, &fault, in)
		assert.Equal(t, faults.MixedOrder, fault.Code, err)
		assert.Equal(t, line, fault.Line, err)
	}
}

// Whatever a file holds, and whatever is asked of it, there is a table or an error with a code.
func TestRowLayoutsNeverPanic(t *testing.T) {
	cell := rapid.SampledFrom([]string{"", "1", "0", "2", "a", "b", "[1,2]", "[1, 2, 3]", "[]", "['a', 'b']", "1|2",
		"[", "NA", "-1", "1e9", "x y", "yes", "[null,1]", "{\"a\":1}"})
	column := rapid.SampledFrom([]string{"item", "rater1", "score1", "rater2", "score2", "Q1", "Q2", "Q3", "n", "yes",
		"no",
		"A_t1", "A_t2", "B_t1", "B_t2", "ResponseId", "StartDate", "labels", "annotators", "row", "", "occasion", "*",
		"{x}"})
	some := rapid.SliceOfN(column, 0, 2)
	rapid.Check(t, func(t *rapid.T) {
		header := rapid.SliceOfNDistinct(column, 1, 8, rapid.ID[string]).Draw(t, "header")
		var b strings.Builder
		fmt.Fprintln(&b, strings.Join(header, ";"))
		for range rapid.IntRange(0, 12).Draw(t, "rows") {
			fmt.Fprintln(&b, strings.Join(rapid.SliceOfN(cell, len(header), len(header)).Draw(t, "row"), ";"))
		}
		o := Options{AllowNominal: true, Delimiter: ';'}
		switch rapid.IntRange(0, 7).Draw(t, "layout") {
		case 0:
			o.Pairs = []ColumnPair{{Labeler: column.Draw(t, "labeler"), Label: column.Draw(t, "label")},
				{Labeler: "rater2", Label: "score2"}}
		case 1:
			o.WideItems = append(some.Draw(t, "items"), "Q*")
		case 2:
			o.Lists = append(some.Draw(t, "lists"), "l*")
		case 3:
			o.Counts = append(some.Draw(t, "counts"), "?*")
		case 4:
			o.Weight = column.Draw(t, "weight")
		case 5:
			o.Wide = []string{rapid.SampledFrom([]string{"{labeler}{occasion}", "{labeler}_{occasion}", "*{labeler}",
				"{label}{labeler}"}).Draw(t, "pattern")}
		case 6:
			o.Wide, o.Weight = append(some.Draw(t, "wide"), "?*"), "n"
		}
		o.Item = rapid.SampledFrom([]string{"", "item", "Q1"}).Draw(t, "item")
		o.Labeler = rapid.SampledFrom([]string{"", "", study.NoColumn, "annotators"}).Draw(t, "labeler")
		o.Duplicates = rapid.SampledFrom([]study.Duplicates{study.DuplicatesError, study.DuplicatesKeep}).
			Draw(t, "again")
		_, err := Read(context.Background(), strings.NewReader(b.String()), "x", o)
		if err == nil {
			return
		}
		var fault *study.Error
		if !errors.As(err, &fault) || fault.Code == "" {
			t.Fatalf("no code: %v\n%s", err, b.String())
		}
	})
}

// Five people who answered 500 questions are read as such.
func TestManyItemColumns(t *testing.T) {
	var b strings.Builder
	b.WriteString("ParticipantId")
	for i := range 500 {
		fmt.Fprintf(&b, ",Q%d", i+1)
	}
	for r := range 5 {
		fmt.Fprintf(&b, "\nR_%d", r)
		for i := range 500 {
			fmt.Fprintf(&b, ",%d", 1+(i*7+r*r*(i%3))%5)
		}
	}
	table, err := Read(context.Background(), strings.NewReader(b.String()), "x", Options{})
	require.NoError(t, err)
	assert.Equal(t, 2500, table.Len())
	assert.Len(t, table.Labelers(), 5)
	assert.Contains(t, table.Source().Recognised,
		"each row is a person, and each of 500 columns is an item, Q1 to Q500")
}

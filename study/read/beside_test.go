package read

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/internal/tabletest"
	"concord/study/read/faults"
)

const withGold = "text,who,label,gold,gpt,criterion\n" +
	"a,x,yes,yes,no,c\na,y,no,yes,no,c\nb,x,no,NA,yes,c\nb,y,no,no,yes,d\nc,x,,yes,no,d\n"

// Answers beside the labels give the table of a file in which they are rows.
func TestAnswersBesideLabels(t *testing.T) {
	for _, c := range []struct {
		name, in, rows string
		o, plain       Options
	}{
		{"gold", withGold, "a x people yes\na gold gold yes\na y people no\nb x people no\nb y people no\n" +
			"b gold gold no\nc gold gold yes\n", Options{Item: "text", Labeler: "who", GoldColumn: "gold"}, Options{}},
		{"two judges", withGold, "a x people yes\na gold gold yes\na gpt gpt no\na y people no\nb x people no\n" +
			"b gpt gpt yes\nb y people no\nb gold gold no\nc gold gold yes\nc gpt gpt no\n",
			Options{Item: "text", Labeler: "who", JudgeColumns: []string{"Gold", "gpt"}}, Options{}},
		{"without labelers", "item,label,gold\na,1,1\na,0,1\nb,1,0\n",
			"a - people 1\na - gold 1\na - people 0\nb - people 1\nb - gold 0\n",
			Options{GoldColumn: "gold"}, Options{Labeler: study.NoColumn}},
		{"beside studies", "item,rater,group,label,gold\na,x,s,1,1\na,y,t,0,1\nb,y,t,1,0\n",
			"a x s 1\na gold gold 1\na y t 0\nb y t 1\nb gold gold 0\n", Options{GoldColumn: "gold"}, Options{}},
		{"wide", "item,r1,r2,gold\na,1,0,1\nb,,1,0\n", "a r1 people 1\na gold gold 1\na r2 people 0\nb r2 people 1\n" +
			"b gold gold 0\n", Options{Wide: []string{"r?"}, GoldColumn: "gold"}, Options{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read(context.Background(), strings.NewReader(c.in), "x", c.o)
			require.NoError(t, err)
			rows := strings.ReplaceAll(c.rows, " ", ",")
			if c.name == "two judges" {
				rows = strings.ReplaceAll(rows, "gold,gold", "Gold,Gold")
			}
			want, err := Read(context.Background(), strings.NewReader("item,labeler,study,label\n"+rows), "x", c.plain)
			require.NoError(t, err)
			assert.Equal(t, tabletest.Dump(want), tabletest.Dump(got))
			assert.Equal(t, want.Kind(), got.Kind())
		})
	}
}

// Columns that tell items apart tell answers apart.
func TestAnswersWithinItems(t *testing.T) {
	const in = "item,rater,criterion,label,gold\na,x,c,1,1\na,x,d,0,0\na,y,c,1,1\n"
	o := Options{GoldColumn: "gold", Factors: []string{"criterion"}}
	_, err := Read(context.Background(), strings.NewReader(in), "x", o)
	var e *study.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, faults.SeveralAnswers, e.Code)
	assert.Equal(t, 3, e.Line)
	assert.EqualError(t, err,
		"x:3: column gold has \"0\" for item \"a\", and in line 2 it has \"1\": an item has one such "+
			"answer\n  mend that column; or name the columns that tell the items apart; or the questions")
	o.ItemFactors = o.Factors
	table, err := Read(context.Background(), strings.NewReader(in), "x", o)
	require.NoError(t, err)
	items, err := table.ItemsBy("criterion")
	require.NoError(t, err)
	gold, err := items.Study(GoldStudy)
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 0}, gold.Value())
	assert.Equal(t, []string{"a · c", "a · d"}, items.Items())
}

func TestAnswersRefused(t *testing.T) {
	const groups = "item,rater,group,label,gold\na,x,s,1,1\na,y,gold,0,1\n"
	for _, c := range []struct {
		in   string
		o    Options
		code study.Code
	}{
		{withGold, Options{Item: "text", Labeler: "who", GoldColumn: "label", Label: "label"}, faults.ColumnTaken},
		{withGold, Options{Item: "text", Labeler: "who", GoldColumn: "truth"}, faults.MissingColumn},
		{groups, Options{GoldColumn: "gold"}, study.RepeatedName},
		{groups, Options{GoldColumn: "gold", Study: "group*rater", Labeler: study.NoColumn}, study.BadOption},
		{"item,rater,label,p\na,x,1,90\na,y,0,90\nb,x,1,0\n", Options{JudgeColumns: []string{"p"}}, faults.Percentages},
		{"item,rater,label,p\na,x,1,900\na,y,0,900\nb,x,1,0\n", Options{JudgeColumns: []string{"p"}}, faults.Scores},
		{"item,rater,label,p\na,x,1,90\na,y,0,90\nb,x,1,0\n",
			Options{JudgeColumns: []string{"p"}, MostProbable: 1}, faults.BadProbability},
		{"item,rater,label,p\na,x,1,0.9\na,y,0,0.8\nb,x,1,0\n", Options{JudgeColumns: []string{"p"}},
			faults.SeveralAnswers},
		{shown, Options{Pair: []string{"model_a", "model_b"}, GoldColumn: "winner"}, study.BadOption},
	} {
		_, err := Read(context.Background(), strings.NewReader(c.in), "x", c.o)
		var e *study.Error
		require.ErrorAs(t, err, &e, c.in)
		assert.Equal(t, c.code, e.Code, e.Error())
	}
	const means = "item,rater,label,mean\na,x,1,2.5\na,y,4,2.5\nb,x,1,0\n"
	_, err := Read(context.Background(), strings.NewReader(means), "x", Options{JudgeColumns: []string{"mean"}})
	require.NoError(t, err, "numbers beside numbers")
}

// Probabilities beside labels become a factor, and no label.
func TestProbabilitiesBesideLabels(t *testing.T) {
	const in = "item,rater,label,p,q\na,x,yes,0.9,90\na,y,no,0.9,90\nb,x,no,,5\nb,y,no,,5\n"
	for _, c := range []struct {
		o      Options
		column string
		levels []string
	}{
		{Options{JudgeColumns: []string{"p"}}, "p", []string{"0.9", NoProbability}},
		{Options{JudgeColumns: []string{"Q"}, MostProbable: 100}, "q", []string{"0.9", "0.05"}},
	} {
		table, err := Read(context.Background(), strings.NewReader(in), "x", c.o)
		require.NoError(t, err)
		assert.Equal(t, []string{c.column}, table.Source().Probabilities)
		assert.Equal(t, []string{PeopleStudy}, table.Studies())
		assert.Equal(t, study.Binary, table.Kind())
		levels, ok := table.Levels(c.column)
		assert.True(t, ok)
		assert.Equal(t, c.levels, levels)
	}
	o := Options{JudgeColumns: []string{"q"}, MostProbable: 1}
	_, err := Read(context.Background(), strings.NewReader(in), "x", o)
	assert.EqualError(t, err, "x:2: column q has \"90\", but its probabilities are from 0 to 1\n"+
		"  if the item has no probability")
}

// A column that has one value of each item, among the labels' and like them, is perhaps the answer.
func TestAnswersFound(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,rater,label,truth,side,mostly,kind\n")
	for i := range 40 {
		truth, side := []string{"yes", "no"}[i%2], []string{"yes", "no"}[i/2%2]
		for r := range 3 {
			label, mostly := truth, truth
			if (i+r)%5 == 0 {
				label = map[string]string{"yes": "no", "no": "yes"}[truth]
			}
			if r == i%3 && i > 30 {
				mostly = "no"
			}
			fmt.Fprintf(&b, "q%d,r%d,%s,%s,%s,%s,%s\n", i, r, label, strings.ToUpper(truth), side, mostly, truth+"s")
		}
	}
	table, err := Read(context.Background(), strings.NewReader(b.String()), "x", Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"truth"}, table.Source().Answers,
		"side does not go with labels, mostly varies within items, kind has other values")
}

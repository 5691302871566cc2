package read

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/layouts"
)

// rated are labels of items by people, three an item, as rows of item, labeler and label.
func rated(seed uint64) (rows [][]string) {
	r := rand.New(rand.NewPCG(seed, 5))
	for i := range 40 {
		x := 3 + r.NormFloat64()
		for _, k := range r.Perm(8)[:3] {
			y := int(max(1, min(5, x+.7*r.NormFloat64()+.5)))
			rows = append(rows, []string{fmt.Sprintf("T%03d", i), fmt.Sprintf("u%d", k), fmt.Sprint(y)})
		}
	}
	return rows
}

func withHeader(header string, rows [][]string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for _, row := range rows {
		b.WriteString(strings.Join(row, ",") + "\n")
	}
	return b.String()
}

// Columns are found whatever they are called: by words that are in no list, in any order, beside remarks. Before, a
// file with an unknown word for people was read without its people.
func TestColumnsOfAnyName(t *testing.T) {
	for seed, header := range []string{"clip,turker,funny", "item,juror,score", "recipe,taster,x", "a,b,c",
		"tagger,child,rating", "pid,stim,label"} {
		rows := rated(uint64(seed))
		names := strings.Split(header, ",")
		if header == "pid,stim,label" {
			for k, row := range rows {
				rows[k] = []string{row[1], row[0], row[2]}
			}
			names = []string{"stim", "pid", "label"}
		}
		table, err := Read(context.Background(), strings.NewReader(withHeader(header, rows)), "x.csv", Options{})
		require.NoError(t, err, header)
		columns := table.Source().Columns
		assert.Equal(t, names, []string{columns.Item.Name, columns.Labeler.Name, table.LabelColumn()}, header)
		assert.Equal(t, []int{120, 40, 8}, []int{table.Len(), len(table.Items()), len(table.Labelers())}, header)
	}
}

// Two columns that could be the label are asked for, with a command for each, and one for both.
func TestQuestion(t *testing.T) {
	rows := rated(7)
	for k, row := range rows {
		rows[k] = append(row, rows[k][2])
		if k%5 == 0 {
			rows[k][3] = rows[(k+1)%len(rows)][2]
		}
	}
	text := withHeader("item,labeler,style,tone", rows)
	_, err := Read(context.Background(), strings.NewReader(text), "x.csv", Options{})
	var fault *study.Error
	var parts *Incomplete
	require.True(t, errors.As(err, &fault) && errors.As(err, &parts), "%v", err)
	assert.Equal(t, faults.OpenParts, fault.Code)
	assert.Equal(t, "2 columns could be the label: style, tone", fault.Found)
	assert.True(t, slices.ContainsFunc(fault.Fixes, func(f study.Fix) bool {
		return f.Does == layouts.EachLabelAlone && slices.Equal(f.Set[len(f.Set)-1].Values, []string{"style", "tone"})
	}))
}

// Columns of a judge and of people are no pool of people.
func TestColumnsOfAJudge(t *testing.T) {
	var rows [][]string
	r := rand.New(rand.NewPCG(8, 8))
	for i := range 100 {
		human := ""
		y := r.IntN(2)
		if i < 40 {
			human = fmt.Sprint(y)
		}
		if r.IntN(6) == 0 {
			y = 1 - y
		}
		rows = append(rows, []string{fmt.Sprint("c", i), human, fmt.Sprint(y)})
	}
	for header, judges := range map[string][]string{"case_id,human_label,judge_label": {"judge_label"},
		"id,y,y_hat": {"y_hat"}, "q,expert,gpt4": {"gpt4"}} {
		_, err := Read(context.Background(), strings.NewReader(withHeader(header, rows)), "x.csv", Options{})
		var fault *study.Error
		require.ErrorAs(t, err, &fault, header)
		assert.Equal(t, faults.JudgeColumns, fault.Code, header)
		assert.Equal(t, judges, offered(fault, "judge-column"), header)
		assert.Equal(t, "score", fault.Fixes[0].Command, "the judge labelled more")
	}
}

// Columns whose names have two parts are no labelers each: occasions, or questions.
func TestColumnsInParts(t *testing.T) {
	var rows [][]string
	for i := range 30 {
		rows = append(rows, []string{fmt.Sprint("s", i), fmt.Sprint(1 + i%5), fmt.Sprint(1 + (i+i/7)%5),
			fmt.Sprint(1 + (i+i/9)%5), fmt.Sprint(1 + (i+i/11)%5)})
	}
	for header, code := range map[string]study.Code{
		"text,ann_tone,ann_style,bob_tone,bob_style": faults.LabelerQuestions,
		"text,J1,J2,S1,S2":                           faults.Readings} {
		_, err := Read(context.Background(), strings.NewReader(withHeader(header, rows)), "x.csv", Options{})
		var fault *study.Error
		require.ErrorAs(t, err, &fault, header)
		assert.Equal(t, code, fault.Code, header)
		assert.Len(t, fault.Fixes[len(fault.Fixes)-1].Set[0].Values, 4, header)
	}
}

// Items that two columns name together are asked for, with both.
func TestItemsOfTwoColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	var rows [][]string
	for range 60 {
		a, b, x := r.IntN(40), r.IntN(40), 2+1.2*r.NormFloat64()
		for k := range 3 {
			rows = append(rows, []string{fmt.Sprint("u", a), fmt.Sprint("v", b), fmt.Sprint("ann", (a+b+k)%5),
				fmt.Sprint(int(max(0, min(4, x+.6*r.NormFloat64()+.5))))})
		}
	}
	_, err := Read(context.Background(), strings.NewReader(withHeader("use1,use2,annotator,judgment", rows)), "x.csv",
		Options{})
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, "item = use1, item = use2, labeler = annotator, label = judgment", fault.Fixes[1].Does)
	assert.Equal(t, []study.Setting{{Option: "item", Values: []string{"use1", "use2"}},
		{Option: "labeler", Values: []string{"annotator"}}, {Option: "label", Values: []string{"judgment"}}},
		fault.Fixes[1].Set)
}

// Usual names of all three parts are taken as they are, whatever the values.
func TestUsualNamesSettle(t *testing.T) {
	rows := rated(3)
	for k, row := range rows {
		rows[k] = append(row, rows[len(rows)-1-k][2])
	}
	text := withHeader("item,labeler,mark,label", rows)
	table, err := Read(context.Background(), strings.NewReader(text), "x.csv", Options{})
	require.NoError(t, err)
	assert.Equal(t, "label", table.LabelColumn())
}

// The first column of a table that pandas wrote has no name: items are numbers of rows.
func TestIndexWithoutAName(t *testing.T) {
	var rows [][]string
	for i, row := range rated(4) {
		rows = append(rows, []string{fmt.Sprint(i), row[2], row[2], fmt.Sprint(1 + (i*i+i)%5)})
	}
	text := withHeader(",ann_0,ann_1,ann_2", rows)
	table, err := Read(context.Background(), strings.NewReader(text), "x.csv", Options{})
	require.NoError(t, err)
	assert.Equal(t, []int{360, 120, 3}, []int{table.Len(), len(table.Items()), len(table.Labelers())})
}

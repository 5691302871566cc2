package read

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
)

// answered has two people's labels of each item in rows, next to a judge's answer.
func answered(people [2]string, answers ...string) string {
	text := "item,labeler,label,gpt\n"
	for i, answer := range answers {
		for k, label := range people {
			text += fmt.Sprintf("i%d,p%d,%s,%s\n", i, k, label, answer)
		}
	}
	return text
}

func readJudged(t *testing.T, text string, o Options) (*study.Table, error) {
	t.Helper()
	o.AllowNominal, o.PairsAlone = true, true
	return Read(context.Background(), strings.NewReader(text), "x", o)
}

// Replies that are no answer are left out and counted, in a column of answers, and of a judge who is a group or a
// labeler. The kind of the labels is people's.
func TestUnusableReplies(t *testing.T) {
	answers := []string{"pass", "fail", "PARSE_ERROR", "timeout", "pass", "N/A", "", "I cannot answer that"}
	text := answered([2]string{"pass", "fail"}, answers...)
	table, err := readJudged(t, text, Options{JudgeColumns: []string{"gpt"}})
	require.NoError(t, err)
	assert.Equal(t, study.Binary, table.Kind())
	assert.Equal(t, []study.Replies{{Judge: "gpt", All: 7, Unusable: 4,
		Texts: []string{"PARSE_ERROR", "timeout", "I cannot answer that"}}}, table.Source().Replies)
	gpt, err := table.Study("gpt")
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 0, 1}, gpt.Value())
	assert.Zero(t, table.Source().Missing)

	long := "item,study,labeler,label\n"
	for i, answer := range answers {
		long += fmt.Sprintf("i%d,gpt,gpt,%s\ni%d,people,p,pass\ni%d,people,q,fail\n", i, answer, i, i)
	}
	for _, judged := range []Judged{{People: "people"}, {Judges: []string{"gpt"}}} {
		table, err := readJudged(t, long, Options{Judged: judged})
		require.NoError(t, err)
		assert.Equal(t, study.Binary, table.Kind())
		require.Len(t, table.Source().Replies, 1)
		assert.Equal(t, 8, table.Source().Replies[0].All) // the row without a label is one
		assert.Equal(t, 5, table.Source().Replies[0].Unusable)
	}
	labelers := strings.ReplaceAll(strings.ReplaceAll(long, "study,", ""), "people,", "")
	table, err = readJudged(t, strings.ReplaceAll(labelers, "gpt,gpt,", "gpt,"),
		Options{Judged: Judged{Judges: []string{"gpt"}}})
	require.NoError(t, err)
	assert.Equal(t, 5, table.Source().Replies[0].Unusable)
}

// What people say too, or the caller names, is a label.
func TestRepliesThatPeopleGive(t *testing.T) {
	text := strings.NewReplacer("i0,p0,FULL", "i0,p0,REFUSED", "i1,p0,FULL", "i1,p0,PARTIAL").Replace(
		answered([2]string{"FULL", "NONE"}, "FULL", "REFUSED", "NONE", "PARTIAL"))
	table, err := readJudged(t, text, Options{JudgeColumns: []string{"gpt"}})
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"FULL", "PARTIAL", "NONE", "REFUSED"}, table.Categories())
	assert.Empty(t, table.Source().Replies)

	text = answered([2]string{"full", "none"}, "full", "refused", "none")
	for _, o := range []Options{{Order: []string{"refused", "none", "full"}}, {AsIs: true}} {
		o.JudgeColumns = []string{"gpt"}
		table, err = readJudged(t, text, o)
		require.NoError(t, err)
		assert.Contains(t, table.Categories(), "refused")
		assert.Empty(t, table.Source().Replies)
	}
	table, err = readJudged(t, text, Options{JudgeColumns: []string{"gpt"}, Positive: []string{"full"},
		Negative: []string{"none", "refused"}})
	require.NoError(t, err)
	assert.Empty(t, table.Source().Replies)
}

// A word next to people's two that only a judge says is an error, and one next to more is a note.
func TestOwnLabelsOfJudges(t *testing.T) {
	_, err := readJudged(t, answered([2]string{"pass", "fail"}, "pass", "maybe", "fail", "maybe"),
		Options{JudgeColumns: []string{"gpt"}})
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, faults.OwnLabels, fault.Code)
	assert.Equal(t, []string{"maybe"}, offered(fault, "missing"))
	assert.Equal(t, `x:4: gpt says maybe to 2 items, and no person does: it may be no answer, next to pass, fail`+
		"\n  without them; each label as a category", err.Error())

	text := strings.Replace(answered([2]string{"red", "blue"}, "red", "green", "violet"), "red", "green", 1)
	table, err := readJudged(t, text, Options{JudgeColumns: []string{"gpt"}})
	require.NoError(t, err)
	assert.Equal(t, []study.Replies{{Judge: "gpt", All: 3, Own: []string{"violet"}, OfOwn: 1}}, table.Source().Replies)
}

// A judge on another scale is a factor of numbers, and the labels are people's.
func TestJudgesOnOtherScales(t *testing.T) {
	for name, c := range map[string]struct {
		people  [2]string
		answers []string
		want    []string // levels of the items; nil: labels
	}{
		"probabilities": {[2]string{"yes", "no"}, []string{"0.25", "1", "PARSE_ERROR", "0.5"},
			[]string{"0.25", "1", "none", "0.5"}},
		"of 0 and 1": {[2]string{"1", "0"}, []string{"0.25", "1", "0"}, []string{"0.25", "1", "0"}},
		"grades":     {[2]string{"1", "0"}, []string{"4", "1", "5.0", ""}, []string{"4", "1", "5.0", "none"}},
		"other words": {[2]string{"yes", "no"},
			[]string{"pass", "fail", "pass"}, []string{"pass", "fail", "pass"}},
		"ordered words": {[2]string{"yes", "no"},
			[]string{"good", "poor", "fair"}, []string{"good", "poor", "fair"}},
		"words beside marks": {[2]string{"4", "2"}, []string{"good", "bad"}, []string{"good", "bad"}},
		"probable marks":     {[2]string{"4", "2"}, []string{"0.2", "0.9"}, []string{"0.2", "0.9"}},
		"marks":              {[2]string{"4", "2"}, []string{"1", "5"}, nil},
		"the same":           {[2]string{"yes", "no"}, []string{"Yes", "no", "yes"}, nil},
	} {
		table, err := readJudged(t, answered(c.people, c.answers...), Options{JudgeColumns: []string{"gpt"},
			Judged: Judged{Scales: true}})
		require.NoError(t, err, name)
		if c.want == nil {
			assert.Empty(t, table.Source().Scales, name)
			continue
		}
		assert.Equal(t, []string{"gpt"}, table.Source().Scales, name)
		levels, ok := table.Levels("gpt")
		require.True(t, ok)
		switch name {
		case "other words":
			assert.Equal(t, []string{NoProbability, "fail", "pass"}, levels)
		case "ordered words":
			assert.Equal(t, []string{NoProbability, "poor", "fair", "good"}, levels)
		}
		gpt, err := table.Study("gpt")
		require.NoError(t, err)
		at, _ := gpt.Factor("gpt")
		got := slices.Repeat([]string{NoProbability}, len(c.answers))
		for n, item := range gpt.Item() {
			for i := range c.answers {
				if table.Items()[item] == fmt.Sprint("i", i) {
					got[i] = levels[at[n]]
				}
			}
		}
		assert.Equal(t, c.want, got, name)
		people, err := table.Study(PeopleStudy)
		require.NoError(t, err)
		assert.Len(t, people.Value(), 2*len(c.answers), name)
	}
}

// Probabilities of more different numbers than spellings are kept are numbers all the same.
func TestManyProbabilitiesOfAJudge(t *testing.T) {
	var text strings.Builder
	text.WriteString("item,labeler,label,gpt\n")
	for i := range kinds.MostSpellings + 100 {
		fmt.Fprintf(&text, "i%d,p%d,%s,%.6f\n", i, i%3, []string{"no", "yes"}[i%2], 0.1+float64(i)*1e-6)
	}
	table, err := readJudged(t, text.String(), Options{JudgeColumns: []string{"gpt"}, Judged: Judged{Scales: true}})
	require.NoError(t, err)
	assert.Equal(t, study.Binary, table.Kind())
	levels, _ := table.Levels("gpt")
	assert.Len(t, levels, kinds.MostSpellings+101)
}

package read

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
)

// Headers of exports and of people, and the columns that they are read by.
func TestNamesOfColumns(t *testing.T) {
	for _, c := range []struct{ header, item, labeler, study, label string }{
		{"participant,condition,text_id,score", "text_id", "participant", "condition", "score"},
		{"question,annotator_id,answer", "question", "annotator_id", "", "answer"},
		{"ID,Data Row ID,Created By,Label", "Data Row ID", "Created By", "", "Label"},
		{"text_id,rater,Rating (1-5)", "text_id", "rater", "", "Rating (1-5)"},
		{"Item (ad),Rater,Score [0-100]", "Item (ad)", "Rater", "", "Score [0-100]"},
		// A usual name comes before an unusual one, and a name before one with a scale.
		{"item,question,worker,participant,group,condition,rating,Rating (1-5)", "item", "worker", "group", "rating"},
		// The subject of a message is nobody.
		{"post_id,subject,vote", "post_id", "", "", "vote"},
		{"post_id,subject_id,vote", "post_id", "subject_id", "", "vote"},
		// Ids are no labels.
		{"task,user,response_id,rating_id,score", "task", "user", "", "score"},
		{"item,label_id", "item", "", "", "label_id"},
	} {
		table, err := Read(context.Background(), strings.NewReader(c.header+"\n"+strings.Repeat("1,",
			strings.Count(c.header, ","))+"1\n"), "x", Options{})
		require.NoError(t, err, c.header)
		got := table.Source().Columns
		assert.Equal(t, []string{c.item, c.labeler, c.study, c.label},
			[]string{got.Item.Name, got.Labeler.Name, got.Study.Name, got.Label.Name}, c.header)
	}
}

func TestIDs(t *testing.T) {
	for _, name := range []string{"order_id", "Case ID", "clipId", "a-id", "größeID", "x.Id"} {
		assert.True(t, naming.IsID(name), name)
	}
	for _, name := range []string{"id", "ID", "", "d", "valid", "PAID", "paid", "grid", "İd", "\xffid", "id_"} {
		assert.False(t, naming.IsID(name), name)
	}
}

// One error names all parts that are open, what may be meant for each, and which parts are found or may be named
// besides.
func TestAllOpenPartsAtOnce(t *testing.T) {
	open := func(parts ...string) (all []OpenPart) {
		for _, p := range parts {
			all = append(all, OpenPart{Part: p, Candidates: []string{}})
		}
		return all
	}
	for _, c := range []struct {
		header, found, open string
		want                Incomplete
	}{
		{"a,b,c,d", "no column could be the item, and none the label: a, b, c, d", "choose",
			Incomplete{Open: open("item", "label"), Absent: []string{"labeler", "study"}, Left: 4}},
		{"ID,who,variant,value", "no column could be the item, and none the label: ID, who, variant, value",
			"choose", Incomplete{Open: open("item", "label"), BareID: true,
				Absent: []string{"labeler", "study"}, Left: 4,
				Proposed: []PartColumn{{Part: "item", Column: "ID"}, {Part: "label", Column: "value"},
					{Part: "labeler", Column: "who"}, {Part: "study", Column: "variant"}}}},
		{"response_id,participant,condition,score",
			"no column could be the item: response_id, participant, condition, score", "choose one",
			Incomplete{Open: open("item"), Proposed: []PartColumn{{Part: "item", Column: "response_id"}}}},
		{"response_id,who,condition,score", "no column could be the item: response_id, who, condition, score",
			"choose one",
			Incomplete{Open: open("item"), Proposed: []PartColumn{{Part: "item", Column: "response_id"},
				{Part: "labeler", Column: "who"}},
				Found:  []PartColumn{{Part: "study", Column: "condition"}, {Part: "label", Column: "score"}},
				Absent: []string{"labeler"}, Left: 2}},
		{"session_id,order_id,annotator,team,severity (1-5)", `no column could be the item, and none the label: ` +
			`session_id, order_id, annotator, team, "severity (1-5)"`, "choose",
			Incomplete{Open: open("item", "label"), Found: []PartColumn{{Part: "labeler", Column: "annotator"}},
				Absent: []string{"study"}, Left: 4,
				Proposed: []PartColumn{{Part: "item", Column: "order_id"}, {Part: "label", Column: "severity " +
					"(1-5)"}, {Part: "study", Column: "session_id"}}}},
		{"ID,Created By,Rating (1-5)", `no column could be the item: ID, "Created By", "Rating (1-5)"`, "choose one",
			Incomplete{Open: open("item"), Proposed: []PartColumn{{Part: "item", Column: "ID"}}, BareID: true}},
		{"Answer ID,rater,annotator,score,rating", `no column could be the item: "Answer ID", rater, annotator, ` +
			`score, rating;` +
			" 2 columns could be the labeler: rater, annotator; 2 columns could be the label: score, rating",
			"choose", Incomplete{Open: []OpenPart{{Part: "item", Candidates: []string{}},
				{Part: "labeler", Candidates: []string{"rater", "annotator"}},
				{Part: "label", Candidates: []string{"score", "rating"}}}, Proposed: []PartColumn{{Part: "item",
				Column: "Answer ID"}}}},
		{"text_id,question,participant,respondent,label", "2 columns could be the item: text_id, question;" +
			" 2 columns could be the labeler: participant, respondent", "choose",
			Incomplete{Open: []OpenPart{{Part: "item", Candidates: []string{"text_id", "question"}},
				{Part: "labeler", Candidates: []string{"participant", "respondent"}}}}},
	} {
		rows := strings.Repeat("1,", strings.Count(c.header, ",")) + "1\n"
		_, err := Read(context.Background(), strings.NewReader(c.header+"\n"+rows), "x", Options{})
		var e *study.Error
		require.ErrorAs(t, err, &e)
		assert.Equal(t, faults.OpenParts, e.Code)
		assert.Equal(t, c.found, e.Found)
		assert.Equal(t, c.open, e.Fixes[0].Does)
		var parts *Incomplete
		require.ErrorAs(t, err, &parts)
		assert.Equal(t, c.want, *parts, c.header)
	}
	assert.EqualError(t, &Incomplete{Open: open("item", "label")}, "no column is known to be the item, nor the label")
}

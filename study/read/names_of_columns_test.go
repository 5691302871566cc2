package read

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		table, err := Read(context.Background(), strings.NewReader(c.header+"\n"+strings.Repeat("1,", strings.Count(c.header, ","))+"1\n"), "x", Options{})
		require.NoError(t, err, c.header)
		got := table.Source().Columns
		assert.Equal(t, []string{c.item, c.labeler, c.study, c.label}, []string{got.Item.Name, got.Labeler.Name, got.Study.Name, got.Label.Name}, c.header)
	}
}

// One error names all parts that are open, with a flag for each, and what is proposed for it can be pasted.
func TestAllMissingFlagsAtOnce(t *testing.T) {
	for _, c := range []struct{ header, want string }{
		{"a,b,c,d", "x: no column could be the item, and none the label: a, b, c, d. Choose: --item NAME --label NAME\n" +
			"  may be named: --labeler NAME for who gave a label, --study NAME for the study or condition; columns of no part are not used"},
		{"ID,who,variant,value", "x: no column could be the item, and none the label: ID, who, variant, value. Choose: --item NAME --label NAME;" +
			" perhaps --item ID --label value --labeler who --study variant (an ID can be the item, the labeler or the row)\n" +
			"  may be named: --labeler NAME for who gave a label, --study NAME for the study or condition; columns of no part are not used"},
		{"response_id,participant,condition,score", "x: no column could be the item: response_id, participant, condition, score." +
			" Choose one: --item NAME; perhaps --item response_id"},
		{"response_id,who,condition,score", "x: no column could be the item: response_id, who, condition, score." +
			" Choose one: --item NAME; perhaps --item response_id --labeler who\n" +
			"  found: study = condition, label = score\n" +
			"  may be named: --labeler NAME for who gave a label; columns of no part are not used"},
		{"ID,Created By,Rating (1-5)", `x: no column could be the item: ID, "Created By", "Rating (1-5)".` +
			" Choose one: --item NAME; perhaps --item ID (an ID can be the item, the labeler or the row)"},
		{"Answer ID,rater,annotator,score,rating", `x: no column could be the item: "Answer ID", rater, annotator, score, rating;` +
			" 2 columns could be the labeler: rater, annotator; 2 columns could be the label: score, rating." +
			" Choose: --item NAME --labeler NAME --label NAME; perhaps --item 'Answer ID'"},
		{"text_id,question,participant,respondent,label", "x: 2 columns could be the item: text_id, question; 2 columns could be the labeler: participant, respondent." +
			" Choose: --item NAME --labeler NAME"},
	} {
		_, err := Read(context.Background(), strings.NewReader(c.header+"\n"+strings.Repeat("1,", strings.Count(c.header, ","))+"1\n"), "x", Options{})
		assert.EqualError(t, err, c.want)
	}
}

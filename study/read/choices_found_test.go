package read

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/study"
	"concord/study/read/faults"
)

// refusedWith reads rows, and returns the fault.
func refusedWith(t *testing.T, file string) *study.Error {
	t.Helper()
	_, err := Read(context.Background(), strings.NewReader(file), "x", Options{})
	var fault *study.Error
	require.ErrorAs(t, err, &fault)
	return fault
}

// Votes for candidates, the best of several answers, and errors in a text are no labels of labelers.
func TestChoicesAreRefusedByName(t *testing.T) {
	var votes, best, errors strings.Builder
	models := []string{"ada", "bea", "cal"}
	best.WriteString("prompt,ada,bea,cal,winner,judge\n")
	errors.WriteString("system,seg,rater,text,category,severity\n")
	for i := range 40 {
		fmt.Fprintf(&votes, `{"prompt": "p%d", "model1": %q, "model2": %q, "votes": [%d, %d]}`+"\n", i, models[i%3],
			models[(i+1)%3], i*7%12, i*5%13)
		fmt.Fprintf(&best, "p%d,text a%d,text b%d,text c%d,%s,llm\n", i, i, i, i, models[i*i%3%2+i%2])
		for range 1 + i%2 {
			fmt.Fprintf(&errors, "s,%d,r%d,some text,Style,%s\n", i/2, i%2, []string{"Minor", "Major"}[i%3%2])
		}
	}
	best.WriteString("p,x,y,z,cal,llm\n")
	assert.Equal(t, faults.CandidateVotes, refusedWith(t, votes.String()).Code)
	fault := refusedWith(t, best.String())
	assert.Equal(t, faults.BestOfSeveral, fault.Code)
	assert.Contains(t, fault.Found, "which of the 3 answers")
	assert.Equal(t, faults.ErrorRows, refusedWith(t, errors.String()).Code)
}

// Columns of lists by the same labelers answer a question each, which a column distinguishes. Numbered ones are items.
func TestListsOfSeveralQuestions(t *testing.T) {
	rows := func(one, other string) string {
		file := "id,people," + one + "," + other + "\n"
		for i := range 30 {
			file += fmt.Sprintf(`t%d,"ann,bob,cy","%d,%d,%d","%d,%d,1"`+"\n", i, i%2, i/2%2, i/3%2, i/4%2, i%2)
		}
		return strings.ReplaceAll(file, "people", "annotators")
	}
	fault := refusedWith(t, rows("offensive", "rude"))
	assert.Equal(t, faults.PooledLabels, fault.Code)
	table, err := Read(context.Background(), strings.NewReader(rows("offensive", "rude")), "x",
		Options{Lists: []string{"offensive", "rude"}, Labeler: "annotators", Factors: []string{"question"}})
	require.NoError(t, err)
	levels, _ := table.Levels("question")
	assert.Equal(t, []string{"offensive", "rude"}, levels)
	_, err = Read(context.Background(), strings.NewReader(rows("text 1", "text 2")), "x", Options{})
	assert.NoError(t, err)
}

// Levels such as 4A between whole numbers have an order; columns that divide repeats are groups; a column of a judge's
// answers beside one label a row is no column of labelers; lists of objects in records by key are rows.
func TestWhatSeparatesIsNotPooled(t *testing.T) {
	birads, models, judge, keyed := "item,rater,label\n", "item_id,model_id,score,epoch\n", "item,judge,label\n", "{"
	for i := range 60 {
		for r := range 2 {
			birads += fmt.Sprintf("i%d,r%d,%s\n", i, r, []string{"3", "4B", "1", "4A", "5"}[(i+r*(i%3/2))%5])
		}
		for m := range 2 {
			for e := range 4 {
				models += fmt.Sprintf("q%d,model-%c,%d.0,%d\n", i, 'a'+m, (i+i*m*e%5)%3%2, e+1)
			}
		}
		judge += fmt.Sprintf("i%d,%s,%s\n", i, []string{"pass", "fail"}[i%2], []string{"pass", "fail", ""}[i%3])
		keyed += fmt.Sprintf(`"k%d": {"post_id": "p%d", "annotators": [{"label": "yes", "annotator_id": 1}, `+
			`{"label": %q, "annotator_id": 2}], "tokens": ["a", "b"]},`, i, i, []string{"yes", "no"}[i%2])
	}
	fault := refusedWith(t, birads)
	assert.Equal(t, []string{"1", "3", "4A", "4B", "5"}, fault.Fixes[0].Set[0].Values)
	fault = refusedWith(t, models)
	assert.Equal(t, "item = item_id, labeler = epoch, label = score, study = model_id",
		fault.Fixes[len(fault.Fixes)-1].Does)
	assert.Equal(t, faults.JudgeColumns, refusedWith(t, judge).Code)
	table, err := Read(context.Background(), strings.NewReader(strings.TrimSuffix(keyed, ",")+"}"), "x", Options{})
	require.NoError(t, err)
	assert.Equal(t, 120, table.Len())
}

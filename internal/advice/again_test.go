package advice

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/study"
	"concord/study/read"
)

// A fix that is the refused call again is left out, in whatever order its options are written.
func TestNoCallIsOfferedAgain(t *testing.T) {
	taken := &study.Error{Code: read.ColumnTaken, Found: "taken", Parts: []string{"judge-column", "label"}}
	assert.Equal(t, "taken\n  without --judge-column:\n  fit score x.csv",
		called("score --judge-column gpt x.csv").Error(taken))
	open := &study.Error{Found: "which?", Fixes: []study.Fix{study.To("if these are the items", "item", "a"),
		study.To("if these are the items", "item", "b")}}
	assert.Equal(t, "which?\n  if these are the items:\n  fit x.csv --item b --quiet",
		called("--item a --quiet x.csv").Error(open))
}

// Where a column tells repeats apart, it comes before keeping them as they are.
func TestWhatHelpsComesFirst(t *testing.T) {
	fixes := againSteps(&study.Error{Code: study.DuplicateLabel, Candidates: []string{"session"},
		Parts: []string{read.OccasionPart}})
	assert.Equal(t, []study.Setting{{Option: "facet", Values: []string{"session"}}}, fixes[0].Set)
	assert.Equal(t, []study.Setting{{Option: "duplicates", Values: []string{"keep"}}}, fixes[1].Set)
}

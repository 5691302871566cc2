package advice

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/study"
	"concord/study/read"
)

// A step that is the refused call again is left out, in whatever order and way its flags are written.
func TestNoCallIsOfferedAgain(t *testing.T) {
	taken := &study.Error{Code: read.ColumnTaken, Column: "gpt", Parts: []string{"judge-column", "label"}}
	assert.Equal(t, "column \"gpt\" cannot be both --judge-column and --label\n  without --judge-column:\n  "+
		"fit score x.csv", OfCall(taken, Call{Args: []string{"score", "--judge-column", "gpt", "x.csv"}}))
	open := &study.Error{Code: OtherItems, Candidates: []string{"a", "b"}, Found: "which?"}
	assert.Equal(t, "which?\n  if these are the items:\n  fit --quiet x.csv --item b",
		OfCall(open, Call{Args: []string{"--item=a", "--quiet", "x.csv"}}))
}

// Where a column tells repeats apart, it comes before keeping them as they are; a single group is no gold standard.
func TestWhatHelpsComesFirst(t *testing.T) {
	again := &study.Error{Code: study.DuplicateLabel, Candidates: []string{"session"},
		Parts: []string{read.OccasionPart}}
	steps := againSteps(again, nil)
	assert.Equal(t, [][2]string{{"facet", "session"}}, steps[0].set)
	assert.Equal(t, [][2]string{{"duplicates", "keep"}}, steps[1].set)
	alone := layoutSteps(&study.Error{Code: OpenStandard, Values: []string{"all"}}, nil)
	assert.Equal(t, [][2]string{{"gold-column", "NAME"}}, alone[0].set)
	two := layoutSteps(&study.Error{Code: OpenStandard, Values: []string{"a", "b"}}, nil)
	assert.Equal(t, [][2]string{{"gold", "a"}}, two[0].set)
}

// A column of groups is not offered to commands whose groups are judges and people.
func TestGroupsOfAnotherQuestionAreNotOffered(t *testing.T) {
	w := study.Warning{Code: study.OverlookedColumn, Overlooked: []study.Overlooked{{Column: "country", AsStudy: true}}}
	assert.NotEmpty(t, warningSteps(w, []string{"x.csv"}))
	for _, command := range []string{"judge", "gold", "score"} {
		assert.Empty(t, warningSteps(w, []string{command, "x.csv"}), command)
	}
}

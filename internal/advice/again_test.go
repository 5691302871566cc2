package advice

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/study"
)

// A fix that is the refused call again is left out, in whatever order its options are written.
func TestNoCallIsOfferedAgain(t *testing.T) {
	taken := &study.Error{Found: "taken", Fixes: []study.Fix{study.By("", "label"), study.By("", "judge-column")}}
	assert.Equal(t, "taken\n  without --judge-column:\n  fit score x.csv",
		called("score --judge-column gpt x.csv").Error(taken))
	open := &study.Error{Found: "which?", Fixes: []study.Fix{study.To("if these are the items", "item", "a"),
		study.To("if these are the items", "item", "b")}}
	assert.Equal(t, "which?\n  if these are the items:\n  fit x.csv --item b --quiet",
		called("--item a --quiet x.csv").Error(open))
}

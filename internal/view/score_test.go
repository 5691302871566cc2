package view

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/say"
)

// The foot of scores names the label that counts, if it is one of two.
func TestScoreFoot(t *testing.T) {
	for positive, want := range map[string]string{
		"yes": "Score: the share of “yes” labels that unlimited people like these 8 would give",
		"":    "Score: the share of labels that unlimited people like these 8 would give",
	} {
		a := answer.New("score", result.Data{Kind: "nominal", Positive: positive}, result.Intervals{})
		a.Add("people_score", answer.Key{Group: "rate", Of: "new"}, 0.7)
		a.Add("labelers", answer.Key{Group: "rate"}, 8)
		assert.Contains(t, scoreFoot(say.Scope{Answer: a}), want, positive)
	}
}

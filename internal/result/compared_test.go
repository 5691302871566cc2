package result

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What a difference comes to depends on its standard error, and on 4, below which standard errors are too small.
func TestComparedVerdict(t *testing.T) {
	for _, c := range []struct {
		difference, se Number
		want           string
	}{
		{10, 4, "the other model predicts the labels better"}, {-10, 4, "this model predicts the labels better"},
		{10, 5.1, "do not show"}, {3.9, 0.1, "do not show"}, {-3.9, 0.1, "do not show"},
		{Number(math.Inf(1)), 1, "not known"}, {Number(math.NaN()), 1, "not known"},
		{10, Number(math.NaN()), "not known"},
	} {
		of := Compared{Difference: c.difference, SE: c.se}
		assert.Contains(t, of.Verdict(), c.want)
		assert.Contains(t, of.Sentence(), c.want)
		assert.NotContains(t, of.Sentence(), "–")
	}
	assert.Equal(t, "up to 0.71", largestK(0.71))
	assert.Equal(t, "without bound", largestK(Number(math.Inf(1))))
}

func TestComparedDoubtsInWords(t *testing.T) {
	slopes, noise := ComparedDoubt{"slopes", []string{"a", "b"}}, ComparedDoubt{"noise", []string{"a"}}
	for _, c := range []struct {
		resolved, remaining []ComparedDoubt
		want                string
	}{
		{nil, nil, ""},
		{[]ComparedDoubt{}, []ComparedDoubt{}, "Predictive checks find no doubt about either model."},
		{[]ComparedDoubt{slopes, noise}, []ComparedDoubt{},
			"The other model resolves: a × b: slopes; a: noise. There are no doubts about the other model."},
		{[]ComparedDoubt{slopes}, []ComparedDoubt{noise},
			"The other model resolves: a × b: slopes. Doubts about the other model: a: noise."},
		{[]ComparedDoubt{}, []ComparedDoubt{noise}, "Doubts about the other model: a: noise."},
	} {
		assert.Equal(t, c.want, Compared{Resolved: c.resolved, Remaining: c.remaining}.DoubtsSentence())
	}
}

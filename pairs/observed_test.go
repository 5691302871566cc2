package pairs

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// compared is a comparison of the candidates 0 and 1 by labeler 0.
func compared(prompt int32, place int8, grade int32) Comparison {
	return Comparison{A: 0, B: 1, Prompt: prompt, Labeler: 0, Place: place, Grade: grade}
}

// Contradictions, counted by hand: a verdict for the place, twice; a tie in one order; and the same answer again.
func TestTurned(t *testing.T) {
	const lost, tie, won = 0, 1, 2
	d := &Data{Candidates: make([]string, 2), Grades: 3, All: []Comparison{
		compared(0, 1, won), compared(0, -1, lost), // first shown, twice
		compared(1, 1, lost), compared(1, -1, won), // second shown, twice
		compared(2, 1, won), compared(2, -1, won), // the same candidate
		compared(3, 1, won), compared(3, -1, tie),
		compared(4, 1, won), compared(4, 1, lost), compared(4, -1, won), // again in the same order, and one pair of two
		compared(5, 1, won), compared(-1, 1, won), compared(-1, -1, lost), // once, and without prompt
	}}
	turned := d.Turned(0.95)
	assert.Equal(t, 5, turned.Twice)
	assert.InDelta(t, (1+1+0+0+0.5)/5, turned.Contradicted.Estimate, 1e-12)
	assert.InDelta(t, 1.0/5, turned.FirstTwice.Estimate, 1e-12)
	assert.InDelta(t, 1.5/5, turned.SecondTwice.Estimate, 1e-12)
	assert.InDelta(t, 1.0/5, turned.Wavered.Estimate, 1e-12)
	assert.InDelta(t, 1, turned.Again.Estimate, 1e-12)
	assert.Equal(t, 1, turned.Again.Count)

	// Seen from the other candidate, and with the rows in another order, it is the same.
	other := &Data{Candidates: d.Candidates, Grades: 3}
	for i := len(d.All) - 1; i >= 0; i-- {
		other.All = append(other.All, d.All[i].turned(3))
	}
	again := other.Turned(0.95)
	assert.InDelta(t, turned.Contradicted.Estimate, again.Contradicted.Estimate, 1e-12)
	assert.InDelta(t, turned.Contradicted.Lower, again.Contradicted.Lower, 1e-12)
	assert.InDelta(t, turned.FirstTwice.Estimate, again.FirstTwice.Estimate, 1e-12)
}

// With one number of 0 or 1 for each prompt, the interval is Wilson's for m/(m−1) times the binomial variance, so that
// 19 numbers are left of 20. Wilson's is that of scipy 1.17.1, scipy.stats.binomtest(7, 20).proportion_ci("wilson").
func TestShareIsWilsons(t *testing.T) {
	var all tallied
	for i := range 20 {
		x := 0.0
		if i < 7 {
			x = 1
		}
		all.add(int32(i), x)
	}
	s := all.share(0.95)
	assert.InDelta(t, 0.35, s.Estimate, 1e-12)
	wilson := func(p, n float64) (lower, upper float64) {
		const z = 1.959963984540054
		middle, half := (p+z*z/(2*n))/(1+z*z/n), z/(1+z*z/n)*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
		return middle - half, middle + half
	}
	lower, upper := wilson(7.0/20, 20)
	assert.InDelta(t, 0.1811918, lower, 1e-6)
	assert.InDelta(t, 0.5671457, upper, 1e-6)
	lower, upper = wilson(7.0/20, 19)
	assert.InDelta(t, lower, s.Lower, 1e-9)
	assert.InDelta(t, upper, s.Upper, 1e-9)

	// Each number five times on the same prompt says no more.
	var five tallied
	for i := range 20 {
		for range 5 {
			five.add(int32(i), map[bool]float64{true: 1}[i < 7])
		}
	}
	assert.InDelta(t, s.Lower, five.share(0.95).Lower, 1e-9)
	assert.Equal(t, 100, five.share(0.95).Count)
	assert.True(t, math.IsNaN((&tallied{}).share(0.95).Estimate))
}

// Sets of candidates that nothing connects, and leagues that lost nothing to others.
func TestIslandsAndLeagues(t *testing.T) {
	d := &Data{Candidates: make([]string, 5), Grades: 2}
	d.won(0, 1, 3, 0, 0)
	d.won(1, 2, 2, 0, 1)
	assert.Equal(t, [][]int{{0, 1, 2}, {3}, {4}}, d.Islands())
	assert.ErrorIs(t, d.Check(), ErrApart)
	d.won(3, 4, 1, 0, 1)
	d.won(2, 3, 4, 0, 0)
	assert.NoError(t, d.Check())
	assert.Equal(t, [][]int{{0}, {1, 2}, {3, 4}}, d.Leagues())
	_, err := Likeliest(d)
	assert.ErrorIs(t, err, ErrNoMaximum)
	assert.False(t, d.BothOrders())
	d.won(4, 3, 1, 0, 0)
	assert.True(t, d.BothOrders())

	for _, c := range []Comparison{{A: 0, B: 9}, {A: 0, B: 1, Grade: 2}, {A: -1, B: 1}, {A: 0, B: 1, Prompt: -2}} {
		bad := &Data{Candidates: d.Candidates, Grades: 2, All: append([]Comparison{c}, d.All...)}
		assert.ErrorIs(t, bad.Check(), ErrRange)
	}
	assert.ErrorIs(t, (&Data{Candidates: d.Candidates, Grades: 2, All: []Comparison{{}}}).Check(), ErrItself)
	assert.ErrorIs(t, (&Data{Candidates: make([]string, 1), Grades: 2}).Check(), ErrFewCandidates)
	assert.ErrorIs(t, (&Data{Candidates: d.Candidates, Grades: 1}).Check(), ErrFewGrades)
}

// If comparisons are independent, clusters of prompts, of labelers and of both are the comparisons, and so errors are
// the same with and without them.
func TestRobustErrorsOfIndependentComparisons(t *testing.T) {
	d := world{skills: []float64{0, 0.5, 1}, ties: -0.5, prompts: 3000, labelers: 3000, edges: 1, perEdge: 1}.draw(1)
	robust, err := Likeliest(d)
	assert.NoError(t, err)
	for i := range d.All {
		d.All[i].Prompt, d.All[i].Labeler = -1, -1
	}
	alone, err := Likeliest(d)
	assert.NoError(t, err)
	one, other := robust.against(2, 0, 0.95), alone.against(2, 0, 0.95)
	assert.InDelta(t, other.Estimate, one.Estimate, 1e-12)
	assert.InEpsilon(t, other.Upper-other.Lower, one.Upper-one.Lower, 0.03)
}

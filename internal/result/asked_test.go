package result

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/result/catalogue"
	"concord/posterior"
)

// The probability of an event that is asked for is the share of the draws. The catalogue computes the same share for
// the differences of ρ.
func TestAskedProbabilitiesAreSharesOfTheDraws(t *testing.T) {
	fit := manyStudies(t, 3, 100)
	of := catalogue.NewEvaluator(fit)
	reported, _ := of.Instances(fit.StudyAt(0))
	asked := []Asked{{Quantity: catalogue.RhoDifference, Bound: 1e-300}, {Quantity: catalogue.ICC, Bound: 0.5},
		{Quantity: catalogue.ICC, Bound: 0.5, Less: true}}
	_, probabilities, answers := summarize(of, reported, posterior.Interval{Level: 0.95}, asked)
	r := &Result{Probabilities: newProbabilities(fit, reported, probabilities)}
	r.Probabilities = append(r.Probabilities, answers...)
	l := Look(r)
	compared := 0
	for _, at := range reported {
		e := Estimate{Quantity: at.Name, Studies: at.StudyNames(), Scale: at.Scale.String()}
		switch at.Name {
		case catalogue.RhoDifference:
			p, ok := l.BeliefOf(at.Entry, e)
			require.True(t, ok)
			assert.InDelta(t, float64(p.Probability), float64(l.BeliefOn(asked[0], e)), 1e-12)
			compared++
		case catalogue.ICC:
			above := 0
			draws := of.Draws(at)
			for _, chain := range draws.Chains {
				for _, x := range chain {
					if x > 0.5 {
						above++
					}
				}
			}
			share := float64(above) / float64(len(draws.Chains)*len(draws.Chains[0]))
			assert.InDelta(t, share, float64(l.BeliefOn(asked[1], e)), 1e-12)
			assert.InDelta(t, 1-share, float64(l.BeliefOn(asked[2], e)), 1e-12)
			compared++
		}
	}
	assert.Positive(t, compared)
}

func TestATargetSaysWhatIsEnough(t *testing.T) {
	r := &Result{Target: 0.8, Data: Data{Studies: []Study{{Name: "a"}}}, Model: &Model{Family: "gaussian"},
		Estimates: []Estimate{{Quantity: catalogue.ICCk, Studies: []string{"a"}, Scale: ScaleLabel, K: 5,
			Mean: 0.7}},
		LabelsNeeded: []LabelsNeeded{{Study: "a", Target: 0.8, Enough: 9}}}
	for p, want := range map[Number]string{
		0.97: "Enough: the mean of 5 labels has a reliability above 0.8 with probability 97.0%",
		0.7: "Probably enough: the mean of 5 labels has a reliability above 0.8 with probability 70.0%; 9 labels " +
			"per item would reach it (90% sure)",
		0.5: "Unclear whether enough: the mean of 5 labels has a reliability above 0.8 with probability 50.0%; 9 " +
			"labels per item would reach it (90% sure)",
		0.065: "Probably not enough: the mean of 5 labels has a reliability above 0.8 with probability 6.5%; 9 " +
			"labels per item would reach it (90% sure)",
		0.02: "Not enough: the mean of 5 labels has a reliability above 0.8 with probability 2.0%; 9 labels per " +
			"item would reach it (90% sure)",
	} {
		r.Probabilities = []Probability{{Event: "icc_k > 0.8", Studies: []string{"a"}, Scale: ScaleLabel,
			Probability: p}}
		assert.Equal(t, want, Look(r).targetSentence("a"))
	}
	r.Probabilities = nil
	assert.Empty(t, Look(r).targetSentence("a"))
}

// Of two fits the worst number of each kind counts, and messages say which fit they are about.
func TestTrustBoth(t *testing.T) {
	a := &Diagnostics{Divergences: 1, MaxRHat: 1.02, MinESSBulk: 500, MinESSTail: 300, MinEBFMI: 0.9, Converged: true,
		Messages: []string{"x"}}
	b := &Diagnostics{Divergences: 2, MaxRHat: 1.01, MinESSBulk: 400, MinESSTail: 600, MinEBFMI: 0.8, OK: true,
		Converged: true, Messages: []string{}}
	assert.Equal(t, &Diagnostics{Divergences: 3, MaxRHat: 1.02, MinESSBulk: 400, MinESSTail: 300, MinEBFMI: 0.8,
		Converged: true, Messages: []string{"march: x"}}, TrustBoth([2]string{"march", "april"}, [2]*Diagnostics{a, b}))
	assert.Equal(t, []string{"x"}, a.Messages, "the fits keep theirs")
}

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

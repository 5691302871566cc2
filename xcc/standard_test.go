package xcc_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/vpc"
)

// What follows of one gold label, by the correlations of simulated labels: of the mean of k labels with it; and the
// number of labels whose mean correlates with it as well as a second gold label would.
func TestOneGoldLabelBySimulation(t *testing.T) {
	p := params{mu: []float64{0, 1, 2}, item: []float64{1, 1.2, 0.9}, labeler: []float64{0.5, 0.3, 0}, residual: 1,
		cor: [][]float64{nil, {0.8}, {0.9, 0.6}}}
	fit := fitOf(t, gaussian, []params{p})
	a, b, gold := fit.StudyAt(0), fit.StudyAt(1), fit.StudyAt(2)
	j := onScale(t, fit, vpc.Label)
	const n, k = 100_000, 3
	rng := rand.New(rand.NewPCG(3, 4))
	var one, means, again, like moments
	reliability := square(p.item[2]) / (square(p.item[2]) + 1)
	labels := int(math.Ceil(j.LabelsLike(a, gold, reliability).Mean()))
	mean := func(u float64, k int) float64 {
		sum := 0.0
		for range k {
			sum += u + p.labeler[0]*rng.NormFloat64() + rng.NormFloat64()
		}
		return sum / float64(k)
	}
	for range n {
		u := p.item[0] * rng.NormFloat64()
		v := 0.9*u/p.item[0]*p.item[2] + math.Sqrt(1-0.81)*p.item[2]*rng.NormFloat64()
		g := v + rng.NormFloat64()
		one.add(u, g)
		means.add(mean(u, k), g)
		again.add(v+rng.NormFloat64(), g)
		like.add(mean(u, labels), g)
	}
	const tolerance = 4 / 316.0
	assert.InDelta(t, one.correlation(), j.Validity(a, gold).Mean(), tolerance)
	assert.InDelta(t, means.correlation(), j.ValidityOfMean(a, gold, k).Mean(), tolerance)
	assert.InDelta(t, j.XCC(a, gold).Mean(), j.ValidityOfMean(a, gold, 1).Mean(), 1e-12)
	assert.Greater(t, like.correlation(), again.correlation()-tolerance, "%d labels are enough", labels)
	// At the number itself the two correlations are equal.
	r2, icc := square(j.Validity(a, gold).Mean()), j.Partition(a).ICC().Mean()
	exact := j.LabelsLike(a, gold, reliability).Mean()
	assert.InDelta(t, square(reliability), r2*exact*icc/(1+(exact-1)*icc), 1e-12)
	require.True(t, math.IsInf(j.LabelsLike(b, gold, 0.95).Mean(), 1), "no number is enough")

	d := j.ValidityDifference(gold, a, b)
	ratio := j.Validity(a, gold).Mean() / j.Validity(b, gold).Mean()
	assert.InDelta(t, j.Rho(a, gold).Mean()/j.Rho(b, gold).Mean(), ratio, 1e-12, "as of ρ")
	assert.Less(t, d.Mean(), j.RhoDifference(gold, a, b).Mean(), "the least that ρ can differ")
	require.Panics(t, func() { j.LabelsLike(a, gold, 0) })
}

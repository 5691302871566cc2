package judge_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/judge"
	"concord/model/family"
	"concord/vpc"
)

// The oracle is the definition, by the trapezoidal rule over items and over people: the covariance of a person's labels
// with the true score among that person's labels, averaged over people, divided by the standard deviations of a
// person's labels, averaged likewise, and of the true scores.
func TestFollowingOnTheLabelScale(t *testing.T) {
	for _, x := range []truth{
		{mu: 0.4, judgeMu: -0.5, item: 1.5, loading: 2, labeler: 0.9},
		{mu: -2, item: 1, loading: 1, labeler: 2},
		{mu: 1, item: 2, loading: 1, labeler: 0},
	} {
		people, _ := certain(t, family.Bernoulli{}, x)
		var nodes, weights []float64
		for z := -7.0; z <= 7; z += 0.125 {
			nodes, weights = append(nodes, z), append(weights, 0.125*math.Exp(-z*z/2)/math.Sqrt(2*math.Pi))
		}
		chance := func(z, a float64) float64 { return 1 / (1 + math.Exp(-x.mu-x.item*z-x.labeler*a)) }
		score := make([]float64, len(nodes)) // true score of each item
		mean, square := 0.0, 0.0
		for i, z := range nodes {
			for p, a := range nodes {
				score[i] += weights[p] * chance(z, a)
			}
			mean += weights[i] * score[i]
			square += weights[i] * score[i] * score[i]
		}
		cov, variance := 0.0, 0.0
		for p, a := range nodes {
			m, product := 0.0, 0.0
			for i, z := range nodes {
				m += weights[i] * chance(z, a)
				product += weights[i] * chance(z, a) * score[i]
			}
			cov += weights[p] * (product - m*mean)
			variance += weights[p] * m * (1 - m)
		}
		require.InDelta(t, cov/math.Sqrt(variance*(square-mean*mean)),
			judge.Following(vpc.LabelPartition(people)).Mean(), 1e-6, "%+v", x)
		require.InDelta(t, x.item/math.Hypot(x.item, math.Pi/math.Sqrt(3)),
			judge.Following(vpc.ParameterPartition(people)).Mean(), 1e-12, "%+v", x)
	}
}

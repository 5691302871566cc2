package xcc_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/vpc"
)

// Closed form: of numbers all of it is shares of sums of variances, and the mean is μ.
func TestContrastsOfNumbers(t *testing.T) {
	draws := randomDraws(2, 30, 3)
	fit := fitOf(t, gaussian, draws)
	experts, control := fit.StudyAt(0), fit.StudyAt(1)
	j := onScale(t, fit, vpc.Label)
	icc, labelers := j.ICCDifference(control, experts), j.LabelerICCDifference(control, experts)
	means := j.MeanDifference(control, experts)
	require.Equal(t, "icc_difference[control,experts]", icc.Name)
	for i, p := range draws {
		share := func(s int, x float64) float64 {
			return square(x) / (square(p.item[s]) + square(p.labeler[s]) + square(p.residual))
		}
		require.InDelta(t, share(1, p.item[1])-share(0, p.item[0]), icc.Chains[0][i], 1e-14)
		require.InDelta(t, share(1, p.labeler[1])-share(0, p.labeler[0]), labelers.Chains[0][i], 1e-14)
		require.InDelta(t, p.mu[1]-p.mu[0], means.Chains[0][i], 1e-14)
	}
}

// overNormal integrates by the midpoint rule over a normal variable.
func overNormal(mean, sd float64, f func(x float64) float64) float64 {
	const step = 0.02
	sum := 0.0
	for z := -9 + step/2; z < 9; z += step {
		sum += step * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * f(mean+sd*z)
	}
	return sum
}

// Quadrature: of labels 0 and 1 the mean is the chance of a 1, over items and labelers, and the variance p(1 − p).
func TestContrastsOfLabels(t *testing.T) {
	draws := []params{
		pair(0, 1, 0.4, 0.5, 2, 0.9, 0.6), pair(-4, 1.5, 0.2, -3, 3.5, 0.5, -0.8), pair(1, 3.6, 1, -1, 2.5, 0, 0.3),
	}
	fit := fitOf(t, bernoulli, draws)
	experts, control := fit.StudyAt(0), fit.StudyAt(1)
	j := onScale(t, fit, vpc.Label)
	require.Equal(t, "mean_difference_label[experts,control]", j.MeanDifference(experts, control).Name)
	for i, p := range draws {
		rate := func(s int) float64 { return overNormal(p.mu[s], math.Hypot(p.item[s], p.labeler[s]), logistic) }
		share := func(s int, sd, rest float64) float64 { // of the variance that effects with an SD make
			second := overNormal(p.mu[s], sd, func(x float64) float64 {
				if rest == 0 {
					return square(logistic(x))
				}
				const nodes = 200
				h := 0.0
				for k := range nodes { // by quantiles of the rest
					h += logistic(x+rest*math.Sqrt2*math.Erfinv(2*(float64(k)+0.5)/nodes-1)) / nodes
				}
				return square(h)
			})
			return (second - square(rate(s))) / (rate(s) * (1 - rate(s)))
		}
		require.InDelta(t, rate(0)-rate(1), j.MeanDifference(experts, control).Chains[0][i], 1e-9)
		require.InDelta(t, share(0, p.item[0], p.labeler[0])-share(1, p.item[1], p.labeler[1]),
			j.ICCDifference(experts, control).Chains[0][i], 2e-3)
		require.InDelta(t, share(0, p.labeler[0], p.item[0])-share(1, p.labeler[1], p.item[1]),
			j.LabelerICCDifference(experts, control).Chains[0][i], 2e-3)
	}
}

package model_test

import (
	"math"
	"testing"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/vpc"
)

// countLogLik is the log-likelihood of binary labels without labelers given μ and σ: tally[c] items have
// c positive labels of n; each item's effect is integrated out by the trapezoidal rule.
func countLogLik(tally []int, n int, mu, sd float64, z []float64) float64 {
	l := make([]float64, len(tally))
	for _, z := range z {
		theta := mu + sd*z
		// log p and log(1 − p) without cancellation.
		logP, logQ := -math.Log1p(math.Exp(-theta)), -math.Log1p(math.Exp(theta))
		if theta < -30 {
			logP = theta
		}
		if theta > 30 {
			logQ = -theta
		}
		for c := range l {
			if tally[c] > 0 {
				l[c] += math.Exp(float64(c)*logP + float64(n-c)*logQ - z*z/2)
			}
		}
	}
	sum := 0.0
	for c, items := range tally {
		if items > 0 {
			sum += float64(items) * math.Log(l[c])
		}
	}
	return sum
}

// Bernoulli labels, K = 1, no labelers, under the default priors: the posterior by quadrature over
// each item's effect inside quadrature over μ and σ_i.
func TestFitAgreesWithQuadratureCounts(t *testing.T) {
	const n = 4
	truth := simulate.Truth{Family: family.Bernoulli{}, Labelers: spec.NoLabelers,
		Studies: []simulate.StudyTruth{{Mean: -0.8, ItemSD: 1.2}}}
	table, fit := oracleFit(t, truth, designed(40, 1, 0, n, spec.NoLabelers), spec.Priors{})
	means, _ := cells(table)
	tally := make([]int, n+1)
	for _, mean := range means[0] {
		tally[int(math.Round(mean*n))]++
	}

	mean, sd := spec.StudentT{DF: 3, Scale: 2.5}, spec.StudentT{DF: 3, Scale: 2.5}
	z := grid(-8.5, 8.5, 171)
	var m moments
	for _, u := range grid(-9, 2.5, 100) {
		s := math.Exp(u)
		for _, mu := range grid(-7, 3, 80) {
			lp, _ := mean.LogDensity(mu)
			icc := s * s / (s*s + math.Pi*math.Pi/3)
			values := []float64{mu, s, icc}
			m.add(countLogLik(tally, n, mu, s, z)+lp+logDensityOfLog(sd, u), values, squares(values))
		}
	}
	s1 := fit.StudyAt(0)
	m.requireAgreement(t, []posterior.Quantity{s1.Mean(), s1.ItemSD(), vpc.ParameterPartition(s1).ICC()})
}

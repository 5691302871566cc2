package score

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// ppi is the result of [powerTuned].
type ppi struct {
	Value, SE    float64
	Lower, Upper float64
	Lambda       float64
}

// powerTuned is PPI++ as published (Angelopoulos, Duchi and Zrnic 2023, arXiv 2311.01453, section 6) and as the
// package ppi_py 0.2.3 computes it. It estimates the mean of the population from which n labelled and N other items
// were drawn independently. [Mean] is for a set of N items with people's labels for some.
//
// People and judge have n elements, rest the judge's labels of the N other items. Weights are of labelled items, n of
// them or nil. With lambda nil the share λ of the judge's labels is tuned and kept between 0 and 1. The interval is
// normal with the given level, such as 0.95:
//
//	θ = λ mean(rest) + mean(people − λ judge),  SE² = λ² Var(rest)/N + Var(people − λ judge)/n,
//	λ = Cov(people, judge) / ((1 + n/N) Var(judge and rest)).
//
// As in ppi_py, variances of SE and the covariance have the divisors n and N, and the last variance n + N − 1.
func powerTuned(people, judge, rest, weights []float64, lambda *float64, level float64) ppi {
	if len(people) == 0 || len(rest) == 0 || len(people) != len(judge) ||
		weights != nil && len(weights) != len(people) {
		panic(fmt.Sprintf("score: %d labels by people, %d and %d by the judge, %d weights",
			len(people), len(judge), len(rest), len(weights)))
	}
	w := slices.Repeat([]float64{1}, len(people))
	if weights != nil {
		copy(w, weights)
		floats.Scale(float64(len(w))/floats.Sum(w), w)
	}
	var p ppi
	if lambda != nil {
		p.Lambda = *lambda
	} else {
		p.Lambda = tuned(people, judge, rest, w)
	}
	rectifier := make([]float64, len(people))
	for i := range people {
		rectifier[i] = w[i] * (people[i] - p.Lambda*judge[i])
	}
	mean, imputed := stat.PopMeanVariance(rest, nil)
	rectified, rectifierVariance := stat.PopMeanVariance(rectifier, nil)
	p.Value = p.Lambda*mean + rectified
	p.SE = math.Sqrt(p.Lambda*p.Lambda*imputed/float64(len(rest)) + rectifierVariance/float64(len(people)))
	h := distuv.UnitNormal.Quantile((1+level)/2) * p.SE
	p.Lower, p.Upper = p.Value-h, p.Value+h
	return p
}

// tuned returns λ. It is computed about the estimate with λ = 1, which matters only where weights differ.
func tuned(people, judge, rest, w []float64) float64 {
	n := len(people)
	var theta float64
	for i := range people {
		theta += w[i] * (people[i] - judge[i]) / float64(n)
	}
	theta += stat.Mean(rest, nil)
	a, b := make([]float64, n), make([]float64, n, n+len(rest))
	for i := range people {
		a[i], b[i] = w[i]*(people[i]-theta), w[i]*(judge[i]-theta)
	}
	covariance := stat.Covariance(a, b, nil) * float64(n-1) / float64(n)
	for _, f := range rest {
		b = append(b, f-theta)
	}
	variance := stat.Variance(b, nil)
	if variance == 0 || n == 1 {
		return 0
	}
	return min(1, max(0, covariance/((1+float64(n)/float64(len(rest)))*variance)))
}

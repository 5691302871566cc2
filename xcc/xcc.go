// Package xcc answers, from a joint fit of several studies of the same items, how
// validly one group's labels stand for another's: cross-replication reliability by a model.
//
// Where one study is a reference, such as experts, its normalized xCC with another
// is the validity of the mean of many of the other's labels, and its xCC that of a single label
// against a single label of the reference. They are the parametric counterparts of the
// coefficients of Wong, Paritosh and Aroyo (2021), "Cross-replication reliability: an empirical
// approach to interpreting inter-rater reliability".
package xcc

import (
	"math"

	"concord/model"
	"concord/posterior"
	"concord/vpc"
)

// Pair is two studies.
type Pair struct{ A, B string }

// Pairs returns each pair of different studies of a fit once, in the order of the studies.
func Pairs(fit *model.Posterior) []Pair { return pairs(fit.Studies()) }

// PairsBeside returns each pair of studies other than the reference, whose agreement
// with the reference can be compared. It panics if the fit has no study of that name.
func PairsBeside(fit *model.Posterior, reference string) []Pair {
	var others []string
	for _, s := range fit.Studies() {
		if s != reference {
			others = append(others, s)
		}
	}
	if len(others) == len(fit.Studies()) {
		panic("xcc: the fit has no study named " + reference)
	}
	return pairs(others)
}

func pairs(studies []string) []Pair {
	var out []Pair
	for j, b := range studies {
		for _, a := range studies[:j] {
			out = append(out, Pair{a, b})
		}
	}
	return out
}

// Rho returns normalized xCC, the correlation ρ_ab of the items' true scores in studies
// a and b; 1 if they are the same study. It panics if the fit has no study of one of the names.
func Rho(fit *model.Posterior, a, b string) posterior.Quantity {
	q := fit.ItemCorrelation(a, b)
	q.Name = pairName("rho", a, b)
	return q
}

// Between returns xCC_ab = ρ_ab √ICC_a √ICC_b, with the ICC on the scale of the
// model's standard deviations (label or latent). It is the correlation of a label from study a
// with a label from study b of the same item, each divided by its own standard
// deviation, given by different people; of a study with itself it is the ICC.
// It panics if the fit has no study of one of the names.
func Between(fit *model.Posterior, a, b string) posterior.Quantity {
	return posterior.Map(pairName("xcc", a, b), func(x []float64) float64 {
		return x[0] * (math.Sqrt(x[1]) * math.Sqrt(x[2]))
	}, fit.ItemCorrelation(a, b), vpc.ICC(fit, a), vpc.ICC(fit, b))
}

// RhoDifference returns ρ_ra − ρ_rb, by how much study a's true scores agree better
// with those of reference r than study b's do. Its [posterior.Quantity.Positive] is the probability
// that they do. It panics if the fit has no study of one of the names.
func RhoDifference(fit *model.Posterior, reference, a, b string) posterior.Quantity {
	return difference(differenceName("rho_difference", reference, a, b),
		Rho(fit, reference, a), Rho(fit, reference, b))
}

// Difference returns xCC_ra − xCC_rb, by how much a single label of study a agrees
// better with one of reference r than a label of study b does. Its
// [posterior.Quantity.Positive] is the probability that it does. It panics if the fit has no study
// of one of the names.
func Difference(fit *model.Posterior, reference, a, b string) posterior.Quantity {
	return difference(differenceName("xcc_difference", reference, a, b),
		Between(fit, reference, a), Between(fit, reference, b))
}

func difference(name string, a, b posterior.Quantity) posterior.Quantity {
	return posterior.Map(name, func(x []float64) float64 { return x[0] - x[1] }, a, b)
}

func pairName(quantity, a, b string) string { return quantity + "[" + a + "," + b + "]" }

func differenceName(quantity, reference, a, b string) string {
	return quantity + "[" + reference + "," + a + "," + b + "]"
}

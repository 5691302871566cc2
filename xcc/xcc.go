// Package xcc answers, from a joint fit of several studies of the same items, how
// validly one group's labels stand for another's: cross-replication reliability by a model.
//
// Where one study is a reference, such as experts, its normalized xCC with another
// is the validity of the mean of many of the other's labels, and its xCC that of a single label
// against a single label of the reference. They are the parametric counterparts of the
// coefficients of Wong, Paritosh and Aroyo (2021), "Cross-replication reliability: an empirical
// approach to interpreting inter-rater reliability".
//
// Functions that take the names of studies panic at one that the fit does not have. [Find] returns an error, for names that
// come from a file or a flag.
package xcc

import (
	"strings"

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

// Rho returns [Joint.Rho] on the scale of the model's standard deviations.
func Rho(fit *model.Posterior, a, b string) posterior.Quantity {
	q := fit.ItemCorrelation(a, b)
	q.Name = nameOf("rho", a, b)
	return q
}

// Between returns [Joint.Between] on the scale of the model's standard deviations (label or latent).
// It panics if the fit has no study of one of the names, as do the other functions.
func Between(fit *model.Posterior, a, b string) posterior.Quantity {
	return onMain(fit, a, b).Between(a, b)
}

// RhoDifference returns [Joint.RhoDifference] on the scale of the model's standard deviations.
func RhoDifference(fit *model.Posterior, reference, a, b string) posterior.Quantity {
	return onMain(fit, reference, a, b).RhoDifference(reference, a, b)
}

// Difference returns [Joint.Difference] on the scale of the model's standard deviations (label or latent).
func Difference(fit *model.Posterior, reference, a, b string) posterior.Quantity {
	return onMain(fit, reference, a, b).Difference(reference, a, b)
}

// onMain returns the joint posterior of a few studies on the scale of the model's standard deviations.
func onMain(fit *model.Posterior, studies ...string) Joint {
	return On(fit, vpc.Scales(fit.Spec().Family)[0], studies...)
}

func nameOf(quantity string, studies ...string) string {
	return quantity + "[" + strings.Join(studies, ",") + "]"
}

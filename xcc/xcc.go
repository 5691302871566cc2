// Package xcc answers, from a joint fit of several studies of the same items, how well one group's labels can replace
// another's: cross-replication reliability by a model.
//
// Suppose that one study is a reference, such as experts. Its normalized xCC with another study is the validity of the
// mean of many labels of the other. Its xCC is the validity of a single label against a single label of the reference.
// They are the parametric counterparts of the coefficients of Wong, Paritosh and Aroyo (2021), "Cross-replication
// reliability: an empirical approach to interpreting inter-rater reliability".
package xcc

import (
	"slices"
	"strings"

	"concord/model"
)

// Pair is two studies of a fit.
type Pair struct{ A, B model.StudyPosterior }

// Names returns the names of the two studies.
func (p Pair) Names() []string { return []string{p.A.Name(), p.B.Name()} }

// Pairs returns each pair of different studies of a fit once, in the order of the studies.
func Pairs(fit *model.Posterior) []Pair { return pairs(fit.EachStudy()) }

// PairsBeside returns each pair of studies other than the reference, whose agreement
// with the reference can be compared.
func PairsBeside(reference model.StudyPosterior) []Pair {
	return pairs(slices.Delete(reference.Posterior().EachStudy(), reference.Index(), reference.Index()+1))
}

func pairs(studies []model.StudyPosterior) []Pair {
	var out []Pair
	for j, b := range studies {
		for _, a := range studies[:j] {
			out = append(out, Pair{a, b})
		}
	}
	return out
}

// nameOf names a quantity of some studies.
func nameOf(quantity string, studies ...model.StudyPosterior) string {
	names := make([]string, len(studies))
	for i, s := range studies {
		names[i] = s.Name()
	}
	return quantity + "[" + strings.Join(names, ",") + "]"
}

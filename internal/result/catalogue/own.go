package catalogue

import (
	"slices"

	"concord/internal/quantity"
	"concord/model/family"
	"concord/posterior"
)

// For returns the quantities of labels of a family, and all others, in the order of a result's estimates. If an
// auxiliary parameter of the family has no entry here, its entry is made from the family's description. Families with
// thresholds report these in place of auxiliary parameters.
func For(f family.Family) []Entry {
	var all []Entry
	for _, entry := range entries() {
		all = append(all, entry())
	}
	for _, f := range append(family.All(), f) {
		if _, thresholds := f.(family.Thresholded); f == nil || thresholds {
			continue
		}
		for i, p := range f.Parameters() {
			if !slices.ContainsFunc(all, func(q Entry) bool { return q.Parameter == p.Name }) {
				all = append(all, own(p, i))
			}
		}
	}
	return all
}

// own returns the entry of the i-th auxiliary parameter of a family.
func own(p family.Parameter, i int) Entry {
	return Entry{
		Entry: quantity.Entry{Name: p.Name, Head: p.Words, Title: p.Words, Symbol: p.Name, What: p.Words,
			Range: quantity.Positive},
		Parameter: p.Name,
		Section:   Parameters, Of: OneOrAll, On: ParameterScale, Printed: ParameterScale,
		Needs: OwnParameter,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].Own()[i] },
	}
}

package model

import (
	"concord/model/internal/random"
	"concord/posterior"
)

// ItemShare returns the share of the higher of two kinds of items, which is the same in all studies. ok is false if the
// model has no kinds. The higher kind is the one that lies higher on average over the studies, see
// [StudyPosterior.ItemGap].
func (p *Posterior) ItemShare() (q posterior.Quantity, ok bool) {
	if p.spec.Items != MixedItems {
		return q, false
	}
	return p.draws.Quantity(p.layout.ItemShare), true
}

// ItemGap returns the distance between two kinds of items in a study, in standard deviations of the effects of one kind
// in that study. It is below 0 in a study in which the kind that is higher on average is the lower one. ok is false if
// the model has no kinds.
func (s StudyPosterior) ItemGap() (q posterior.Quantity, ok bool) {
	if s.fit.spec.Items != MixedItems {
		return q, false
	}
	return s.fit.draws.Quantity(s.fit.layout.ItemShare + 1 + s.at), true
}

// ItemKinds are two kinds of items in one draw: the share of the higher kind and the distances of
// [StudyPosterior.ItemGap]. Effects within a kind are normal, and vary less than the effects of all items.
type ItemKinds = random.Kinds

// ItemKinds returns the two kinds of items in one draw. ok is false if the model has no kinds.
func (p *Posterior) ItemKinds(chain, draw int) (kinds ItemKinds, ok bool) {
	if p.spec.Items != MixedItems {
		return kinds, false
	}
	at := func(variable int) float64 { return p.draws.Chain(variable, chain)[draw] }
	kinds.Share = at(p.layout.ItemShare)
	for _, s := range p.EachStudy() {
		kinds.Distance = append(kinds.Distance, at(p.layout.ItemShare+1+s.at))
	}
	return kinds, true
}

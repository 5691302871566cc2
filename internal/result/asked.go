package result

import (
	"slices"
	"strconv"

	"concord/internal/result/catalogue"
	"concord/posterior"
)

// Asked asks for the posterior probability that a quantity lies on one side of a bound. A result has the probability
// for all studies, and on each scale of the quantity.
type Asked struct {
	Quantity string
	Less     bool
	Bound    float64
}

// Event is the name of the event: "icc < 0.8".
func (a Asked) Event() string { return a.Quantity + a.Side() }

// Side is the side of the bound: " < 0.8".
func (a Asked) Side() string {
	sign := " > "
	if a.Less {
		sign = " < "
	}
	return sign + strconv.FormatFloat(a.Bound, 'g', -1, 64)
}

// Turned is the same event for the quantity with the other sign.
func (a Asked) Turned() Asked { return Asked{Quantity: a.Quantity, Less: !a.Less, Bound: -a.Bound} }

// eventOf names the event for one of several estimates of a quantity: for a term, a design, or the threshold above a
// category.
func (a Asked) eventOf(term, design, category string) string {
	name := a.Event()
	for _, of := range []string{term, design, category} {
		if of != "" {
			name += " (" + of + ")"
		}
	}
	return name
}

// of returns the probability of the event of an instance whose draws are q. ok is false if the instance is not of the
// quantity, or if the catalogue has the event already.
func (a Asked) of(at catalogue.Instance, q posterior.Quantity) (p Probability, ok bool) {
	event := a.eventOf(at.Term, at.Design.String(), at.Category)
	if at.Name != a.Quantity || at.EventName() == a.Event() || at.EventName() == event {
		return p, false
	}
	share := a.Share(q)
	return Probability{Event: event, Studies: at.StudyNames(), Scale: at.Scale.String(),
		Probability: share}, share.Defined()
}

// Share is the share of draws in which the event happens; undefined if a draw is NaN.
func (a Asked) Share(q posterior.Quantity) Number {
	if a.Less {
		return Number(q.Probability(func(x float64) bool { return x < a.Bound }).Value)
	}
	return Number(q.Probability(func(x float64) bool { return x > a.Bound }).Value)
}

// BeliefOn returns the probability of an event of the studies and the scale of an estimate; undefined if the result was
// not asked for it.
func (l *Lookup) BeliefOn(a Asked, e Estimate) Number {
	i, ok := l.beliefs[keyOf(a.eventOf(e.Term, e.Design, e.Category), e.Scale, e.Studies)]
	if !ok {
		return Undefined()
	}
	return l.Probabilities[i].Probability
}

// ofTarget returns the events that a target asks for: reliability and agreement above it.
func ofTarget(target float64, kind catalogue.ICCKind) []Asked {
	var all []Asked
	one, mean := kind.Quantities()
	for _, quantity := range []string{one, mean, catalogue.Rho, catalogue.RhoK} {
		all = append(all, Asked{Quantity: quantity, Bound: target})
	}
	return all
}

// asked returns all events of a fit whose probabilities are wanted.
func (f Fit) asked() []Asked {
	if f.Target == 0 {
		return f.Asked
	}
	return slices.Concat(f.Asked, ofTarget(f.Target, f.ICC))
}

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

// IsOf reports whether the event is of an instance, and none that the catalogue has already.
func (a Asked) IsOf(at catalogue.Instance) bool {
	return at.Name == a.Quantity && !at.IsEvent(a.Event())
}

// Share is the share of draws in which the event happens; undefined if a draw is NaN.
func (a Asked) Share(q posterior.Quantity) float64 {
	if a.Less {
		return q.Probability(func(x float64) bool { return x < a.Bound }).Value
	}
	return q.Probability(func(x float64) bool { return x > a.Bound }).Value
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

// Events returns all events of a fit whose probabilities are wanted.
func (f Fit) Events() []Asked {
	if f.Target == 0 {
		return f.Asked
	}
	return slices.Concat(f.Asked, ofTarget(f.Target, f.ICC))
}

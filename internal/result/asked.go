package result

import (
	"fmt"
	"slices"
	"strconv"

	"concord/internal/document"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
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

// Reached returns the probability that an estimate is above the target of the result; undefined if there is none.
func (l *Lookup) Reached(quantity string, studies ...string) Number {
	e, ok := l.Find(quantity, studies...)
	if !ok && len(studies) == 2 {
		e, ok = l.Pair(quantity, studies[0], studies[1])
	}
	if !ok {
		return Undefined()
	}
	return l.BeliefOn(Asked{Quantity: quantity, Bound: l.Target}, e)
}

// targetSentence says whether the labels that an item of a study has are enough for the target; "" if the result does
// not know it.
func (l *Lookup) targetSentence(study string) string {
	_, mean := l.ICCs()
	p := l.Reached(mean, study)
	e, ok := l.Find(mean, study)
	if !ok || !p.Defined() {
		return ""
	}
	of := ""
	if len(l.Data.Studies) > 1 {
		of = " of " + visible.Text(study)
	}
	labels := "the mean of " + plural(e.K, "label") + of + " has"
	if e.K == 1 {
		labels = "one label" + of + " has"
	}
	text := fmt.Sprintf("%s: %s a reliability above %g with %s", isEnough(p), labels, l.Target,
		document.Probability(float64(p)))
	for _, n := range l.LabelsNeeded {
		if n.Study == study && p < Sure && n.Enough.Defined() {
			noun := "labels"
			if n.Enough == 1 {
				noun = "label"
			}
			text += fmt.Sprintf("; %s %s per item would reach it (%.0f%% sure)", n.IsEnough().Short(), noun,
				100*assurance)
		}
	}
	return text
}

// likely is the smallest probability at which an event is called probable. It is “likely” in the scale of Mastrandrea
// et al. (2010), which also calls an event unlikely below a third.
const likely = 2.0 / 3

// isEnough says whether labels are enough that reach their target with probability p.
func isEnough(p Number) string {
	switch {
	case p >= Sure:
		return "Enough"
	case p > likely:
		return "Probably enough"
	case p < 1-Sure:
		return "Not enough"
	case p < 1-likely:
		return "Probably not enough"
	}
	return "Unclear whether enough"
}

package result

import (
	"slices"
	"strings"

	"concord/internal/result/catalogue"
)

// Lookup is a result whose estimates, probabilities and coefficients can be found by their studies.
type Lookup struct {
	*Result
	estimates    map[string]int
	beliefs      map[string]int
	coefficients map[string]int
}

// Look returns a result in which numbers can be looked up.
func Look(r *Result) *Lookup {
	l := &Lookup{r, map[string]int{}, map[string]int{}, map[string]int{}}
	for i, e := range r.Estimates {
		key := keyOf(e.Quantity, e.Scale, e.Studies)
		if _, known := l.estimates[key]; !known && e.Term == "" {
			l.estimates[key] = i
		}
	}
	for i, p := range r.Probabilities {
		l.beliefs[keyOf(p.Event, p.Scale, p.Studies)] = i
	}
	for i, a := range slices.Backward(r.Agreement) { // of equals the first is kept
		l.coefficients[keyOf(a.Coefficient, "", a.Studies)] = i
	}
	return l
}

// Find returns the estimate of a quantity of some studies on the label scale; ok is false if the result has none, or
// if it is undefined.
func (l *Lookup) Find(quantity string, studies ...string) (e Estimate, ok bool) {
	i, ok := l.estimates[keyOf(quantity, l.LabelScale(), studies)]
	if !ok {
		return Estimate{}, false
	}
	return l.Estimates[i], l.Estimates[i].Defined()
}

// Pair returns the estimate of a quantity of two studies, in whichever order the result has them.
func (l *Lookup) Pair(quantity, a, b string) (Estimate, bool) {
	if e, ok := l.Find(quantity, a, b); ok {
		return e, true
	}
	return l.Find(quantity, b, a)
}

// Belief returns the posterior probability of an event of some studies on the label scale; undefined if the result has
// no such event.
func (l *Lookup) Belief(event string, studies ...string) Number {
	for _, scale := range []string{l.LabelScale(), ""} {
		if i, ok := l.beliefs[keyOf(event, scale, studies)]; ok {
			return l.Probabilities[i].Probability
		}
	}
	return Undefined()
}

// BeliefOf returns the probability of the event that belongs to an estimate of a quantity.
func (l *Lookup) BeliefOf(q catalogue.Entry, e Estimate) (Probability, bool) {
	i, ok := l.beliefs[keyOf(q.EventName(), e.Scale, e.Studies)]
	if !ok || q.EventName() == "" {
		return Probability{}, false
	}
	return l.Probabilities[i], true
}

// Coefficient returns a coefficient of some studies, the first if there are several distances.
func (l *Lookup) Coefficient(name string, studies ...string) (Agreement, bool) {
	i, ok := l.coefficients[keyOf(name, "", studies)]
	if !ok {
		return Agreement{}, false
	}
	return l.Agreement[i], true
}

// keyOf is a key of maps for a quantity of some studies on a scale.
func keyOf(name, scale string, studies []string) string {
	return name + "\x00" + scale + "\x00" + strings.Join(studies, "\x00")
}

// ValidityName says whose label predicts whose true scores.
func ValidityName(pool, of string) string {
	if of == pool {
		return "a labeler of " + pool
	}
	return of + " for " + pool
}

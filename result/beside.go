package result

import (
	"slices"
	"strings"

	"concord/result/catalogue"
)

// beside finds what stands beside an estimate: a probability, and the coefficient that measures the same without a
// model.
type beside struct {
	r            *Result
	probability  map[string]Probability
	coefficients map[string]Agreement
}

func newBeside(r *Result) beside {
	b := beside{r, map[string]Probability{}, map[string]Agreement{}}
	for _, p := range r.Probabilities {
		b.probability[keyOf(p.Event, p.Scale, p.Studies)] = p
	}
	for _, a := range slices.Backward(r.Agreement) { // the first of equals counts
		b.coefficients[keyOf(a.Coefficient, "", a.Studies)] = a
	}
	return b
}

func keyOf(name, scale string, studies []string) string {
	return name + "\x00" + scale + "\x00" + strings.Join(studies, "\x00")
}

// event returns the probability that stands beside an estimate of a group.
func (by beside) event(g group, e Estimate) (Probability, bool) {
	p, ok := by.probability[keyOf(g.Event.Name, e.Scale, e.Studies)]
	return p, ok && g.Event.Name != ""
}

// coefficient returns the coefficient that stands beside an estimate of a group, on the scale of the labels, which is
// its own.
func (by beside) coefficient(g group, e Estimate) (Agreement, bool) {
	a, ok := by.coefficients[keyOf(g.Coefficient, "", e.Studies)]
	return a, ok && g.Coefficient != "" && g.scale == by.r.LabelScale()
}

// titles names what stands beside a group, in the order of what [beside.of] returns for each estimate that has all of
// it.
func (by beside) titles(g group, rows []Estimate) []string {
	var parts []string
	if slices.ContainsFunc(rows, func(e Estimate) bool { _, ok := by.event(g, e); return ok }) {
		parts = append(parts, padLeft(g.Event.Heading, probabilityWidth))
	}
	for _, e := range rows {
		if a, ok := by.coefficient(g, e); ok {
			parts = append(parts, by.coefficientTitle(a))
			break
		}
	}
	return parts
}

func (by beside) coefficientTitle(a Agreement) string {
	return strings.Replace(by.r.besideName(a), "difference of ", "Δ ", 1) + " [" + by.r.Interval.name("CI") + "]"
}

// of returns what stands beside an estimate of a group.
func (by beside) of(g group, e Estimate) []string {
	var parts []string
	if p, ok := by.event(g, e); ok {
		parts = append(parts, padLeft(p.Probability.AsProbability(), probabilityWidth))
	}
	if a, ok := by.coefficient(g, e); ok {
		parts = append(parts, a.text())
	}
	return parts
}

// besideName leaves out the distance that belongs to the family of the model.
func (r *Result) besideName(a Agreement) string {
	if r.Model != nil && a.Distance == naturalDistance(r.Model.Distribution()) {
		return catalogue.CoefficientName(a.Coefficient)
	}
	return coefficientName(a.Coefficient, a.Distance)
}

// probabilityWidth is the width of "P(> ICC)".
const probabilityWidth = 8

package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/report/document"
	"concord/result/catalogue"
)

// Sure is the probability from which a finding counts as conclusive.
const Sure = 0.95

// Find returns the estimate of a quantity of some studies on the label scale; ok is false if the result has none, or
// if it is undefined.
func (r *Result) Find(quantity string, studies ...string) (e Estimate, ok bool) {
	scale := r.LabelScale()
	for _, e := range r.Estimates {
		if e.Quantity == quantity && e.Scale == scale && e.Term == "" && slices.Equal(e.Studies, studies) {
			return e, e.Defined()
		}
	}
	return Estimate{}, false
}

// Belief returns the posterior probability of an event of some studies on the label scale; undefined if the result has
// none.
func (r *Result) Belief(event string, studies ...string) Number {
	scale := r.LabelScale()
	for _, p := range r.Probabilities {
		if p.Event == event && (p.Scale == "" || p.Scale == scale) && slices.Equal(p.Studies, studies) {
			return p.Probability
		}
	}
	return Undefined()
}

// Pair returns the estimate of a quantity of two studies, in whichever order the result has them.
func (r *Result) Pair(quantity, a, b string) (Estimate, bool) {
	if e, ok := r.Find(quantity, a, b); ok {
		return e, true
	}
	return r.Find(quantity, b, a)
}

// Trusted reports whether the numbers of the result may be used: its draws are all there and have converged.
func (r *Result) Trusted() bool {
	return (r.Sampler == nil || !r.Sampler.Partial) && (r.Diagnostics == nil || r.Diagnostics.Converged)
}

// Others returns the studies besides the reference, in the order of the file.
func (r *Result) Others() []string {
	var names []string
	for _, s := range r.Data.Studies {
		if r.Model != nil && s.Name != r.Model.Reference {
			names = append(names, s.Name)
		}
	}
	return names
}

// Closest compares the group that agrees best with the reference with the next one, by ρ on the label scale.
type Closest struct {
	Reference, First, Next string
	// Probability is how probable it is that the first is closer than the next.
	Probability Number
	// Of is how many groups are compared.
	Of int
}

// Closest returns which group is closest to the reference; ok is false if there are not two groups to compare.
func (r *Result) Closest() (c Closest, ok bool) {
	if r.Model == nil {
		return c, false
	}
	reference := r.Model.Reference
	type group struct {
		name string
		rho  Number
	}
	var groups []group
	for _, name := range r.Others() {
		if e, ok := r.Pair(catalogue.Rho, reference, name); ok {
			groups = append(groups, group{name, e.Centre()})
		}
	}
	if len(groups) < 2 {
		return c, false
	}
	slices.SortStableFunc(groups, func(a, b group) int { return cmp.Compare(b.rho, a.rho) })
	c = Closest{Reference: reference, First: groups[0].name, Next: groups[1].name, Of: len(groups)}
	const event = catalogue.RhoDifference + " > 0"
	c.Probability = r.Belief(event, reference, c.First, c.Next)
	if !c.Probability.Defined() {
		c.Probability = 1 - r.Belief(event, reference, c.Next, c.First)
	}
	if c.Probability < 0.5 { // the means and the draws disagree
		c.First, c.Next, c.Probability = c.Next, c.First, 1-c.Probability
	}
	return c, c.Probability.Defined()
}

// Crossing returns the group that agrees with itself more than the group that agrees most with the reference does,
// which agrees with the reference less: a. It is conclusive: both differences have a probability of at least [Sure].
func (r *Result) Crossing() (itself, reference string, ok bool) {
	c, ok := r.Closest()
	if !ok || c.Probability < Sure {
		return "", "", false
	}
	best, highest := "", Number(-1)
	for _, name := range r.Others() {
		if e, ok := r.Find(catalogue.ICC, name); ok && e.Centre() > highest {
			best, highest = name, e.Centre()
		}
	}
	const event = catalogue.ICCDifference + " > 0"
	p := r.Belief(event, best, c.First)
	if !p.Defined() {
		p = 1 - r.Belief(event, c.First, best)
	}
	return best, c.First, best != c.First && p >= Sure
}

// newVerdict says in sentences what a fit found, the answer first. Numbers are on the label scale.
func (r *Result) newVerdict() []string {
	switch {
	case len(r.Estimates) == 0:
		return []string{}
	case r.Sampler != nil && r.Sampler.Partial:
		return []string{"No verdict: the run was interrupted"}
	case !r.Trusted():
		return []string{"No verdict: the chains have not converged"}
	}
	if c, ok := r.Closest(); ok {
		return []string{c.sentence()}
	}
	if text := r.agreementSentence(); text != "" {
		return []string{text}
	}
	all := []string{}
	for _, s := range r.Data.Studies {
		if text := r.reliabilitySentence(s.Name); text != "" {
			all = append(all, text)
		}
	}
	if len(all) > mostVerdicts {
		all = all[:mostVerdicts]
	}
	return all
}

// mostVerdicts is how many sentences a verdict has at most.
const mostVerdicts = 3

func (c Closest) sentence() string {
	first, next, reference := visible.Text(c.First), visible.Text(c.Next), visible.Text(c.Reference)
	p := document.Probability(float64(c.Probability))
	switch {
	case c.Probability >= Sure && c.Of == 2:
		return fmt.Sprintf("%s is closer to %s than %s is: %s", first, reference, next, p)
	case c.Probability >= Sure:
		return fmt.Sprintf("%s is closest to %s: %s that it is closer than %s, the next", first, reference, p, next)
	case c.Of == 2:
		return fmt.Sprintf("It is open whether %s or %s is closer to %s: %s that %s is", first, next, reference, p, first)
	}
	return fmt.Sprintf("It is open which group is closest to %s: %s that %s is closer than %s, the next", reference, p,
		first, next)
}

// agreementSentence says how far two groups agree; "" if there are not two.
func (r *Result) agreementSentence() string {
	others := r.Others()
	if r.Model == nil || r.Model.Reference == "" || len(others) != 1 {
		return ""
	}
	rho, ok := r.Pair(catalogue.Rho, r.Model.Reference, others[0])
	if !ok {
		return ""
	}
	text := fmt.Sprintf("%s and %s agree on true scores (ρ): %s", visible.Text(r.Model.Reference),
		visible.Text(others[0]), rho.short())
	if x, ok := r.Pair(catalogue.XCC, r.Model.Reference, others[0]); ok {
		text += "; one label of each (xCC): " + x.short()
	}
	return text
}

// reliabilitySentence says how reliable the labels of a study are; "" if the fit does not tell.
func (r *Result) reliabilitySentence(study string) string {
	icc, ok := r.Find(catalogue.ICC, study)
	if !ok {
		return ""
	}
	of := ""
	if len(r.Data.Studies) > 1 {
		of = " of " + visible.Text(study)
	}
	text := fmt.Sprintf("Reliability of one label%s (ICC): %s", of, icc.short())
	for _, e := range r.Estimates {
		if e.Quantity == catalogue.ICCk && e.Scale == r.LabelScale() && e.Studies[0] == study && e.Defined() {
			text += fmt.Sprintf("; of the mean of %s: %s", plural(e.K, "label"), e.Centre().fixed(2))
			break
		}
	}
	return text
}

// short prints an estimate and its interval with two decimals.
func (e Estimate) short() string {
	return strings.TrimSpace(e.Centre().fixed(2) + " " + interval(e.Lower, e.Upper, 2))
}

package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"concord/internal/document"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
)

// noVerdictYet stands in place of a verdict.
const noVerdictYet = "No verdict: the chains have not converged"

// Sure is the probability from which a finding counts as conclusive.
const Sure = 0.95

// Trusted reports whether the numbers of the result may be used: its run was not interrupted, and its chains have
// converged.
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
	// Probability is the probability that the first is closer than the next.
	Probability Number
	// Of is how many groups are compared.
	Of int
	// Against says how far the two agree with the reference; "" if it is left out.
	Against string
}

// Closest returns which group is closest to the reference; ok is false if there are not two groups to compare.
func (l *Lookup) Closest() (c Closest, ok bool) {
	if l.Model == nil {
		return c, false
	}
	reference := l.Model.Reference
	type group struct {
		name string
		rho  Number
	}
	var groups []group
	for _, name := range l.Others() {
		if e, ok := l.Pair(catalogue.Rho, reference, name); ok {
			groups = append(groups, group{name, e.Centre()})
		}
	}
	if len(groups) < 2 {
		return c, false
	}
	slices.SortStableFunc(groups, func(a, b group) int { return cmp.Compare(b.rho, a.rho) })
	c = Closest{Reference: reference, First: groups[0].name, Next: groups[1].name, Of: len(groups)}
	const event = catalogue.RhoDifference + " > 0"
	c.Probability = l.Belief(event, reference, c.First, c.Next)
	if !c.Probability.Defined() {
		c.Probability = 1 - l.Belief(event, reference, c.Next, c.First)
	}
	if c.Probability < 0.5 { // the means and the draws disagree
		c.First, c.Next, c.Probability = c.Next, c.First, 1-c.Probability
	}
	return c, c.Probability.Defined()
}

// Crossing returns the group with the highest ICC and the group that is closest to the reference. ok says that they
// differ, and that both findings have a probability of at least [Sure].
func (l *Lookup) Crossing() (itself, reference string, ok bool) {
	c, ok := l.Closest()
	if !ok || c.Probability < Sure || l.Model.ICC != catalogue.Agreement {
		return "", "", false
	}
	best, highest := "", Number(-1)
	for _, name := range l.Others() {
		if e, ok := l.Find(catalogue.ICC, name); ok && e.Centre() > highest {
			best, highest = name, e.Centre()
		}
	}
	const event = catalogue.ICCDifference + " > 0"
	p := l.Belief(event, best, c.First)
	if !p.Defined() {
		p = 1 - l.Belief(event, c.First, best)
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
		return []string{noVerdictYet}
	}
	l := Look(r)
	all := l.findings()
	if len(r.Data.Studies) <= mostVerdicts { // of more studies, the table has the probabilities
		all = append(all, l.ofStudies(l.targetSentence)...)
	}
	return all
}

// findings begin a verdict: which study is closest to the reference, how far two agree, or how reliable the labels are.
func (l *Lookup) findings() []string {
	if c, ok := l.Closest(); ok {
		c.Against = l.against(c)
		all := []string{c.Sentence()}
		if others := l.Others(); len(others) < mostVerdicts { // of more groups, the tables have the levels
			for _, other := range others {
				all = append(all, l.levelSentence(other)...)
			}
		}
		return all
	}
	if text := l.agreementSentence(); text != "" {
		return append([]string{text}, l.levelSentence(l.Others()[0])...)
	}
	return l.ofStudies(l.reliabilitySentence)
}

// ofStudies returns the sentences on the first studies.
func (l *Lookup) ofStudies(sentence func(study string) string) []string {
	all := []string{}
	for _, s := range l.Data.Studies {
		if text := sentence(s.Name); text != "" && len(all) < mostVerdicts {
			all = append(all, text)
		}
	}
	return all
}

// mostVerdicts is how many sentences a verdict has at most.
const mostVerdicts = 3

// Sentence says how sure it is.
func (c Closest) Sentence() string {
	first, next, reference := visible.Text(c.First), visible.Text(c.Next), visible.Text(c.Reference)
	p := document.Probability(float64(c.Probability))
	switch {
	case c.Probability >= Sure && c.Of == 2:
		return fmt.Sprintf("%s is closer to %s than %s is%s: %s", first, reference, next, c.Against, p)
	case c.Probability >= Sure:
		return fmt.Sprintf("%s is closest to %s%s: %s that it is closer than the runner-up, %s", first, reference,
			c.Against, p, next)
	case c.Of == 2:
		const open = "It is unclear whether %s or %s is closer to %s: %s that %s is"
		return fmt.Sprintf(open, first, next, reference, p, first)
	}
	return fmt.Sprintf("It is unclear which group is closest to %s: %s that %s is closer than the runner-up, %s",
		reference, p, first, next)
}

// agreementSentence says how far two groups agree; "" if there are not two.
func (l *Lookup) agreementSentence() string {
	others := l.Others()
	if l.Model == nil || l.Model.Reference == "" || len(others) != 1 {
		return ""
	}
	rho, ok := l.Pair(catalogue.Rho, l.Model.Reference, others[0])
	if !ok {
		return ""
	}
	correlate := fmt.Sprintf("ith unlimited labels, %s and %s would correlate", visible.Text(l.Model.Reference),
		visible.Text(others[0]))
	if rho.saysLittle() {
		return fmt.Sprintf("Too little to say: w%s somewhere %s (ρ)", correlate, rho.between())
	}
	text := fmt.Sprintf("W%s %s (ρ)", correlate, rho.Centre().fixed(2))
	if x, ok := l.Pair(catalogue.XCC, l.Model.Reference, others[0]); ok {
		text += fmt.Sprintf("; one label of each, %s (xCC)", x.Centre().fixed(2))
	}
	return text
}

// against has the two numbers of a comparison that is conclusive.
func (l *Lookup) against(c Closest) string {
	first, ok := l.Pair(catalogue.Rho, c.Reference, c.First)
	next, known := l.Pair(catalogue.Rho, c.Reference, c.Next)
	if !ok || !known || c.Probability < Sure {
		return ""
	}
	return fmt.Sprintf(", ρ %s against %s", first.Centre().fixed(2), next.Centre().fixed(2))
}

// levelSentence says whether another group gives higher labels than the reference, if the interval of the difference
// leaves out 0.
func (l *Lookup) levelSentence(other string) []string {
	reference := l.Model.Reference
	e, ok := l.Find(catalogue.MeanDifference, other, reference)
	if !ok || e.Lower <= 0 && e.Upper >= 0 {
		return nil
	}
	size, more, higher := e.Centre(), "more", "higher"
	if size < 0 {
		size, more, higher = -size, "less", "lower"
	}
	labels := fmt.Sprintf("are %s %s on average than", size.fixed(document.Places(float64(e.SD), 0, 2)), higher)
	switch {
	case l.Data.Log:
		labels = fmt.Sprintf("are typically %.2f times as high as", math.Exp(float64(e.Centre())))
	case l.Data.Positive != "":
		mean := func(study string) string { return document.Percent(float64(l.Data.Study(study).Mean), 0) }
		return []string{fmt.Sprintf("Labels from %s are “%s” %s often than those from %s (%s against %s); the "+
			"correlation ignores this", visible.Text(other), visible.Text(l.Data.Positive), more,
			visible.Text(reference), mean(other), mean(reference))}
	}
	return []string{fmt.Sprintf("Labels from %s %s those from %s; the correlation ignores this", visible.Text(other),
		labels, visible.Text(reference))}
}

// reliabilitySentence says how reliable the labels of a study are; "" if the fit does not say.
func (l *Lookup) reliabilitySentence(study string) string {
	one, mean := l.ICCs()
	icc, ok := l.Find(one, study)
	if !ok {
		return ""
	}
	of := ""
	if len(l.Data.Studies) > 1 {
		of = " from " + visible.Text(study)
	}
	if icc.saysLittle() {
		return fmt.Sprintf("Too little to say: the reliability of one label%s (%s) is somewhere %s", of, l.ICCName(),
			icc.between())
	}
	text := fmt.Sprintf("One label%s has a reliability (%s) of %s", of, l.ICCName(), icc.Centre().fixed(2))
	for _, e := range l.Estimates {
		if e.Quantity == mean && e.Scale == l.LabelScale() && e.Studies[0] == study && e.Defined() && e.K > 1 {
			text += fmt.Sprintf("; the mean of %s has %s", plural(e.K, "label"), e.Centre().fixed(2))
			break
		}
	}
	return text
}

// ICCName is the name of the reliability that the result leads with: "ICC", or its kind.
func (r *Result) ICCName() string {
	one, _ := r.ICCs()
	if one == catalogue.ICC {
		return "ICC"
	}
	q, _ := catalogue.Find(one)
	return q.Symbol
}

// Widest is the widest interval of a share or correlation that a verdict sums up in one number: beyond it, the interval
// is the finding.
const Widest = 0.4

// saysLittle reports whether the interval is so wide that its middle is no finding.
func (e Estimate) saysLittle() bool { return e.Upper-e.Lower > Widest }

// between prints the interval in words.
func (e Estimate) between() string {
	return fmt.Sprintf("between %s and %s", e.Lower.fixed(2), e.Upper.fixed(2))
}

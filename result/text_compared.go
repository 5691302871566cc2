package result

import "strings"

func studyNames(names []string) string { return strings.Join(names, " × ") }

// comparedBlock prints another model beside this one.
func comparedBlock(r *Result, c Compared) *block {
	b := &block{}
	b.heading("Compared with " + c.Model)
	b.paragraph("  ", c.Sentence())
	this, other := c.Rows(r)
	b.row("", "  "+r.Interval.name("CrI"), "this model", "the other")
	for i, e := range this {
		d := groupDecimals([]Estimate{e})
		b.row("", "    "+r.titleOf(e)+", "+studyNames(e.Studies), e.Centre().fixed(d)+" "+interval(e.Lower, e.Upper, d),
			other[i].Mean.fixed(d)+" "+interval(other[i].Lower, other[i].Upper, d))
	}
	if text := c.DoubtsSentence(); text != "" {
		b.paragraph("  ", text)
	}
	for _, m := range c.Messages {
		b.paragraph("  ", m)
	}
	return b
}

// Sentence gives the difference in expected log predictive density and what it comes to.
func (c Compared) Sentence() string {
	if !c.Difference.Defined() || !c.SE.Defined() {
		return "Expected log predictive density of the labels is undefined, as where draws leave a label no " +
			"chance: " + c.Verdict() + "."
	}
	sign := "+"
	if c.Difference < 0 {
		sign = "" // has its own
	}
	return "Expected log predictive density of the labels: " + sign + c.Difference.fixed(1) + " ± " + c.SE.fixed(1) +
		" (standard error) against this model's " + c.This.ELPD.fixed(1) + ": " + c.Verdict() + "."
}

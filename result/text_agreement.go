package result

import (
	"slices"
	"strings"

	"concord/result/catalogue"
)

// coefficientName returns the name of a coefficient as the field writes it, with its distance.
func coefficientName(coefficient, distance string) string {
	name := catalogue.CoefficientName(coefficient)
	if distance == "" {
		return name
	}
	return name + " (" + distance + ")"
}

// text returns the coefficient with its interval.
func (a Agreement) text() string {
	if !a.Estimate.Defined() {
		return "undefined"
	}
	d := a.decimals()
	if !a.Lower.Defined() || !a.Upper.Defined() {
		return Marked(padLeft(a.Estimate.fixed(d), d+3), a.Caution)
	}
	return Marked(padLeft(a.Estimate.fixed(d), d+3)+" "+interval(a.Lower, a.Upper, d), a.Caution)
}

// agreementBlock prints coefficients on their own, grouped as they come.
func agreementBlock(r *Result) *block {
	b := &block{spare: []int{5, 4, 2}} // ratings, items, SE
	b.row("", "Agreement", "Estimate", "SE", r.Interval.Coefficients(), "items", "ratings")
	last := ""
	for _, a := range byCoefficient(r.Agreement, func(a Agreement) string { return a.Coefficient }) {
		if name := coefficientName(a.Coefficient, a.Distance); name != last {
			b.heading("  " + name)
			last = name
		}
		who := "    " + strings.Join(a.Studies, " × ")
		if strings.HasSuffix(a.Coefficient, "_difference") && len(a.Studies) == 3 {
			who = "    " + a.Studies[1] + " − " + a.Studies[2] + ", each against " + a.Studies[0]
		}
		who = Marked(who, a.Caution)
		if !a.Estimate.Defined() {
			b.heading(who + " – undefined: " + a.Undefined)
			continue
		}
		d := a.decimals()
		ci := "–"
		if a.Lower.Defined() && a.Upper.Defined() {
			ci = interval(a.Lower, a.Upper, d)
		}
		b.row("", who, a.Estimate.fixed(d), a.SE.fixed(d), ci, count(a.Items), count(a.Ratings))
	}
	b.sentences(r.IntervalNotes())
	return b
}

// sentences adds them below a table.
func (b *block) sentences(notes []string) {
	for _, note := range notes {
		b.paragraph("  ", note)
	}
}

// comparisonBlock prints coefficients as observed and as the model implies them.
func comparisonBlock(r *Result) *block {
	b := &block{spare: []int{4}} // tail probability
	title := "Coefficients" + r.OnScale(r.LabelScale())
	b.row("", title, "observed", "model-implied", r.Interval.name("CrI"), "tail probability")
	last := ""
	for _, c := range byCoefficient(r.Comparison, func(c Comparison) string { return c.Coefficient }) {
		if name := coefficientName(c.Coefficient, c.Distance); name != last {
			b.heading("  " + name)
			last = name
		}
		who := Marked("    "+strings.Join(c.Studies, " × "), c.Caution)
		if !c.Observed.Defined() || !c.ImpliedMean.Defined() {
			b.heading(who + " – undefined, " + c.Undefined)
			continue
		}
		b.row("", who, c.Observed.fixed(3), c.ImpliedMean.fixed(3), interval(c.ImpliedLower, c.ImpliedUpper, 3),
			c.PPCTail.fixed(3))
	}
	if r.NotJudged != nil {
		b.paragraph("  ", r.NotJudged.String())
	}
	b.notes(r.Comparison)
	return b
}

// notes prints the notes on coefficients: they are no doubts.
func (b *block) notes(rows []Comparison) {
	const most = 5
	var notes []string
	for _, c := range rows {
		if c.Note != "" {
			notes = append(notes, c.Note)
		}
	}
	if len(notes) == 0 {
		return
	}
	for _, n := range notes[:min(most, len(notes))] {
		b.paragraph("  ", "Note: "+n+".")
	}
	if more := len(notes) - most; more > 0 {
		b.paragraph("  ", "The same is true of "+plural(more, "further pair")+" of studies.")
	}
	b.paragraph("  ", "Where the level of the labels matters for their use, take κx; where it does not, ρ or xCC.")
}

// byCoefficient returns rows with those of one coefficient together, coefficients and rows
// otherwise in their order.
func byCoefficient[T any](rows []T, name func(T) string) []T {
	place := map[string]int{}
	for _, r := range rows {
		if _, known := place[name(r)]; !known {
			place[name(r)] = len(place)
		}
	}
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b T) int { return place[name(a)] - place[name(b)] })
	return sorted
}

// decimals is the number of decimals that a coefficient is worth: two or three.
func (a Agreement) decimals() int { return max(2, min(3, decimals([]Number{a.SE}))) }

package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/view"
)

// priorSection lists the estimates in which the prior matters, the largest changes first.
func priorSection(r *result.Lookup) document.Section {
	s := document.Section{ID: "priors", Title: "The prior matters: the labels alone do not decide these"}
	speaking := result.PriorSpeaks(r.PriorSensitivity)
	if len(speaking) == 0 {
		return s
	}
	t := &document.Table{Name: s.ID, Columns: []document.Column{{}, {Head: "estimate", Decimals: 3},
		{Head: "under another prior", Decimals: 3}}}
	for i := 0; i < len(speaking); i++ {
		prior := speaking[i].OtherPrior()
		if slices.ContainsFunc(t.Groups, func(g document.Group) bool { return g.Title == under(prior) }) {
			continue
		}
		t.Groups = append(t.Groups, priorGroup(r, speaking, prior))
	}
	t.Notes = beyondNotes(speaking)
	s.Parts = []document.Part{{Table: t}}
	return s
}

// beyondNotes say what to do about estimates that may move beyond the draws. The weights under wider priors of
// coefficients increase with the sum of their squares, so that this sum is always larger.
func beyondNotes(speaking []result.PriorSensitivity) (notes []string) {
	beyond := func(ofCoefficients bool) bool {
		return slices.ContainsFunc(speaking, func(p result.PriorSensitivity) bool {
			return !p.Reliable && p.OfCoefficients() == ofCoefficients
		})
	}
	if beyond(false) {
		notes = append(notes, "If an estimate may move beyond these draws, fit again with the other prior to see how "+
			"far.")
	}
	if beyond(true) {
		notes = append(notes, "With priors of twice the scale, coefficients are further from 0. Only more labels can "+
			"say how far.")
	}
	return notes
}

func under(prior string) string { return "Under " + prior }

// priorGroup lists the estimates that another prior changes.
func priorGroup(r *result.Lookup, speaking []result.PriorSensitivity, prior string) document.Group {
	const most = 8
	var rows []result.PriorSensitivity
	for _, p := range speaking {
		if p.OtherPrior() == prior {
			rows = append(rows, p)
		}
	}
	more := len(rows) - most
	if more > 0 {
		slices.SortStableFunc(rows, func(a, b result.PriorSensitivity) int { return cmp.Compare(b.Size(), a.Size()) })
		rows = rows[:most]
	}
	g := document.Group{Title: under(prior)}
	for _, p := range rows {
		own := result.Estimate{Quantity: p.Quantity, Term: p.Term, Scale: p.Scale}
		for _, e := range r.Estimates {
			if e.Quantity == p.Quantity && (p.Term == "" || e.Term == p.Term) && e.Scale == p.Scale &&
				slices.Equal(e.Studies, p.Studies) {
				own = e
			}
		}
		row := document.Row{Name: titleOf(r, own) + ", " + strings.Join(p.Studies, " × "),
			Cells: []document.Cell{estimate(own)}}
		if p.Reliable {
			row.Cells = append(row.Cells, document.Estimate{Value: float64(p.Mean), Lower: float64(p.Lower),
				Upper: float64(p.Upper), SD: float64(own.Spread())})
		} else {
			row.Cells = append(row.Cells, document.Text("may move beyond these draws (Pareto k̂ "+
				document.Fixed(float64(p.ParetoK), 2)+")"))
		}
		g.Rows = append(g.Rows, row)
	}
	if more > 0 {
		g.Rows = append(g.Rows, document.Row{Name: fmt.Sprintf("and %d more: prior_sensitivity in the JSON", more)})
	}
	return g
}

// impliedSection compares coefficients with those that the model implies.
func impliedSection(r *result.Lookup) document.Section {
	s := document.Section{ID: "implied", Title: "Do you believe the model? Coefficients as observed and as the model " +
		"implies"}
	if len(r.Comparison) == 0 {
		return s
	}
	t := &document.Table{Name: s.ID, Caption: "Coefficients", Columns: []document.Column{{}, {Head: "observed",
		Decimals: 3},
		{Head: "model implies", Decimals: 3}, {Head: "p of a check", Priority: document.Spare}}}
	place := map[string]int{}
	var notes []string
	for _, c := range r.Comparison {
		name := coefficientName(result.Agreement{Coefficient: c.Coefficient, Distance: c.Distance})
		if _, known := place[name]; !known {
			place[name] = len(t.Groups)
			t.Groups = append(t.Groups, document.Group{Title: name})
		}
		row := document.Row{Name: result.Marked(strings.Join(c.Studies, " × "), c.Caution)}
		if c.Observed.Defined() && c.ImpliedMean.Defined() {
			row.Cells = []document.Cell{document.Number{Value: float64(c.Observed)}, document.Estimate{
				Value: float64(c.ImpliedMean), Lower: float64(c.ImpliedLower), Upper: float64(c.ImpliedUpper)},
				document.PValue(c.PPCTail)}
		} else {
			row.Cells = []document.Cell{document.Undefined(c.Undefined)}
		}
		g := &t.Groups[place[name]]
		g.Rows = append(g.Rows, row)
		if c.Note != "" {
			notes = append(notes, c.Note)
		}
	}
	if r.NotJudged != nil {
		t.Notes = append(t.Notes, r.NotJudged.String())
	}
	const most = 5
	for _, n := range notes[:min(most, len(notes))] {
		t.Notes = append(t.Notes, "Note: "+n+".")
	}
	if more := len(notes) - most; more > 0 {
		t.Notes = append(t.Notes, "The same is true of "+document.Plural(more, "further pair")+" of groups.")
	}
	if len(notes) > 0 {
		t.Notes = append(t.Notes, "If the level of the labels matters for their use, read κx. If it does not, read ρ "+
			"or xCC.")
	}
	s.Parts = []document.Part{{Table: t}}
	return s
}

// doubtsSection lists the assumptions that the labels speak against.
func doubtsSection(r *result.Lookup) document.Section {
	s := document.Section{ID: "doubts", Title: "Assumptions in doubt, and what to look at"}
	for _, d := range r.Doubts {
		s.Parts = append(s.Parts, document.Part{Text: []string{strings.Join(d.Studies,
			" × ") + ": " + d.Assumption + ".",
			d.Evidence + ".", "If so: " + d.Consequence + ".", "Look at: " + d.Look + "."}})
	}
	return s
}

// comparedSection puts another model next to this one.
func comparedSection(r *result.Lookup, c result.Compared) document.Section {
	s := document.Section{ID: "compared", Title: "Compared with " + c.Model}
	t := &document.Table{Name: s.ID, Columns: []document.Column{{}, {Head: "this model", Decimals: 3},
		{Head: "the other model", Decimals: 3}}}
	this, other := c.Rows(r.Result)
	var rows []document.Row
	for i, e := range this {
		rows = append(rows, document.Row{Name: titleOf(r, e) + ", " + strings.Join(e.Studies, " × "),
			Cells: []document.Cell{estimate(e), document.Estimate{Value: float64(other[i].Mean),
				Lower: float64(other[i].Lower), Upper: float64(other[i].Upper), SD: float64(e.Spread())}}})
	}
	t.Groups = document.Rows(rows...)
	text := []string{c.Sentence()}
	for _, more := range append([]string{c.DoubtsSentence()}, c.Messages...) {
		if more != "" {
			t.Notes = append(t.Notes, more)
		}
	}
	s.Parts = []document.Part{{Text: text, Table: t}}
	return s
}

// diagnosticsSection says how far the draws can be trusted.
func diagnosticsSection(r *result.Lookup) document.Section {
	s := document.Section{ID: "diagnostics", Title: "How it was computed"}
	of, d := r.Sampler, r.Diagnostics
	if of == nil || d == nil {
		return s
	}
	text := view.Sampled(of, d)
	if of.Partial {
		text = "PARTIAL: interrupted. " + text
	}
	s.Parts = []document.Part{{Text: append([]string{text}, d.Messages...)}}
	return s
}

// titleOf names the quantity of an estimate, with its scale if there are two.
func titleOf(r *result.Lookup, e result.Estimate) string {
	if q, ok := catalogue.OfTerm(e.Quantity, e.Term); ok {
		return r.Model.Heading(q, e.Scale)
	}
	return e.Quantity
}

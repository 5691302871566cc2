package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/checks/prior"
	"concord/internal/document"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/say"
	"concord/internal/visible"
	"concord/study"
)

// byCovariate has the differences by covariates, the surest first.
func byCovariate() Table {
	return Table{Name: "covariates", Caption: "Covariates", Top: true, Rest: more, Spare: true,
		Lines: func(s Scope, _ []Col) (all []Line) {
			rows := say.Differences(s.Answer, "")
			slices.SortStableFunc(rows, say.BySureness)
			for _, r := range rows {
				name := visible.Text(r.Key.Of) + " " + visible.Text(r.Category) +
					say.Scope{Answer: s.Answer, At: r.Key}.Fill("[, {part}]")
				if say.OfItems(r) {
					name += ", between items"
				}
				if r.Defined() {
					all = append(all, Line{Name: document.Clip(name), Key: r.Key})
				}
			}
			return all
		},
		Cols: []Col{{Q: "covariate_difference", Head: "compared\nwith", Priority: document.Useful,
			Made: func(s say.Scope) document.Cell {
				return document.Text(document.Clip(cmp.Or(visible.Text(s.At.Against), "others")))
			}}, {Q: "covariate_difference", Decimals: 2, Find: inLabels},
			{Q: "covariate_difference", As: answer.Chance, Decimals: 2}}}
}

// inLabels finds a difference of labels in their unit, or in per cent if it is one of rates.
func inLabels(s say.Scope, name string) *answer.Row {
	r := *s.Row(name)
	if r.Q = quantity.Of("change"); s.Data.Kind == study.Binary.String() {
		r.Q = quantity.Of("rate_change")
	}
	return &r
}

// slopes lists labelers by how surely they change with covariates.
func slopes(s Scope) (parts []document.Part) {
	for _, c := range s.Of("changed") {
		table := changing(s, c.Of)
		table[0].Table.Notes = []string{c.Why + "."}
		parts = append(parts, table...)
	}
	return parts
}

// OtherPriors are the names of other priors.
var OtherPriors = map[string]string{
	prior.HalvedSD:           "priors of standard deviations with half the scale",
	prior.DoubledCoefficient: "priors of coefficients with twice the scale",
	prior.TaperedCorrelation: "a prior of ρ that doubts full agreement (density times √(1 − ρ²))",
}

// mostMoved is how many numbers a table has for which a prior matters.
const mostMoved = 8

// priors has the numbers for which another prior matters, of each prior the largest changes.
var priors = Table{Name: "priors", Lines: func(s Scope, _ []Col) (all []Line) {
	rows := say.OtherPriors(s.Answer)
	for len(rows) > 0 {
		other := rows[0].Prior
		same := slices.DeleteFunc(slices.Clone(rows), func(r *answer.Row) bool { return r.Prior != other })
		rows = slices.DeleteFunc(rows, func(r *answer.Row) bool { return r.Prior == other })
		left := len(same) - mostMoved
		if left > 0 {
			slices.SortStableFunc(same, func(a, b *answer.Row) int { return cmp.Compare(moved(s, b), moved(s, a)) })
			same = same[:mostMoved]
		}
		title, m := "Under "+OtherPriors[other], s.Runs[0].Model
		for _, r := range same {
			q, _ := catalogue.OfTerm(r.Q.Name, r.Term)
			all = append(all, Line{Title: title, Name: m.Heading(q, cmp.Or(r.Scale, result.ScaleLabel)) + ", " +
				say.Who(r.Key), Key: r.Key, Q: r.Q.Name})
		}
		if left > 0 {
			all = append(all, Line{Title: title, Name: fmt.Sprintf("and %d more: rows with a prior in the JSON", left)})
		}
	}
	return all
}, Cols: []Col{{Head: "estimate", Decimals: 3, Find: func(s say.Scope, name string) *answer.Row {
	return say.OwnPrior(s.Answer, s.Row(name))
}}, {Head: "under another prior", Decimals: 3, Find: func(s say.Scope, name string) *answer.Row {
	r := *s.Row(name)
	if r.SD = say.OwnPrior(s.Answer, s.Row(name)).SD; r.Reason == say.PriorBeyond {
		r.Said = r.Why
	}
	return &r
}}}, Notes: func(s Scope) (notes []string) {
	beyond := func(ofCoefficients bool) bool {
		return slices.ContainsFunc(say.OtherPriors(s.Answer), func(r *answer.Row) bool {
			return r.Reason == say.PriorBeyond && (r.Prior == prior.DoubledCoefficient) == ofCoefficients
		})
	}
	if beyond(false) {
		notes = append(notes, "If an estimate may move beyond these draws, fit again with the other prior to see how "+
			"far.")
	}
	if beyond(true) { // their weights increase with the sum of squares, so that this sum is always larger
		notes = append(notes, "With priors of twice the scale, coefficients are further from 0. Only more labels can "+
			"say how far.")
	}
	return notes
}}

// moved is how far another prior moves a number, beyond the draws farthest of all.
func moved(s Scope, r *answer.Row) float64 {
	if r.Reason == say.PriorBeyond {
		return math.Inf(1)
	}
	mean, end := say.Shift(say.OwnPrior(s.Answer, r), r)
	return max(mean/2, end)
}

// implied compares coefficients with those that the model implies.
var implied = Table{Name: "implied", Caption: "Coefficients", Lines: func(s Scope, _ []Col) (all []Line) {
	var titles []string
	for _, r := range s.Rows {
		if r.By != answer.Model {
			continue
		}
		l := Line{Name: say.Who(r.Key), Key: r.Key, Q: r.Q.Name, Title: catalogue.CoefficientName(r.Q.Name)}
		if l.By = ""; r.Distance != "" {
			l.Title += " (" + r.Distance + ")"
		}
		if own := s.Get(l.Q, l.Key); own != nil {
			l.Name = result.Marked(l.Name, own.Reason)
		}
		titles, all = append(titles, l.Title), append(all, l)
	}
	slices.SortStableFunc(all, func(a, b Line) int {
		return cmp.Compare(slices.Index(titles, a.Title), slices.Index(titles, b.Title))
	})
	return all
}, Cols: []Col{{Head: "observed", As: answer.Alone, Decimals: 3},
	{Head: "model implies", At: answer.Key{By: answer.Model}, Decimals: 3},
	{Head: "p of a check", Priority: document.Spare, Find: func(s say.Scope, name string) *answer.Row {
		if r := s.Row(name); r != nil {
			return answer.NewRow(quantity.Of("p_of_all"), s.At, r.P)
		}
		return nil
	}}}, Notes: func(s Scope) (notes []string) {
	var shifts []string
	for _, r := range s.Rows {
		if r.By == answer.Model && r.Why != "" && r.Defined() {
			shifts = append(shifts, "Note: "+r.Why+".")
		}
	}
	for _, r := range s.Of("not_judged") {
		notes = append(notes, r.Why)
	}
	if shifts == nil {
		return notes
	}
	const most = 5
	if more := len(shifts) - most; more > 0 {
		shifts = append(shifts[:most], "The same is true of "+document.Plural(more, "further pair")+" of groups.")
	}
	return append(append(notes, shifts...), "If the level of the labels matters for their use, read κx. If it does "+
		"not, read ρ or xCC.")
}}

// doubted has the assumptions that the labels speak against.
func doubted(s Scope) (parts []document.Part) {
	for _, r := range s.Of("doubt") {
		said := func(name string) string { return s.Get(name, r.Key).Said + "." }
		parts = append(parts, document.Part{Text: []string{say.Who(r.Key) + ": " + said("doubt"), said("evidence"),
			"If so: " + said("consequence"), "Look at: " + said("look")}})
	}
	return parts
}

// fitNotes are the notes that belong next to the numbers. A shorter list leaves out how groups with one label of each
// item are modelled: the tables say which groups these are.
func fitNotes(s Scope) []document.Part {
	var all []document.Entry
	if s.Data.DefaultKind != nil {
		all = append(all, document.Entry{Term: "Scale", Text: s.Data.DefaultKind.Text})
	}
	for _, r := range s.Of(catalogue.ItemDF) {
		if r.Defined() {
			all = append(all, document.Entry{Term: "Items", Text: fmt.Sprintf("True scores are from Student’s t "+
				"distribution with %s %s degrees of freedom. The fewer, the farther some lie from all others.",
				document.Fixed(r.Draws.Median, 1), document.Span(r.Lower, r.Upper, 1))})
		}
	}
	p := document.Part{List: all}
	if m := s.Runs[0].Model; m != nil && m.OneLabelSentence() != "" {
		p.List = append(all, document.Entry{Term: "Model", Text: m.OneLabelSentence()})
		p.Shorter = func() document.Part { return document.Part{List: all} }
	}
	return []document.Part{p}
}

// fitChecks are the results of all checks: doubts with their remedies, and in one line the checks that passed.
func fitChecks(s Scope) []document.Part {
	var all []document.Check
	doubts, passed := say.FitChecks(s.Answer)
	if d := s.Runs[0].Trust; d != nil {
		for i, m := range d.Messages {
			doubts = slices.Insert(doubts, i, strings.TrimPrefix(m, "Warning: "))
		}
		if d.OK {
			passed = append(passed, "")
		}
	}
	without, beyond := "", false
	if len(s.Data.Studies) <= mostApart {
		without, beyond = say.WithoutModel(s.Answer)
	}
	if beyond {
		doubts = append(doubts, without)
		without = ""
	}
	for _, text := range doubts {
		all = append(all, document.Check{Text: text})
	}
	if n := len(passed); n > 0 {
		held := document.Plural(n, "check") + " passed"
		if without != "" {
			held += "; "
		}
		without = held + without
	}
	if without != "" {
		all = append(all, document.Check{OK: true, Text: without})
	}
	return []document.Part{{Checks: all}}
}

// fitFoot describes the numbers.
func fitFoot(s say.Scope) string {
	var scores []float64
	if m := s.Runs[0].Model; m != nil {
		scores = m.Scores
	}
	return FitFoot(s.Data, s.Interval, scores)
}

// FitFoot describes the numbers of fits. The scores stand for ordered labels; of many there are the first and the last.
func FitFoot(d result.Data, i result.Intervals, scores []float64) string {
	kind := "credible"
	if i.Kind == "hdi" {
		kind = "highest-density"
	}
	text := fmt.Sprintf("Means and %.4g%% %s intervals", 100*i.Level, kind)
	switch {
	case d.Kind == "binary":
		text += ", labels as 0 and 1"
	case d.Kind == "ordinal" && d.DefaultKind == nil: // which says so
		var all []string
		for _, x := range scores {
			all = append(all, document.Full(x))
		}
		if n := len(all); n > 5 {
			all = []string{all[0], all[1], "…", all[n-1]}
		}
		text += ", labels as " + cmp.Or(strings.Join(all, ", "), "scores")
	}
	if d.Log {
		text += ", labels as their logarithms"
	}
	return text + "."
}

// Diagnosed says how far the draws can be trusted.
func Diagnosed(sampler *result.Sampler, d *result.Diagnostics) document.Section {
	s := document.Section{ID: "diagnostics", Title: "How it was computed", Level: document.Detail}
	if sampler == nil || d == nil {
		return s
	}
	s.Parts = []document.Part{{Text: append([]string{Sampled(sampler, d)}, d.Messages...)}}
	return s
}

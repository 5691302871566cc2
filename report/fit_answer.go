package report

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/view"
)

// number returns an estimate without its interval.
func number(e result.Estimate) document.Cell {
	return document.Number{Value: float64(e.Centre()), SD: float64(e.Spread())}
}

// inShort is the first screen after the verdict.
func inShort(r *result.Lookup, a *answer.Answer, level document.Level) document.Section {
	s := document.Section{ID: "answer", Title: "In short", Level: document.Answer, Parts: view.Reliable(a, level)}
	differences := func(most int) *document.Table { return covariatesTable(r, most) }
	if !differences(mostCompared).Empty() {
		s.Parts = append(s.Parts, covariatesPart(mostCompared, differences))
	}
	s.Parts = append(s.Parts, notesPart(r), document.Part{Checks: checks(r)},
		document.Part{Text: []string{footer(r)}})
	return s
}

// found returns an estimate on the label scale as a cell, with the reason if there is none.
func found(r *result.Lookup, quantity string, studies ...string) document.Cell {
	if e, ok := r.Find(quantity, studies...); ok {
		return estimate(e)
	} else if e.Undefined != "" {
		return document.Undefined(e.Undefined)
	}
	return document.Undefined("")
}

// pair is the same of two groups.
func pair(r *result.Lookup, quantity, a, b string) document.Cell {
	if e, ok := r.Pair(quantity, a, b); ok {
		return estimate(e)
	}
	return found(r, quantity, a, b)
}

// notesPart has the notes. A shorter one leaves out how groups with one label of each item are modelled: the tables say
// which groups these are.
func notesPart(r *result.Lookup) document.Part {
	all := notes(r)
	fewer := slices.DeleteFunc(slices.Clone(all), func(e document.Entry) bool { return e.Term == modelNote })
	p := document.Part{List: all}
	if len(fewer) < len(all) {
		p.Shorter = func() document.Part { return document.Part{List: fewer} }
	}
	return p
}

// modelNote is the term of the note about groups with one label of each item.
const modelNote = "Model"

// notes returns the notes that belong next to the numbers.
func notes(r *result.Lookup) []document.Entry {
	var all []document.Entry
	if r.Data.DefaultKind != nil {
		all = append(all, document.Entry{Term: "Scale", Text: r.Data.DefaultKind.Text})
	}
	for _, e := range r.Estimates {
		if e.Quantity == catalogue.ItemDF && e.Defined() {
			all = append(all, document.Entry{Term: "Items", Text: fmt.Sprintf("True scores are from Student’s t "+
				"distribution with %s %s degrees of freedom. The fewer, the farther some lie from all others.",
				document.Fixed(float64(e.Median), 1), document.Span(float64(e.Lower), float64(e.Upper), 1))})
		}
	}
	if r.Model != nil {
		if text := r.Model.OneLabelSentence(); text != "" {
			all = append(all, document.Entry{Term: modelNote, Text: text})
		}
	}
	return all
}

// footer describes the numbers, and how they were drawn.
func footer(r *result.Lookup) string {
	kind := "credible"
	if r.Interval.Kind == "hdi" {
		kind = "highest-density"
	}
	text := fmt.Sprintf("Means and %.4g%% %s intervals", 100*r.Interval.Level, kind)
	switch r.Data.Kind {
	case "binary":
		text += ", labels as 0 and 1"
	case "ordinal":
		if r.Data.DefaultKind != nil { // which says so
			break
		}
		text += ", labels as " + strings.Join(scores(r), ", ")
	}
	if r.Data.Log {
		text += ", labels as their logarithms"
	}
	text += "."
	if s := r.Sampler; s != nil {
		text += fmt.Sprintf(" %s × %s draws%s.", document.Integer(s.Chains), document.Integer(s.Draws), took(", ", s))
	}
	return text
}

// scores are the numbers that stand for ordered labels. Of many numbers there are the first and the last.
func scores(r *result.Lookup) []string {
	var all []string
	if r.Model == nil {
		return []string{"scores"}
	}
	for _, x := range r.Model.Scores {
		all = append(all, document.Full(x))
	}
	if n := len(all); n > 5 {
		all = []string{all[0], all[1], "…", all[n-1]}
	}
	if len(all) == 0 {
		return []string{"scores"}
	}
	return all
}

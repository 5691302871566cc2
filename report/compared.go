package report

import (
	"cmp"
	"slices"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/view"
)

// Parts that comparisons with people, and with a gold standard, share.

// measured is the median of a quantity with its interval.
func measured(m result.Measure) document.Cell {
	if !m.Median.Defined() {
		return document.Undefined(m.Undefined)
	}
	return medianWithin(m)
}

// medianWithin is measured for charts.
func medianWithin(m result.Measure) document.Estimate {
	return document.Estimate{Value: float64(m.Median), Lower: float64(m.Lower), Upper: float64(m.Upper)}
}

// median is the median of a quantity without its interval. A missing quantity has an empty cell.
func median(m *result.Measure) document.Cell {
	switch {
	case m == nil:
		return nil
	case !m.Median.Defined():
		return document.Undefined(m.Undefined)
	}
	return document.Number{Value: float64(m.Median), SD: float64(m.Upper-m.Lower) / 4}
}

// worth is a number of labels with its interval. Numbers above most, or above [document.MostNeeded] if it is 0, are
// printed as "more than" it.
func worth(m result.Measure, most float64) document.Cell {
	return document.Labels{Value: float64(m.Median), Lower: float64(m.Lower), Upper: float64(m.Upper),
		Most: cmp.Or(most, document.MostNeeded), Undefined: m.Undefined}
}

// chance is a posterior probability; a cell without one is empty.
func chance(p result.Number) document.Cell {
	if !p.Defined() {
		return nil
	}
	return document.Chances(p)
}

// taskChecks are the first checks, then checks of the draws of many tasks. If a screen is too long, it has one warning
// for all.
func taskChecks(first []document.Check, d *result.Diagnostics) document.Part {
	of := func(most int) document.Part {
		return document.Part{Checks: slices.Concat(first, view.ChainChecks(d, most))}
	}
	p := of(view.MostMessages)
	p.Shorter = func() document.Part { return of(1) }
	return p
}

// aboutRun describes the input, its cautions, and the sampling of the posterior.
func aboutRun(data result.Data, notes []string, s *result.Sampler, d *result.Diagnostics) document.Section {
	all := view.DataSection(data)
	all.Level = document.Detail
	if len(notes) > 0 {
		all.Parts = append(all.Parts, document.Part{Heading: "Notes", Text: notes})
	}
	if s != nil && d != nil {
		all.Parts = append(all.Parts, document.Part{Heading: "Draws", Text: append([]string{view.Sampled(s, d)},
			d.Messages...)})
	}
	return all
}

// exact is a number with all its digits, for programs; empty if it is undefined.
func exact(n result.Number) document.Cell { return document.Exact(n) }

// bracketed is a head with a text in brackets: "r [95% CrI]".
func bracketed(head string, i result.Intervals, noun string) string {
	return head + " [" + i.Name(noun) + "]"
}

// recordColumns are columns of records.
func recordColumns(names ...string) []document.Column {
	var all []document.Column
	for _, name := range names {
		all = append(all, document.Column{Head: name})
	}
	return all
}

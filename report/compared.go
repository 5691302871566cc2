package report

import (
	"cmp"

	"concord/internal/document"
	"concord/internal/result"
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

// bracketed is a head with a text in brackets: "r [95% CrI]".
func bracketed(head string, i result.Intervals, noun string) string {
	return head + " [" + i.Name(noun) + "]"
}

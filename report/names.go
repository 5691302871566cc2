package report

import (
	"fmt"
	"slices"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
)

// estimate returns an estimate as a cell.
func estimate(e result.Estimate) document.Estimate {
	return document.Estimate{Value: float64(e.Centre()), Lower: float64(e.Lower), Upper: float64(e.Upper),
		SD: float64(e.Spread()), Undefined: e.Undefined}
}

// coefficient returns a coefficient as a cell.
func coefficient(a result.Agreement) document.Estimate {
	why := ""
	if !a.Estimate.Defined() {
		why = a.Undefined
	}
	return document.Estimate{Value: float64(a.Estimate), Lower: float64(a.Lower), Upper: float64(a.Upper),
		SD: float64(a.SE), Undefined: why}
}

// coefficientName returns the name of a coefficient as the field writes it, with its category and its distance.
func coefficientName(a result.Agreement) string {
	return qualified(catalogue.CoefficientName(a.Coefficient), a)
}

// qualified adds the category and the distance of a coefficient to its name.
func qualified(name string, a result.Agreement) string {
	for _, of := range []string{visible.Text(a.Category), a.Distance} {
		if of != "" {
			name += " (" + of + ")"
		}
	}
	return name
}

// ends returns the first and the last of many rows, and between them a row for the rows that are left out.
func ends[T any](rows []T, most int, more func(left int) T) []T {
	left := len(rows) - most
	if left <= 1 {
		return rows
	}
	first := (most + 1) / 2
	return slices.Concat(rows[:first], []T{more(left)}, rows[first+left:])
}

// moreRows is the row in place of those that a table leaves out.
func moreRows(left int) document.Row { return document.Row{Name: fmt.Sprintf("… %d more", left)} }

// seriesOf is the number of a study, by which charts colour it; −1: none.
func seriesOf(d result.Data, studies []string) int {
	if len(studies) != 1 {
		return -1
	}
	return slices.IndexFunc(d.Studies, func(s result.Study) bool { return s.Name == studies[0] })
}

// whole returns a number of draws.
func whole(n result.Number) document.Cell {
	if !n.Defined() {
		return document.Text("–")
	}
	return document.Count(n)
}

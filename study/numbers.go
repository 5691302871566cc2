package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// FewNumbers returns the values of numeric labels, ascending, if they are at most [MostRatings] whole numbers;
// otherwise nil.
func (t *Table) FewNumbers() []float64 {
	if t.kind != Numeric {
		return nil
	}
	return fewNumbers(t.value)
}

// fewNumbers is [Table.FewNumbers] of numbers, in which each may occur once or more often.
func fewNumbers(all []float64) []float64 {
	var found []float64
	for _, y := range all {
		i, known := slices.BinarySearch(found, y)
		switch {
		case known:
		case y != math.Trunc(y) || len(found) == MostRatings:
			return nil
		default:
			found = slices.Insert(found, i, y)
		}
	}
	if len(found) < 2 {
		return nil
	}
	return found
}

// numbersWarning is the warning that whole numbers count as measurements.
func (d *Design) numbersWarning() []Warning {
	n := len(d.FewNumbers)
	if n == 0 {
		return nil
	}
	all := make([]string, n)
	for i, y := range d.FewNumbers {
		all[i] = strconv.FormatFloat(y, 'f', -1, 64)
	}
	w := Warning{Code: FewNumbers, Names: all, Fixes: []Fix{By("if only their order counts", "family")}}
	low, high := d.FewNumbers[0], d.FewNumbers[n-1]
	switch {
	case n == 2:
		w.Fixes = []Fix{By("as binary labels", "family")}
		w.Text = fmt.Sprintf("the labels are %s and %s only, and are taken as measurements with a normal distribution",
			all[0], all[1])
		return []Warning{w}
	case high-low == float64(n-1):
		w.Text = "whole numbers from " + all[0] + " to " + all[n-1]
	default:
		w.Text = "the whole numbers " + strings.Join(all, ", ")
	}
	w.Text = "the labels are " + w.Text +
		", and are taken as measurements with a normal distribution and equal steps"
	return []Warning{w}
}

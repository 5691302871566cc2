package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// fewNumbers returns the values of numeric labels, ascending, if they are whole numbers and few.
func (t *Table) fewNumbers() []float64 {
	if t.kind != Numeric {
		return nil
	}
	var found []float64
	for _, y := range t.value {
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

// numbersWarning is the warning that whole numbers are taken as measurements.
func (d *Design) numbersWarning() []Warning {
	n := len(d.FewNumbers)
	if n == 0 {
		return nil
	}
	number := func(y float64) string { return strconv.FormatFloat(y, 'f', -1, 64) }
	w := Warning{Code: FewNumbers, Count: n}
	if n == 2 {
		low, high := number(d.FewNumbers[0]), number(d.FewNumbers[1])
		w.Text = fmt.Sprintf("the labels are %s and %s only, and are taken as measurements with a normal distribution;"+
			" if they are codes of two answers, take them as binary: --positive %s, or --positive %s", low, high, high, low)
		return []Warning{w}
	}
	var which string
	if low, high := d.FewNumbers[0], d.FewNumbers[n-1]; high-low == float64(n-1) {
		which = "whole numbers from " + number(low) + " to " + number(high)
	} else {
		all := make([]string, n)
		for i, y := range d.FewNumbers {
			all[i] = number(y)
		}
		which = "the whole numbers " + strings.Join(all, ", ")
	}
	w.Text = fmt.Sprintf("the labels are %s, and are taken as measurements with a normal distribution, with equal steps from each to the next;"+
		" for ratings of which only the order counts: fit agreement --distance ordinal FILE", which)
	return []Warning{w}
}

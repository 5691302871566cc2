package layouts

import (
	"math"
	"slices"
	"strings"

	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/layout"
	"concord/study/read/internal/naming"
	"concord/study/read/internal/stream"
)

// total reports whether a column is the sum of all other columns of numbers that come again.
func total(first *stream.FirstRows, column int, x []float64) bool {
	sums, others := sums(first, column)
	return others > 1 && slices.Equal(sums, x)
}

// sums returns the sum of each row over the columns of recurring numbers, without one of them, and the number of these
// columns; −1 leaves out none.
func sums(first *stream.FirstRows, but int) (sums []float64, columns int) {
	sums = make([]float64, len(first.Cells))
	for i := range first.Header {
		values, rows := first.Distinct(i)
		y, ok := first.Numbers(i)
		if !ok || i == but || values == rows {
			continue
		}
		columns++
		for r := range sums {
			sums[r] += y[r]
		}
	}
	return sums, columns
}

// mayBeTotal reports whether, in each row, a column is about half of the sum of it and all others, so that it may be
// their total.
func mayBeTotal(sums, x []float64) bool {
	for r := range x {
		if scale := math.Abs(sums[r]) + math.Abs(x[r]); !(math.Abs(sums[r]-2*x[r]) <= 1e-6*scale) {
			return false
		}
	}
	return true
}

// calledCounts reports whether all names have a word for counts: n_yes, n_no; votes toxic, votes fine.
func calledCounts(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		words := strings.FieldsFunc(strings.ToLower(name), naming.Separates)
		return len(words) < 2 || !slices.ContainsFunc(words, func(w string) bool {
			return w != "tally" && naming.Among(weightNames, w)
		})
	})
}

// wholeFrom0 reports whether columns hold whole numbers from 0, and some row counts several.
func wholeFrom0(columns [][]float64) bool {
	most := 0.0
	for r := range columns[0] {
		sum := 0.0
		for _, column := range columns {
			if x := column[r]; !(x >= 0) || x != math.Trunc(x) {
				return false
			}
			sum += column[r]
		}
		most = max(most, sum)
	}
	return most > 1
}

// counts are columns of categories that hold how many labelers chose each; nil for none.
func counts(first *stream.FirstRows, wide []int) []string {
	var columns [][]float64
	var names []string
	sums, _ := sums(first, -1)
	for i, name := range first.Header {
		if wide != nil && !slices.Contains(wide, i) {
			continue
		}
		x, ok := first.Numbers(i)
		if values, rows := first.Distinct(i); wide == nil && values == rows { // an id
			continue
		}
		switch {
		case ok && (wide != nil || !mayBeTotal(sums, x) || !total(first, i, x)):
			columns, names = append(columns, x), append(names, name)
		case !ok && wide != nil:
			return nil
		}
	}
	if len(columns) < 2 || !layout.Counts(columns) && !(wide == nil && calledCounts(names) && wholeFrom0(columns)) {
		return nil
	}
	return names
}

// countsRefused is the error about such columns.
func countsRefused(first *stream.FirstRows, names []string) *study.Error {
	return faults.CategoryCounts.Faultf(
		"columns %v count the labels of each category: the more of one, the fewer of the others", names).
		FixedBy(study.To("as many labels of each category as the columns say", "counts",
			patterns(first, names)...).Without("wide"), naming.Wrong())
}

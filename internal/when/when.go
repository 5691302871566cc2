// Package when reads names of periods and moments: 2025-W10, 2025-03, 2025Q1, 3 March 2025.
package when

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Unit is the step between neighbouring times.
type Unit string

// Units of times. The unit of numbers and of numbered periods is the thing that they count.
const (
	Number  Unit = "number"
	Second  Unit = "second"
	Day     Unit = "day"
	Week    Unit = "week"
	Month   Unit = "month"
	Quarter Unit = "quarter"
	Half    Unit = "half-year"
	Year    Unit = "year"
)

// Times are texts read as times: their places on one axis, in steps of a unit.
type Times struct {
	At   []float64
	Unit Unit
}

// Order returns the indices of the times in their order.
func (t Times) Order() []int {
	order := make([]int, len(t.At))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.At[a], t.At[b]) })
	return order
}

// Gaps returns the shortest and the longest step from a time to the next, which times that are the same do not have.
func (t Times) Gaps() (shortest, longest float64) {
	order := t.Order()
	shortest = math.Inf(1)
	for k := range order[1:] {
		step := t.At[order[k+1]] - t.At[order[k]]
		shortest, longest = min(shortest, step), max(longest, step)
	}
	return shortest, longest
}

// Parse reads texts as times, if all of them are written in one way. Numbers count as times, and so does the name of a
// period followed by a number, such as "week 3". Dates whose day and month cannot be distinguished are no times.
func Parse(texts []string) (Times, bool) {
	if len(texts) == 0 {
		return Times{}, false
	}
	for _, w := range ways() {
		if at, ok := each(texts, w.read); ok {
			return Times{w.unit.roundTheYear(at), w.unit}, true
		}
	}
	if at, ok := each(texts, monthName); ok {
		return Times{roundTheYear(at, 12), Month}, true
	}
	for _, unit := range []Unit{Day, Second} { // with a time of day
		days, dayFirst := each(texts, DayFirst.reader(unit))
		months, monthFirst := each(texts, MonthFirst.reader(unit))
		switch {
		case dayFirst && (!monthFirst || slices.Equal(days, months)):
			return Times{days, unit}, true
		case monthFirst && !dayFirst:
			return Times{months, unit}, true
		}
	}
	return Times{}, false
}

// each reads all texts, if it can.
func each(texts []string, read func(string) (float64, bool)) ([]float64, bool) {
	at := make([]float64, len(texts))
	for i, text := range texts {
		x, ok := read(plain(text))
		if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, false
		}
		at[i] = x
	}
	return at, true
}

// plain is a text in lower case, with single spaces.
func plain(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// Odd returns the texts that keep the others from being times: at least half of them are times, in one way of writing,
// and these are not. It is nil if all are times, or if most are not. Dates are all odd if day and month cannot be
// distinguished.
func Odd(texts []string) []string {
	if _, ok := Parse(texts); ok {
		return nil
	}
	best := texts
	all := append(ways(), way{Month, monthName})
	for _, unit := range []Unit{Day, Second} {
		all = append(all, way{unit, DayFirst.reader(unit)}, way{unit, MonthFirst.reader(unit)})
	}
	for _, w := range all {
		odd := slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
			_, ok := each([]string{text}, w.read)
			return ok
		})
		if len(odd) == 0 { // only of dates in two ways of writing
			return texts
		}
		if len(odd) < len(best) {
			best = odd
		}
	}
	if 2*len(best) > len(texts) {
		return nil
	}
	return best
}

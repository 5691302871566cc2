package when

import (
	"slices"
	"strings"
	"time"
)

// monthName reads months without a year: March, Sept.
func monthName(text string) (float64, bool) {
	text = strings.TrimSuffix(text, ".")
	for m := time.January; m <= time.December; m++ {
		name := strings.ToLower(m.String())
		if text == name || text == name[:3] || text == "sept" && m == time.September {
			return float64(m), true
		}
	}
	return 0, false
}

// roundTheYear moves weeks without a year that go on into the next year, such as W51, W52, W01.
func (u Unit) roundTheYear(at []float64) []float64 {
	if last := slices.Max(at); u == Week && (last == 52 || last == 53) {
		return roundTheYear(at, last)
	}
	return at
}

// roundTheYear moves numbers of a year's parts to the next year if they go round its end: if the first part and the
// last are there, and one run of parts is missing between, all before it belong to the next year.
func roundTheYear(at []float64, last float64) []float64 {
	sorted := slices.Clone(at)
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	gaps, from := 0, 0.0
	for i := range sorted[1:] {
		if sorted[i+1] > sorted[i]+1 {
			gaps, from = gaps+1, sorted[i]
		}
	}
	if sorted[0] != 1 || sorted[len(sorted)-1] != last || gaps != 1 {
		return at
	}
	moved := slices.Clone(at)
	for i, x := range at {
		if x <= from {
			moved[i] += last
		}
	}
	return moved
}

package study

import (
	"iter"
	"math"
	"strconv"
	"strings"
)

// Categories of ordinal labels. Two are binary, and more than the most are measurements.
const (
	FewestOrdered = 3
	MostOrdered   = 50
)

// checkOrdered returns an error if the number of ordered categories is wrong.
func checkOrdered(categories []string) error {
	switch n := len(categories); {
	case n < FewestOrdered:
		return TooFewOrdered.Faultf("an order has at least %d categories, not %d",
			FewestOrdered, n)
	case n > MostOrdered:
		return TooManyOrdered.Faultf("an order has at most %d categories, not %d",
			MostOrdered, n)
	}
	return nil
}

// unused returns the ordered categories that no label of a study has.
func (t *Table) unused(of iter.Seq[labelBlock]) []string {
	if t.kind != Ordinal {
		return nil
	}
	used := make([]bool, len(t.categories))
	for b := range of {
		for _, y := range b.value {
			used[int(y)-1] = true
		}
	}
	var names []string
	for c, name := range t.categories {
		if !used[c] {
			names = append(names, name)
		}
	}
	return names
}

// scores returns the numbers that stand for ordered categories. Names that are numbers in another order than theirs are
// codes, between which no distance is known.
func scores(categories []string) []float64 {
	names, ranks := make([]float64, len(categories)), make([]float64, len(categories))
	ascend, descend := true, true
	for c, name := range categories {
		ranks[c] = float64(c + 1)
		y, ok := numberOf(name)
		if !ok {
			ascend, descend = false, false
		}
		names[c] = y
		if c > 0 {
			ascend, descend = ascend && y > names[c-1], descend && y < names[c-1]
		}
	}
	if ascend || descend {
		return names
	}
	return ranks
}

// numberOf returns the number that a name is; Go's own forms do not count.
func numberOf(name string) (y float64, ok bool) {
	if strings.ContainsAny(name, "xXpP_") {
		return 0, false
	}
	y, err := strconv.ParseFloat(strings.TrimSpace(name), 64)
	return y, err == nil && math.Abs(y) <= LargestLabel // not so of NaN and infinity
}

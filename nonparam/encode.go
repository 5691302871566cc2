package nonparam

import (
	"math"
	"slices"
)

// encode returns the distinct values in ascending order and for each value its index
// among them. It is linear where the values are whole numbers in a range that is not
// much longer than the data, as counts, scores and categories are.
func encode(value []float64) (distinct []float64, code []int32) {
	code = make([]int32, len(value))
	if low, span, ok := wholeRange(value); ok {
		place := make([]int32, span)
		for _, x := range value {
			place[int(x-low)] = 1
		}
		for k, occurs := range place {
			place[k] = int32(len(distinct))
			if occurs == 1 {
				distinct = append(distinct, low+float64(k))
			}
		}
		for n, x := range value {
			code[n] = place[int(x-low)]
		}
		return distinct, code
	}
	distinct = slices.Clone(value)
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	for n, x := range value {
		k, _ := slices.BinarySearch(distinct, x)
		code[n] = int32(k)
	}
	return distinct, code
}

// wholeRange reports whether all values are whole numbers low ≤ x < low+span and
// whether a table of that span is worth its memory.
func wholeRange(value []float64) (low float64, span int, ok bool) {
	if len(value) == 0 {
		return 0, 0, false
	}
	low, high := value[0], value[0]
	for _, x := range value {
		if x != math.Trunc(x) {
			return 0, 0, false
		}
		low, high = min(low, x), max(high, x)
	}
	if high-low >= float64(4*len(value)+1024) {
		return 0, 0, false
	}
	return low + 0, int(high-low) + 1, true
}

// sortCodes sorts the few codes of one item.
func sortCodes(c []int32) {
	if len(c) > 16 {
		slices.Sort(c)
		return
	}
	for i := 1; i < len(c); i++ {
		for j := i; j > 0 && c[j] < c[j-1]; j-- {
			c[j], c[j-1] = c[j-1], c[j]
		}
	}
}

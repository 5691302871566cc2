package posterior

import "math"

const (
	digitBits = 11
	digits    = (64 + digitBits - 1) / digitBits
	radix     = 1 << digitBits
)

// argsort returns the indices of x in ascending order of its values, equal values in the order of their indices. It is
// a least-significant-digit radix sort: every reported quantity needs the ranks of a few thousand draws, and sorting by
// comparisons takes several times as long. NaN is not allowed in x.
func argsort(x []float64, memory *arena) []int32 {
	n := len(x)
	keys, order := memory.keys.take(n), memory.orders.take(n)
	keys2, order2 := memory.keys.take(n), memory.orders.take(n)
	var counts [digits][radix]int32
	for i, v := range x {
		k := sortKey(v)
		keys[i], order[i] = k, int32(i)
		for d := range digits {
			counts[d][k>>(d*digitBits)%radix]++
		}
	}
	for d := range digits {
		count, shift := &counts[d], d*digitBits
		at := int32(0)
		for b, c := range count {
			count[b] = at
			at += c
		}
		for i, k := range keys {
			b := k >> shift % radix
			keys2[count[b]], order2[count[b]] = k, order[i]
			count[b]++
		}
		keys, keys2, order, order2 = keys2, keys, order2, order
	}
	return order
}

// sortKey maps numbers to integers of the same order; −0 and 0 are equal.
func sortKey(x float64) uint64 {
	b := math.Float64bits(x + 0)
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

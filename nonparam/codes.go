package nonparam

import (
	"math"
	"slices"
)

// encode returns the distinct values in ascending order and, for each value, its index among them, in linear time. If
// the values are whole numbers in a range not much longer than the data, as counts, scores and categories are, it uses
// a table. Otherwise it uses a radix sort.
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
	for _, n := range ascending(value) {
		if k := len(distinct); k == 0 || distinct[k-1] != value[n] {
			distinct = append(distinct, value[n]+0) // +0 makes negative zero zero
		}
		code[n] = int32(len(distinct) - 1)
	}
	return distinct, code
}

// ascending returns the order of finite values. It is a radix sort by bytes, from the lowest, on bits that compare as
// the values do.
func ascending(value []float64) []int32 {
	key, order := make([]uint64, len(value)), make([]int32, len(value))
	nextKey, nextOrder := make([]uint64, len(value)), make([]int32, len(value))
	for n, x := range value {
		b := math.Float64bits(x + 0)
		if b>>63 == 1 {
			b = ^b
		} else {
			b |= 1 << 63
		}
		key[n], order[n] = b, int32(n)
	}
	for shift := 0; shift < 64; shift += 8 {
		var start [257]int
		for _, b := range key {
			start[(b>>shift)&255+1]++
		}
		if len(key) == 0 || start[(key[0]>>shift)&255+1] == len(key) {
			continue // all have the same byte here
		}
		for k := 1; k < len(start); k++ {
			start[k] += start[k-1]
		}
		for n, b := range key {
			at := &start[(b>>shift)&255]
			nextKey[*at], nextOrder[*at] = b, order[n]
			*at++
		}
		key, nextKey, order, nextOrder = nextKey, key, nextOrder, order
	}
	return order
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

// categoriesOf returns the values themselves as codes if the scale is 0 … K−1 and has all values, as for binary and
// nominal labels.
func categoriesOf(value, scale []float64) (code []int32, ok bool) {
	for k, x := range scale {
		if x != float64(k) {
			return nil, false
		}
	}
	code = make([]int32, len(value))
	for n, x := range value {
		c := int32(x)
		if !(x >= 0 && x < float64(len(scale))) || float64(c) != x {
			return nil, false
		}
		code[n] = c
	}
	return code, len(scale) > 0
}

// placeIn returns the place of each value in a scale, both ascending, or a value that is
// not in it.
func placeIn(values, scale []float64) (move []int32, within bool) {
	move = make([]int32, len(values))
	k := 0
	for c, x := range values {
		for k < len(scale) && scale[k] < x {
			k++
		}
		if k == len(scale) || scale[k] != x {
			return nil, false
		}
		move[c] = int32(k)
	}
	return move, true
}

func recoded(code, move []int32) []int32 {
	to := make([]int32, len(code))
	for j, c := range code {
		to[j] = move[c]
	}
	return to
}

// sameCodes returns x and y with the union of their values.
func sameCodes(x, y *Ratings) (*Ratings, *Ratings) {
	same := len(x.values) == len(y.values)
	for k := 0; same && k < len(x.values); k++ {
		same = x.values[k] == y.values[k]
	}
	if same {
		return x, y
	}
	var union []float64
	moveX, moveY := make([]int32, len(x.values)), make([]int32, len(y.values))
	for i, j := 0, 0; i < len(x.values) || j < len(y.values); {
		next := math.Inf(1)
		if i < len(x.values) {
			next = x.values[i]
		}
		if j < len(y.values) {
			next = min(next, y.values[j])
		}
		if i < len(x.values) && x.values[i] == next {
			moveX[i] = int32(len(union))
			i++
		}
		if j < len(y.values) && y.values[j] == next {
			moveY[j] = int32(len(union))
			j++
		}
		union = append(union, next)
	}
	return x.moved(union, moveX), y.moved(union, moveY)
}

func (r *Ratings) moved(values []float64, move []int32) *Ratings {
	next := *r
	next.values = values
	next.cell.code = recoded(r.cell.code, move)
	return &next
}

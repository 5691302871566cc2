package study

import "math"

// Two is a way of taking two labels of each item.
type Two int

// The first two by the order of rows, and the two that are most alike or furthest apart.
const (
	FirstTwo Two = iota
	AlikeTwo
	ApartTwo
)

// TwoOfEach returns a table of two labels of each item of a study that has two or more, and how many items have fewer.
// A labeler's repeated label of an item does not count. The table is nil if no item has two.
func (t *Table) TwoOfEach(s int, which Two) (two *Table, fewer int) {
	t, _ = t.FirstLabels()
	c := t.indexed()
	of := make(map[int32][]int32)
	var order []int32 // items by their first rows
	for n := t.start[s]; n < t.start[s+1]; n++ {
		i := t.item[n]
		if of[i] == nil {
			order = append(order, i)
		}
		of[i] = append(of[i], int32(n))
	}
	var places []int32
	for _, i := range order {
		labels := of[i]
		if len(labels) < 2 {
			fewer++
			continue
		}
		a, b := labels[0], labels[1]
		if which != FirstTwo {
			a, b = t.extremePair(labels, which)
		}
		places = append(places, a, b)
	}
	if places == nil {
		return nil, fewer
	}
	c = c.Pick(places)
	c.Source.Repeated = 0
	return c.table(), fewer
}

// extremePair returns two of an item's labels that are most alike or furthest apart.
func (t *Table) extremePair(labels []int32, which Two) (a, b int32) {
	best := math.Inf(-1)
	for k, n := range labels {
		for _, m := range labels[:k] {
			d := math.Abs(t.value[n] - t.value[m])
			if t.kind == Nominal {
				d = indicator(t.value[n] != t.value[m])
			}
			if which == AlikeTwo {
				d = -d
			}
			if d > best {
				best, a, b = d, m, n
			}
		}
	}
	return a, b
}

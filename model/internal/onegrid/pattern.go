package onegrid

import (
	"math"
	"slices"
)

// pattern is the labels of all items that have the same labels: the same cells, in whatever order. Their likelihood is
// computed once, and once more for each label that the judge gave such items.
type pattern struct {
	cells []int32 // ascending; many are in the order of spread
	// shared is how many of the first cells the previous pattern has too, as far as their products are kept.
	shared  int
	answers []answer
	items   float64
	of      []int32 // which items they are
}

// answer is a label of the judge, negative if there is none, and how many items of a pattern have it.
type answer struct {
	category int32
	items    float64
}

// patterns returns the patterns of the labels in the order of their cells, so that many begin like the previous one.
func (l *Labels) patterns() []pattern {
	type item struct {
		cells []int32
		judge int32
		index int32
	}
	items := make([]item, len(l.Start)-1)
	for j := range items {
		cells := slices.Clone(l.Cell[l.Start[j]:l.Start[j+1]])
		slices.Sort(cells)
		items[j] = item{spread(cells), -1, int32(j)}
		if l.Judge != nil {
			items[j].judge = l.Judge[j]
		}
	}
	slices.SortFunc(items, func(a, b item) int {
		if order := slices.Compare(a.cells, b.cells); order != 0 {
			return order
		}
		return int(a.judge) - int(b.judge)
	})
	var all []pattern
	var before []int32
	for j, it := range items {
		if j == 0 || !slices.Equal(it.cells, before) {
			shared := 0
			for shared < min(len(before), len(it.cells), together) && before[shared] == it.cells[shared] {
				shared++
			}
			all = append(all, pattern{cells: it.cells, shared: shared})
			before = it.cells
		}
		p := &all[len(all)-1]
		p.items++
		p.of = append(p.of, it.index)
		if n := len(p.answers); n > 0 && p.answers[n-1].category == it.judge {
			p.answers[n-1].items++
			continue
		}
		p.answers = append(p.answers, answer{it.judge, 1})
	}
	return all
}

// spread returns many ascending cells in an order in which similar cells are far apart. It returns few cells unchanged.
// Otherwise the product of many probabilities of one category could vanish at the nodes where the product of all is
// greatest.
func spread(cells []int32) []int32 {
	n := len(cells)
	if n <= together {
		return cells
	}
	step := int(float64(n) / math.Phi)
	for gcd(step, n) > 1 {
		step++
	}
	out := make([]int32, n)
	for i := range out {
		out[i] = cells[i*step%n]
	}
	return out
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

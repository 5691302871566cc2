package family

import "slices"

// patterns groups the items of labels whose rows are studies. Items with equal numbers of labels in every study (and,
// for binary labels, of positive ones) have the same likelihood, or one of the same form.
type patterns struct {
	k      int
	counts []float64 // pattern × study: numbers of labels
	sums   []float64 // pattern × study: sums of labels, if they are part of the pattern
	items  []float64 // number of items of each pattern
	of     []int32   // pattern of each item
}

// size returns the number of patterns.
func (ps *patterns) size() int { return len(ps.items) }

// newPatterns groups the items, by their numbers of labels and by the
// sums of their labels too if bySum.
func newPatterns(l *Labels, bySum bool) *patterns {
	counts, sums := make([]float64, l.ItemCells()), make([]float64, l.ItemCells())
	for i, j := range l.Item {
		counts[j]++
		sums[j] += l.Value[i]
	}
	return groupedBy(l.Studies, counts, sums, bySum)
}

// groupedBy groups items by the numbers of their labels in each of k studies, and by sums too if bySum.
func groupedBy(k int, counts, sums []float64, bySum bool) *patterns {
	items := len(counts) / k
	p := &patterns{k: k, of: make([]int32, items)}
	order := make([]int, items)
	for j := range order {
		order[j] = j
	}
	compare := func(a, b int) int {
		if c := slices.Compare(counts[a*k:(a+1)*k], counts[b*k:(b+1)*k]); c != 0 || !bySum {
			return c
		}
		return slices.Compare(sums[a*k:(a+1)*k], sums[b*k:(b+1)*k])
	}
	slices.SortStableFunc(order, compare)
	for i, j := range order {
		if i == 0 || compare(order[i-1], j) != 0 {
			p.items = append(p.items, 0)
			p.counts = append(p.counts, counts[j*k:(j+1)*k]...)
			p.sums = append(p.sums, sums[j*k:(j+1)*k]...)
		}
		p.of[j] = int32(len(p.items) - 1)
		p.items[len(p.items)-1]++
	}
	return p
}

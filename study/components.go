package study

import "iter"

// components returns the number of connected components of the graph whose nodes are the
// items and labelers of a study and whose edges are its labels.
func components(of iter.Seq[labelBlock], items, people []int32, itemTally, labelerTally *tally) int {
	f := newForest(len(items) + len(people))
	for b := range of {
		for n, i := range b.item {
			f.join(itemTally.place[i], int32(len(items))+labelerTally.place[b.labeler[n]])
		}
	}
	return f.trees
}

// forest is disjoint sets by union by size and path halving (Tarjan and van Leeuwen 1984,
// Worst-case analysis of set union algorithms, Journal of the ACM 31).
type forest struct {
	parent, size []int32
	trees        int
}

func newForest(nodes int) *forest {
	f := &forest{parent: make([]int32, nodes), size: make([]int32, nodes), trees: nodes}
	for i := range f.parent {
		f.parent[i], f.size[i] = int32(i), 1
	}
	return f
}

func (sets *forest) root(i int32) int32 {
	for sets.parent[i] != i {
		sets.parent[i] = sets.parent[sets.parent[i]]
		i = sets.parent[i]
	}
	return i
}

func (sets *forest) join(a, b int32) {
	a, b = sets.root(a), sets.root(b)
	if a == b {
		return
	}
	if sets.size[a] < sets.size[b] {
		a, b = b, a
	}
	sets.parent[b] = a
	sets.size[a] += sets.size[b]
	sets.trees--
}

package study

import (
	"iter"

	"concord/internal/forest"
)

// components returns the number of connected components of the graph whose nodes are the
// items and labelers of a study and whose edges are its labels.
func components(of iter.Seq[labelBlock], items, people []int32, itemTally, labelerTally *tally) int {
	f := forest.New(len(items) + len(people))
	for b := range of {
		for n, i := range b.item {
			f.Join(itemTally.place[i], int32(len(items))+labelerTally.place[b.labeler[n]])
		}
	}
	return f.Trees
}

package labels

import (
	"math"
	"slices"

	"concord/study"
)

// manyCopied is the number of shared items on which the labels of two labelers must differ by more than a constant, if
// labelers have residuals. As both residuals tend to 0, the likelihood of n such items grows as the residual to the
// power 1 - n, and the prior of residuals falls as a power of it: there is no posterior. Agreement on fewer items is
// chance, and chains do not go there.
const manyCopied = 20

// mostLabelers is how many labelers of one item are compared. All pairs of more would take too long.
const mostLabelers = 50

// copied finds two labelers of a study whose labels differ by a constant, to leastNoise, on all items that both have.
// The two share at least manyCopied items.
func copied(v study.View, items, labelers int) (first, second int, ok bool) {
	var m study.Moments
	m.Add(v.Value())
	limit := leastNoise * m.SD()
	of, by := groupLabels(v.Item(), items), groupLabels(v.Labeler(), labelers)
	shared, least, most := make([]int, labelers), make([]float64, labelers), make([]float64, labelers)
	for first = range by {
		if len(by[first]) < manyCopied {
			continue
		}
		var others []int
		for _, n := range by[first] {
			same := of[v.Item()[n]]
			if len(same) > mostLabelers {
				continue
			}
			for _, o := range same {
				other, difference := int(v.Labeler()[o]), v.Value()[o]-v.Value()[n]
				switch {
				case other <= first:
					continue
				case shared[other] == 0:
					others = append(others, other)
					least[other], most[other] = difference, difference
				}
				shared[other]++
				least[other], most[other] = math.Min(least[other], difference), math.Max(most[other], difference)
			}
		}
		slices.Sort(others)
		for _, second = range others {
			if shared[second] >= manyCopied && most[second]-least[second] <= limit {
				return first, second, true
			}
			shared[second] = 0
		}
	}
	return 0, 0, false
}

// groupLabels returns the places of each id.
func groupLabels(ids []int32, limit int) [][]int32 {
	size := make([]int, limit)
	for _, id := range ids {
		size[id]++
	}
	places, all := make([][]int32, limit), make([]int32, 0, len(ids))
	for id, n := range size {
		places[id] = all[len(all) : len(all) : len(all)+n]
		all = all[:len(all)+n]
	}
	for n, id := range ids {
		places[id] = append(places[id], int32(n))
	}
	return places
}

package score

import (
	"math"
	"slices"
	"sort"

	"concord/model/spec"
)

// grouping puts each item into one of a few levels.
type grouping struct {
	name   string
	of     []int // level of each item
	levels int
	prior  spec.Prior // of the standard deviation of their effects; nil: the usual one
}

// cells groups the items of each system by a judge's label: items with the same label are alike before people see them.
// If labels have too many values, they are cut at quantiles into the number of bins of Rice's rule, 2n^(1/3) for n
// items with human labels (Terrell and Scott 1985). Items without a label of the judge are a group too.
func (l *Labels) cells(judge int) grouping {
	return l.binned(termName(judge), func(i Item) float64 { return i.Judge[judge] })
}

// weights groups the items of each system by their weight, in the same kind of bins as a judge's labels. So the model
// allows for items drawn by weights, as it does for items drawn by the judge's label (Gelman 2007, Statistical Science
// 22). If some items have no weight, or all have the same, ok is false.
func (l *Labels) weights() (g grouping, ok bool) {
	for _, i := range l.Items {
		if !(i.Weight > 0) {
			return g, false
		}
		ok = ok || i.Weight != l.Items[0].Weight
	}
	return l.binned(weightName, func(i Item) float64 { return i.Weight }), ok
}

// clusters groups the items of each system by cluster.
func (l *Labels) clusters() (g grouping, ok bool) {
	if !l.Clustered {
		return g, false
	}
	return l.within(clusterName, func(i Item) int { return i.Cluster })
}

const clusterName, weightName = "cluster", "weight"

// binned groups the items of each system by a number; NaN: the item has none.
func (l *Labels) binned(name string, of func(Item) float64) grouping {
	g := grouping{name: name, of: make([]int, len(l.Items))}
	for s := range l.Systems {
		var values []float64
		labelled := 0
		for _, i := range l.Items {
			if i.System != s {
				continue
			}
			if y := of(i); !math.IsNaN(y) {
				values = append(values, y)
			}
			if len(i.People) > 0 {
				labelled++
			}
		}
		upper := uppers(values, int(2*math.Cbrt(float64(labelled))))
		place := map[int]int{} // of levels that occur
		for n, i := range l.Items {
			if i.System != s {
				continue
			}
			bin := -1
			if y := of(i); !math.IsNaN(y) {
				bin = sort.SearchFloat64s(upper, y)
			}
			at, ok := place[bin]
			if !ok {
				at = g.levels
				place[bin] = at
				g.levels++
			}
			g.of[n] = at
		}
	}
	return g
}

// uppers returns the largest value of each bin: each value has a bin if there are few; otherwise the bins have about
// equal numbers of values.
func uppers(values []float64, bins int) []float64 {
	slices.Sort(values)
	distinct := slices.Compact(slices.Clone(values))
	if len(distinct) <= max(2, bins) {
		return distinct
	}
	var all []float64
	for b := range bins {
		y := values[(b+1)*len(values)/bins-1]
		if len(all) == 0 || y > all[len(all)-1] {
			all = append(all, y)
		}
	}
	return all
}

// systems groups the items by system. Few systems say little of how far systems lie apart, so a standard deviation that
// is learnt would draw their scores to each other. The prior hardly moves them from their labels: it is the prior of a
// mean, with the scale 2.5 of [spec.Priors].
func (l *Labels) systems() grouping {
	g := grouping{name: "system", of: make([]int, len(l.Items)), levels: len(l.Systems),
		prior: spec.Normal{Location: 2.5, Scale: 0.25}}
	for n, i := range l.Items {
		g.of[n] = i.System
	}
	return g
}

// strata groups the items of each system by stratum. ok is false if there is one stratum.
func (l *Labels) strata() (g grouping, ok bool) {
	return l.within("stratum", func(i Item) int { return i.Stratum })
}

// within groups the items of each system by a number of each. ok is false if all have the same.
func (l *Labels) within(name string, of func(Item) int) (g grouping, ok bool) {
	g = grouping{name: name, of: make([]int, len(l.Items))}
	place := map[[2]int]int{}
	for n, i := range l.Items {
		key := [2]int{i.System, of(i)}
		at, seen := place[key]
		if !seen {
			at = g.levels
			place[key] = at
			g.levels++
		}
		ok = ok || of(i) != of(l.Items[0])
		g.of[n] = at
	}
	return g, ok
}

// profiles numbers the combinations of levels that items have.
func profiles(of []grouping, items int) (profile []int, levels [][]int) {
	profile = make([]int, items)
	place := map[string]int{}
	var key []byte
	for n := range profile {
		key = key[:0]
		for _, g := range of {
			key = append(key, byte(g.of[n]), byte(g.of[n]>>8), byte(g.of[n]>>16), byte(g.of[n]>>24))
		}
		at, seen := place[string(key)]
		if !seen {
			at = len(levels)
			place[string(key)] = at
			row := make([]int, len(of))
			for k, g := range of {
				row[k] = g.of[n]
			}
			levels = append(levels, row)
		}
		profile[n] = at
	}
	return profile, levels
}

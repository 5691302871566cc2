package nonparam

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"concord/study"
)

// population is the items, or the clusters of items, and raters of some sources. It says which sources each is in, so
// that a resample of several studies keeps their overlap.
type population struct {
	items, raters strata
	itemAt        map[int32]int32 // the place of each item, or cluster, in the population
	raterAt       [][]int32       // by source: the place of each rater
}

// strata are the members of a population by the set of sources that have them: each
// keeps its size in a resample.
type strata struct {
	size   int
	groups [][]int32
}

func newPopulation(sources []source, ne nest) population {
	itemIDs, raterIDs := make([][]int32, len(sources)), make([][]int32, len(sources))
	for s, r := range sources {
		itemIDs[s], raterIDs[s] = ne.ofAll(r.items), r.raters
	}
	p := population{itemAt: map[int32]int32{}}
	var at [][]int32
	p.items, at = newStrata(itemIDs, func(int, int) bool { return true })
	p.raters, p.raterAt = newStrata(raterIDs, func(a, b int) bool {
		return sources[a].table != nil && sources[a].table == sources[b].table
	})
	for s, ids := range itemIDs {
		for i, id := range ids {
			p.itemAt[id] = at[s][i]
		}
	}
	return p
}

// placement is where the items of a field, and the raters of each of its sources, are in a population.
type placement struct {
	item  []int32
	rater [2][]int32
}

func (p population) placement(f *field, sources []source, ne nest) placement {
	pl := placement{item: make([]int32, len(f.items))}
	for i, id := range f.items {
		pl.item[i] = p.itemAt[ne.of(id)]
	}
	for s, r := range f.sources {
		at := slices.IndexFunc(sources, func(of source) bool { return of.number == r.number })
		pl.rater[s] = p.raterAt[at]
	}
	return pl
}

// newStrata unites ids, which mean the same member where two sources are of one space.
func newStrata(ids [][]int32, oneSpace func(a, b int) bool) (strata, [][]int32) {
	var place []map[int32]int32 // by source; shared within a space
	at := make([][]int32, len(ids))
	var in []uint64
	for s, own := range ids {
		place = append(place, make(map[int32]int32, len(own)))
		for earlier := range s {
			if oneSpace(earlier, s) {
				place[s] = place[earlier]
				break
			}
		}
		at[s] = make([]int32, len(own))
		for i, id := range own {
			p, known := place[s][id]
			if !known {
				p = int32(len(in))
				place[s][id] = p
				in = append(in, 0)
			}
			in[p] |= 1 << s
			at[s][i] = p
		}
	}
	st := strata{size: len(in)}
	group := map[uint64]int{}
	for p, set := range in {
		g, known := group[set]
		if !known {
			g = len(st.groups)
			group[set] = g
			st.groups = append(st.groups, nil)
		}
		st.groups[g] = append(st.groups[g], int32(p))
	}
	return st, at
}

// draw sets how often each member occurs in a resample with replacement.
func (st strata) draw(weight []float64, random *rand.PCG) {
	clear(weight)
	for _, members := range st.groups {
		n := uint32(len(members))
		for range members {
			weight[members[below(n, random)]]++
		}
	}
}

// below returns a number 0 ≤ x < n, unbiased (Lemire 2019).
func below(n uint32, random *rand.PCG) uint32 {
	product := (random.Uint64() >> 32) * uint64(n)
	if low := uint32(product); low < n {
		for reject := -n % n; low < reject; low = uint32(product) {
			product = (random.Uint64() >> 32) * uint64(n)
		}
	}
	return uint32(product >> 32)
}

// delete sets the weights for all members but those of group g; members are dealt into groups in turn.
func (st strata) delete(weight []float64, g, groups int) {
	n := 0
	for _, members := range st.groups {
		for _, m := range members {
			weight[m] = 1
			if n%groups == g {
				weight[m] = 0
			}
			n++
		}
	}
}

// ClustersOf returns the cluster of each item of a table, for [Options.Clusters]: the level of a factor in which items
// are nested, such as the patient of a lesion. The case of its name does not matter. The error is a
// [*study.NameError] if there is no such factor, and a [*ClusterError] if an item has labels of two levels.
func ClustersOf(t *study.Table, factor string) ([]int32, error) {
	if k := slices.IndexFunc(t.Factors(), func(f string) bool { return strings.EqualFold(f, factor) }); k >= 0 {
		factor = t.Factors()[k]
	}
	levels, ok := t.Levels(factor)
	if !ok {
		return nil, &study.NameError{Kind: "factor", Name: factor, Names: t.Factors()}
	}
	of := slices.Repeat([]int32{-1}, len(t.Items()))
	for s := range t.Studies() {
		v := t.StudyAt(s)
		level, _ := v.Factor(factor)
		for n, item := range v.Item() {
			switch of[item] {
			case -1:
				of[item] = level[n]
			case level[n]:
			default:
				return nil, &ClusterError{t.Items()[item], [2]string{levels[of[item]], levels[level[n]]}}
			}
		}
	}
	return of, nil
}

// nestIn finds the clusters of the items of a table if they are named.
func (o *Options) nestIn(t *study.Table) (err error) {
	if o.Cluster != "" {
		o.Clusters, err = ClustersOf(t, o.Cluster)
	}
	return err
}

// ClusterError says that an item is in two clusters.
type ClusterError struct {
	Item     string
	Clusters [2]string
}

// Error names the item and its clusters.
func (e *ClusterError) Error() string {
	return fmt.Sprintf("nonparam: item %q is in the clusters %q and %q", e.Item, e.Clusters[0], e.Clusters[1])
}

// nest is the clusters of items: the smallest number of an item in the cluster of each item. Clusters of one item each
// have the numbers of their items, so that everything is as without clusters. It is nil if items are in none.
type nest []int32

// nested returns the clusters of the items of some sources, or an error about them.
func nested(clusters []int32, sources []*Ratings) (nest, error) {
	if clusters == nil {
		return nil, nil
	}
	for _, r := range sources {
		if n := len(r.items); n > 0 && int(r.items[n-1]) >= len(clusters) {
			return nil, fmt.Errorf("nonparam: there are clusters of %d items, but an item %d", len(clusters),
				r.items[n-1]+1)
		}
	}
	first := make(map[int32]int32)
	of := make(nest, len(clusters))
	for i, c := range clusters {
		if _, known := first[c]; !known {
			first[c] = int32(i)
		}
		of[i] = first[c]
	}
	return of, nil
}

// of returns the cluster of an item.
func (ne nest) of(item int32) int32 {
	if ne == nil {
		return item
	}
	return ne[item]
}

// ofAll returns the clusters of items, one for each.
func (ne nest) ofAll(items []int32) []int32 {
	if ne == nil {
		return items
	}
	clusters := make([]int32, len(items))
	for k, i := range items {
		clusters[k] = ne[i]
	}
	return clusters
}

// count returns the number of clusters of the items that all sources have; 0 if items are in none.
func (ne nest) count(sources []source) int {
	if ne == nil {
		return 0
	}
	have := make([]int, len(ne))
	for _, r := range sources {
		for _, i := range r.items {
			have[i]++
		}
	}
	n, seen := 0, make([]bool, len(ne))
	for i, k := range have {
		if k == len(sources) && !seen[ne[i]] {
			seen[ne[i]] = true
			n++
		}
	}
	return n
}

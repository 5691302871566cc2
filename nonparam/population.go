package nonparam

import (
	"math/rand/v2"

	"concord/study"
)

// population is the items, or the clusters of items, and raters of some sources. It says which sources each is in, so
// that a resample of several studies keeps their overlap.
type population struct {
	items, raters strata
	itemAt        [][]int32 // by source: the place of each item in the population
	raterAt       [][]int32 // by source: the place of each rater
}

// strata are the members of a population by the set of sources that have them: each
// keeps its size in a resample.
type strata struct {
	size   int
	groups [][]int32
}

func newPopulation(sources []*Ratings, ne nest) population {
	itemIDs, raterIDs := make([][]int32, len(sources)), make([][]int32, len(sources))
	spaces := make([]*study.Table, len(sources))
	for s, r := range sources {
		itemIDs[s], raterIDs[s], spaces[s] = ne.ofAll(r.items), r.raters, r.table
	}
	p := population{}
	p.items, p.itemAt = newStrata(itemIDs, func(int, int) bool { return true })
	p.raters, p.raterAt = newStrata(raterIDs, func(a, b int) bool { return spaces[a] != nil && spaces[a] == spaces[b] })
	return p
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

// spread copies weights of the population to the members of one source.
func spread(to, weight []float64, at []int32) {
	for i, p := range at {
		to[i] = weight[p]
	}
}

package nonparam

import (
	"cmp"
	"math"
	"slices"
)

// key names an item, a rater, or the ratings of an item by a rater, in all studies. What is
// not meant is -1.
type key struct {
	item  int32
	rater int64
}

// groupRater is the rater of a key that stands for a group of clusters.
const groupRater = -2

func (ky key) compare(l key) int {
	if c := cmp.Compare(ky.item, l.item); c != 0 {
		return c
	}
	return cmp.Compare(ky.rater, l.rater)
}

// raterKeys returns the key of each rater of a source: labelers of one name in a table are
// one person, raters of two matrices are others.
func (r *Ratings) raterKeys(number int) []int64 {
	keys := make([]int64, len(r.raters))
	for k, id := range r.raters {
		keys[k] = int64(id)
		if r.table == nil {
			keys[k] += int64(number+1) << 32
		}
	}
	return keys
}

// member is a rating, or a whole item, of a side.
type member struct {
	side        int32
	item, place int32
}

// clusters are sets of ratings that are deleted together, ascending by key.
type clusters struct {
	key    []key
	begin  []int
	member []member
}

func (cl *clusters) end(k key) {
	cl.key = append(cl.key, k)
	cl.begin = append(cl.begin, len(cl.member))
}

// part is a coefficient of one source or two of which clusters are deleted.
type part struct {
	tallied
	sources []*Ratings
	number  []int // of the sources among all
}

// clusters returns the items, the raters, and the ratings of an item by a rater, that the
// coefficient depends on; of raters none where a source does not name them.
func (pt part) clusters() (items, raters, both clusters) {
	t := pt.tally()
	items.begin, raters.begin, both.begin = []int{0}, []int{0}, []int{0}
	var keys [2][]int64
	named := true
	for side, r := range pt.sources {
		keys[side] = r.raterKeys(pt.number[side])
		named = named && r.rater != nil
	}
	type labelled struct {
		rater int64
		member
	}
	var own []labelled
	var at [2]int
	for {
		next, any := int32(math.MaxInt32), false
		for side, r := range pt.sources {
			if at[side] < len(r.items) {
				next, any = min(next, r.items[at[side]]), true
			}
		}
		if !any {
			break
		}
		own = own[:0]
		for side, r := range pt.sources {
			i := at[side]
			if i >= len(r.items) || r.items[i] != next {
				continue
			}
			at[side]++
			if !t.uses(side, int32(i)) {
				continue
			}
			items.member = append(items.member, member{int32(side), int32(i), wholeItem})
			if !named {
				continue
			}
			for place := range r.first[i+1] - r.first[i] {
				from := keys[side][r.rater[r.first[i]+place]]
				own = append(own, labelled{from, member{int32(side), int32(i), int32(place)}})
			}
		}
		if len(items.member) > items.begin[len(items.begin)-1] {
			items.end(key{next, -1})
		}
		slices.SortStableFunc(own, func(a, b labelled) int { return cmp.Compare(a.rater, b.rater) })
		for n, l := range own {
			both.member = append(both.member, l.member)
			if n+1 == len(own) || own[n+1].rater != l.rater {
				both.end(key{next, l.rater})
			}
		}
	}
	return items, both.byRater(), both
}

// byRater unites the clusters of each rater.
func (cl clusters) byRater() clusters {
	number, keys := map[int64]int{}, []int64{}
	for _, k := range cl.key {
		if _, known := number[k.rater]; !known {
			number[k.rater] = 0
			keys = append(keys, k.rater)
		}
	}
	slices.Sort(keys)
	for n, k := range keys {
		number[k] = n
	}
	of := make([]int32, len(cl.key))
	r := clusters{begin: make([]int, len(keys)+1), member: make([]member, len(cl.member))}
	for n, k := range cl.key {
		of[n] = int32(number[k.rater])
		r.begin[of[n]+1] += cl.begin[n+1] - cl.begin[n]
	}
	for n, k := range keys {
		r.key = append(r.key, key{-1, k})
		r.begin[n+1] += r.begin[n]
	}
	next := slices.Clone(r.begin)
	for n := range cl.key {
		next[of[n]] += copy(r.member[next[of[n]]:], cl.member[cl.begin[n]:cl.begin[n+1]])
	}
	return r
}

// dealt returns the clusters dealt at random into some groups, each a cluster of its own.
// The same cluster comes into the same group whatever else there is.
func (cl clusters) dealt(groups int) clusters {
	of, count := make([]int32, len(cl.key)), make([]int, groups+1)
	for n, k := range cl.key {
		of[n] = int32(k.hash() % uint64(groups))
		count[of[n]+1] += cl.begin[n+1] - cl.begin[n]
	}
	g := clusters{begin: count, member: make([]member, len(cl.member))}
	for k := range groups {
		g.key = append(g.key, key{int32(k), groupRater})
		count[k+1] += count[k]
	}
	next := slices.Clone(count)
	for n := range cl.key {
		next[of[n]] += copy(g.member[next[of[n]]:], cl.member[cl.begin[n]:cl.begin[n+1]])
	}
	return g
}

// hash mixes the bits of a key (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
func (ky key) hash() uint64 {
	x := uint64(uint32(ky.item))*0x9e3779b97f4a7c15 + uint64(ky.rater)*0xd1342543de82ef95
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

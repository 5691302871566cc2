package nonparam

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// key names an item, a rater, or the ratings of an item by a rater, in all studies. A field that does not apply is −1.
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

// member is a rating, or a whole item, of a side: its place among all of the side, and the side in the highest bit.
// There is one for each rating of a file, in each way of deleting them.
type member uint32

const otherSide = 1 << 31

func memberOf(side, at int) member { return member(at) | member(side)<<31 }

func (mb member) side() int { return int(mb >> 31) }
func (mb member) at() int   { return int(mb &^ otherSide) }

// clusters are sets of ratings that are deleted together, ascending by key.
type clusters struct {
	key    []key
	begin  []int
	member []member
	first  [2][]int // of each side: where the ratings of an item begin; nil: members are whole items
}

// each calls visit with the members of cluster n: side, item, and the place of a rating among those of the item.
func (cl clusters) each(n int, visit func(side int, item, place int32)) {
	var item [2]int // the last one: members mostly follow one another
	for _, m := range cl.member[cl.begin[n]:cl.begin[n+1]] {
		side, at := m.side(), m.at()
		first := cl.first[side]
		if first == nil {
			visit(side, int32(at), wholeItem)
			continue
		}
		if i := item[side]; at < first[i] || at >= first[i+1] {
			from := 0
			if at >= first[i] {
				from = i + 1
			}
			next, found := slices.BinarySearch(first[from:], at)
			if !found {
				next-- // it is the last item that begins before it
			}
			item[side] = from + next
		}
		visit(side, int32(item[side]), int32(at-first[item[side]]))
	}
}

func (cl *clusters) end(k key) {
	cl.key = append(cl.key, k)
	cl.begin = append(cl.begin, len(cl.member))
}

// part is a coefficient of one source or two, from which clusters are deleted.
type part struct {
	tallied
	sources []*Ratings
	number  []int // of the sources among all
	nest    nest  // the clusters of items, which are deleted as items are; nil: each item is its own
}

// labelled is a rating with the key of its rater.
type labelled struct {
	rater int64
	member
}

// walk calls visit with each item that the coefficient depends on, ascending: with the item as a whole and, if all
// sources name raters, with its ratings, ascending by rater. The arguments are valid until visit returns.
func (pt part) walk(visit func(item int32, whole []member, ratings []labelled)) {
	t := pt.tally()
	var keys [2][]int64
	named := true
	for side, r := range pt.sources {
		keys[side] = r.raterKeys(pt.number[side])
		named = named && r.rater != nil
	}
	var whole []member
	var ratings []labelled
	var at [2]int
	for {
		next, any := int32(math.MaxInt32), false
		for side, r := range pt.sources {
			if at[side] < len(r.items) {
				next, any = min(next, r.items[at[side]]), true
			}
		}
		if !any {
			return
		}
		whole, ratings = whole[:0], ratings[:0]
		for side, r := range pt.sources {
			i := at[side]
			if i >= len(r.items) || r.items[i] != next {
				continue
			}
			at[side]++
			if !t.uses(side, int32(i)) {
				continue
			}
			whole = append(whole, memberOf(side, i))
			if !named {
				continue
			}
			for at := r.first[i]; at < r.first[i+1]; at++ {
				ratings = append(ratings, labelled{keys[side][r.rater[at]], memberOf(side, at)})
			}
		}
		slices.SortStableFunc(ratings, func(a, b labelled) int { return cmp.Compare(a.rater, b.rater) })
		if len(whole) > 0 {
			visit(next, whole, ratings)
		}
	}
}

// extent is how many clusters and members there are, counted before room is made for them.
type extent struct {
	items, wholes int
	raters        map[int64]int // ratings of each
	both, ratings int
	groups        []int // ratings in each group that ratings of an item by a rater may be dealt into
}

// extent counts clusters and members, in total and in groups.
func (pt part) extent(groups int) extent {
	ex := extent{raters: map[int64]int{}, groups: make([]int, groups)}
	known := map[key]bool{} // of clusters of items
	isNew := func(k key) bool {
		if pt.nest == nil { // which comes once
			return true
		}
		was := known[k]
		known[k] = true
		return !was
	}
	pt.walk(func(item int32, whole []member, ratings []labelled) {
		item = pt.nest.of(item)
		if isNew(key{item, -1}) {
			ex.items++
		}
		ex.wholes += len(whole)
		ex.ratings += len(ratings)
		for n, l := range ratings {
			ex.raters[l.rater]++
			ex.groups[key{item, l.rater}.group(groups)]++
			if (n == 0 || ratings[n-1].rater != l.rater) && isNew(key{item, l.rater}) {
				ex.both++
			}
		}
	})
	return ex
}

// clusters returns the items, the raters, and the ratings of an item by a rater, that the coefficient depends on, of
// the extent counted; there are no raters if a source does not name them. If dealt, the ratings are in their groups, as
// from [clusters.dealt], and never were separate clusters, which would be as many as ratings.
func (pt part) clusters(ex extent, dealt bool) (items, raters, both clusters) {
	items = newClusters(ex.items, ex.wholes)
	raters = clusters{begin: make([]int, 1, len(ex.raters)+1), member: make([]member, ex.ratings)}
	for side, r := range pt.sources {
		raters.first[side] = r.first
	}
	for _, k := range slices.Sorted(maps.Keys(ex.raters)) {
		raters.key = append(raters.key, key{-1, k})
		raters.begin = append(raters.begin, raters.begin[len(raters.begin)-1]+ex.raters[k])
	}
	next := make(map[int64]int, len(ex.raters)) // place of the next rating of each rater
	for n, k := range raters.key {
		next[k.rater] = raters.begin[n]
	}
	var inGroup []int
	if dealt {
		both = ofGroups(ex.groups)
		inGroup = slices.Clone(both.begin)
	} else {
		both = newClusters(ex.both, ex.ratings)
	}
	both.first = raters.first
	pt.walk(func(item int32, whole []member, ratings []labelled) {
		items.member = append(items.member, whole...)
		items.end(key{item, -1})
		for n, l := range ratings {
			raters.member[next[l.rater]] = l.member
			next[l.rater]++
			own := key{pt.nest.of(item), l.rater}
			if dealt {
				at := &inGroup[own.group(len(ex.groups))]
				both.member[*at] = l.member
				*at++
				continue
			}
			both.member = append(both.member, l.member)
			if n+1 == len(ratings) || ratings[n+1].rater != l.rater {
				both.end(key{item, l.rater})
			}
		}
	})
	items = items.nested(pt.nest)
	if !dealt {
		both = both.nested(pt.nest)
	}
	return items, raters, both
}

// newClusters returns clusters with room for a number of clusters and members.
func newClusters(keys, members int) clusters {
	return clusters{key: make([]key, 0, keys), begin: make([]int, 1, keys+1), member: make([]member, 0, members)}
}

// ofGroups returns groups with room for the given number of members each.
func ofGroups(count []int) clusters {
	g := newClusters(len(count), 0)
	members := 0
	for n, c := range count {
		members += c
		g.key = append(g.key, key{int32(n), groupRater})
		g.begin = append(g.begin, members)
	}
	g.member = make([]member, members)
	return g
}

// dealt returns the clusters dealt at random into groups; each group is one cluster. A cluster is always dealt into the
// same group, whatever other clusters there are.
func (cl clusters) dealt(groups int) clusters {
	count := make([]int, groups)
	for n, k := range cl.key {
		count[k.group(groups)] += cl.begin[n+1] - cl.begin[n]
	}
	g := ofGroups(count)
	g.first = cl.first
	next := slices.Clone(g.begin)
	for n, k := range cl.key {
		at := &next[k.group(groups)]
		*at += copy(g.member[*at:], cl.member[cl.begin[n]:cl.begin[n+1]])
	}
	return g
}

// group returns into which of some groups a cluster is dealt.
func (ky key) group(groups int) int { return int(ky.hash() % uint64(groups)) }

// hash mixes the bits of a key (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
func (ky key) hash() uint64 {
	x := uint64(uint32(ky.item))*0x9e3779b97f4a7c15 + uint64(ky.rater)*0xd1342543de82ef95
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

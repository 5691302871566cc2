package nonparam

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"concord/internal/abandon"
)

// key names a cluster of items, a rater, or the ratings of a cluster by a rater, in all studies. A field that does not
// apply is −1.
type key struct {
	item  int32
	rater int64
}

// groupRater is the rater of a key that stands for a group of clusters.
const groupRater = -2

func (ky key) compare(l key) int {
	return cmp.Or(cmp.Compare(ky.item, l.item), cmp.Compare(ky.rater, l.rater))
}

// group deals a cluster into one of some groups, independently of other clusters. It mixes the bits of the key with the
// finaliser of SplitMix64 (Steele, Lea and Flood 2014).
func (ky key) group(groups int) int {
	x := uint64(uint32(ky.item))*0x9e3779b97f4a7c15 + uint64(ky.rater)*0xd1342543de82ef95
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return int((x ^ x>>31) % uint64(groups))
}

// raterKeys returns the key of each rater: labelers of one name in a table are one person, raters of two matrices are
// others.
func (s source) raterKeys() []int64 {
	keys := make([]int64, len(s.raters))
	for k, id := range s.raters {
		keys[k] = int64(id)
		if s.table == nil {
			keys[k] += int64(s.number+1) << 32
		}
	}
	return keys
}

// member is a rating: its item, and its place among the ratings of the item, with the source in the highest bit.
type member struct {
	item int32
	at   uint32
}

func (m member) side() int    { return int(m.at >> 31) }
func (m member) place() int32 { return int32(m.at &^ (1 << 31)) }

// clusters are the items that a coefficient uses and their ratings, in the groups that are deleted together.
type clusters struct {
	item  []int32 // in the order of their clusters
	items runs
	// rating are the ratings of these items, in the order of their clusters and raters; none if a source names no
	// rater.
	rating []member
	both   runs
	raters deletion
}

// runs are clusters, ascending by key; each is a run of members.
type runs struct {
	key   []key
	begin []int32
}

func (rs *runs) end(k key, members int) {
	rs.key, rs.begin = append(rs.key, k), append(rs.begin, int32(members))
}

// newClusters walks through the items and ratings once.
func (e *engine) newClusters() *clusters {
	cl := new(clusters)
	cl.items.begin, cl.both.begin = []int32{0}, []int32{0}
	for i, uses := range e.uses {
		if uses {
			cl.item = append(cl.item, int32(i))
		}
	}
	of := func(item int32) int32 { return e.nest.of(e.items[item]) }
	if e.nest != nil {
		slices.SortStableFunc(cl.item, func(a, b int32) int { return cmp.Compare(of(a), of(b)) })
	}
	named, keys := true, make([][]int64, len(e.sources))
	for s, r := range e.sources {
		keys[s] = r.raterKeys()
		named = named && r.rater != nil
	}
	type labelled struct {
		rater int64
		member
	}
	var own []labelled
	for n, item := range cl.item {
		for s, r := range e.sources {
			at := e.at[s][item]
			for t := r.first[at]; named && t < r.first[at+1]; t++ {
				own = append(own, labelled{keys[s][r.rater[t]], member{item, uint32(t-r.first[at]) | uint32(s)<<31}})
			}
		}
		cluster := of(item)
		if n+1 < len(cl.item) && of(cl.item[n+1]) == cluster {
			continue
		}
		cl.items.end(key{cluster, -1}, n+1)
		slices.SortStableFunc(own, func(a, b labelled) int { return cmp.Compare(a.rater, b.rater) })
		for k, l := range own {
			cl.rating = append(cl.rating, l.member)
			if k+1 == len(own) || own[k+1].rater != l.rater {
				cl.both.end(key{cluster, l.rater}, len(cl.rating))
			}
		}
		own = own[:0]
	}
	cl.raters = cl.both.byRater()
	return cl
}

// deletion is the runs that are deleted together, in turn.
type deletion struct {
	key   []key
	begin []int32
	run   []int32 // nil: each run by itself
}

// of returns the runs that are deleted together with number n.
func (d deletion) of(n int) []int32 {
	if d.run == nil {
		return []int32{int32(n)}
	}
	return d.run[d.begin[n]:d.begin[n+1]]
}

// together returns a deletion for each of some keys, of the runs that belong to it.
func together(keys []key, runs int, of func(run int) int) deletion {
	d := deletion{keys, make([]int32, len(keys)+1), make([]int32, runs)}
	for run := range runs {
		d.begin[of(run)+1]++
	}
	for n := range keys {
		d.begin[n+1] += d.begin[n]
	}
	next := slices.Clone(d.begin)
	for run := range runs {
		at := &next[of(run)]
		d.run[*at] = int32(run)
		*at++
	}
	return d
}

// byRater returns the deletion of each rater.
func (rs runs) byRater() deletion {
	number := map[int64]int{}
	for _, k := range rs.key {
		number[k.rater] = 0
	}
	var keys []key
	for n, r := range slices.Sorted(maps.Keys(number)) {
		keys = append(keys, key{-1, r})
		number[r] = n
	}
	return together(keys, len(rs.key), func(run int) int { return number[rs.key[run].rater] })
}

// dealt returns the deletion of random groups of runs.
func dealt(of func(run int) key, runs int) deletion {
	groups := make([]key, deletionGroups)
	for n := range groups {
		groups[n] = key{int32(n), groupRater}
	}
	return together(groups, runs, func(run int) int { return of(run).group(deletionGroups) })
}

// series is a coefficient without each of some clusters, ascending by key.
type series struct {
	key   []key
	value []float64 // NaN: undefined
	why   reason    // of the first undefined one
}

// deleted is a coefficient without one item, one rater, or one item's ratings by one rater, for each of them that it
// depends on.
type deleted struct {
	value             float64 // of all
	item, rater, both series
}

// coarse says which clusters are deleted in groups.
type coarse struct{ item, rater, both bool }

func (co coarse) or(d coarse) coarse {
	return coarse{co.item || d.item, co.rater || d.rater, co.both || d.both}
}

const (
	// mostDeleting is how many operations the deletions of one kind may take one by one.
	mostDeleting = 3e8
	// mostDeleted is how many clusters of one kind are deleted one by one: beyond, they would take more memory than
	// the labels.
	mostDeleted = 2_000_000
	// deletionGroups is the number of groups beyond that. The variance of a jackknife over
	// K random groups has a relative error of √(2/K), here 6 %.
	deletionGroups = 512
)

// prepare finds the clusters, once, and returns which deletions are too many to be made one by one.
func (e *engine) prepare() coarse {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.keep(); e.clusters == nil {
		e.clusters = e.newClusters()
	}
	cl, cost := e.clusters, e.cost() // sums over all values and the rows of the items
	beyond := func(keys, members int) bool {
		work := float64(keys)*cost + float64(members)*cost/4
		return keys > deletionGroups && (work > mostDeleting || keys > mostDeleted)
	}
	return coarse{beyond(len(cl.items.key), len(cl.item)*len(e.sources)),
		beyond(len(cl.raters.key), len(cl.rating)), beyond(len(cl.both.key), len(cl.rating))}
}

// withoutEach returns the coefficient under all deletions.
func (e *engine) withoutEach(ctx context.Context, workers int, c coarse) (deleted, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if d, known := e.deleted[c]; known {
		return d, nil
	}
	var d deleted
	d.value, _ = e.state().weighed(weighting{})
	cl := e.clusters
	whole := func(st *state, runs []int32) (float64, reason) {
		st.whole = st.whole[:0]
		for _, run := range runs {
			st.whole = append(st.whole, cl.item[cl.items.begin[run]:cl.items.begin[run+1]]...)
		}
		return st.without(st.whole, nil)
	}
	single := func(st *state, runs []int32) (float64, reason) {
		st.gone = st.gone[:0]
		for _, run := range runs {
			st.gone = append(st.gone, cl.rating[cl.both.begin[run]:cl.both.begin[run+1]]...)
		}
		byItem := func(a, b member) int { return cmp.Compare(a.item, b.item) }
		if !slices.IsSortedFunc(st.gone, byItem) {
			slices.SortStableFunc(st.gone, byItem)
		}
		return st.without(nil, st.gone)
	}
	items, raters, both := deletion{key: cl.items.key}, cl.raters, deletion{key: cl.both.key}
	if c.item {
		items = dealt(func(run int) key { return cl.items.key[run] }, len(cl.items.key))
	}
	if c.rater {
		raters = dealt(func(run int) key { return key{-1, cl.both.key[run].rater} }, len(cl.both.key))
	}
	if c.both {
		both = dealt(func(run int) key { return cl.both.key[run] }, len(cl.both.key))
	}
	d.item = e.series(ctx, workers, items, whole)
	d.rater, d.both = e.series(ctx, workers, raters, single), e.series(ctx, workers, both, single)
	if ctx.Err() == nil {
		e.deleted[c] = d
	}
	return d, ctx.Err()
}

// series deletes clusters in turn.
func (e *engine) series(
	ctx context.Context, workers int, of deletion, without func(st *state, runs []int32) (float64, reason),
) series {
	v := series{key: of.key, value: make([]float64, len(of.key))}
	whys := make([]reason, len(of.key))
	const block = 256
	blocks := (len(of.key) + block - 1) / block
	_ = abandon.Each(ctx, max(1, min(workers, blocks/4)), blocks, func() func(b int) error { // callers look at ctx
		st := e.state()
		return func(b int) error {
			for n := b * block; n < min((b+1)*block, len(of.key)); n++ {
				v.value[n], whys[n] = without(st, of.of(n))
			}
			return nil
		}
	})
	for n, why := range whys {
		if why != "" {
			v.value[n] = math.NaN()
			v.why = cmp.Or(v.why, why)
		}
	}
	return v
}

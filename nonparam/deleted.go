package nonparam

import (
	"context"
	"maps"
	"math"
	"sync"
	"sync/atomic"
)

// deleted is a coefficient without one item, one rater, or one item's ratings by one rater,
// for each of them that it depends on.
type deleted struct {
	value             float64 // of all
	item, rater, both series
}

// series is the coefficient without each of some clusters, ascending by key.
type series struct {
	key   []key
	value []float64 // NaN: undefined
	why   reason    // of the first undefined one
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

// jackknife computes coefficients under deletions.
type jackknife struct {
	workers int
	nest    nest
	// kept are the deletions of parts that several coefficients have, by name.
	kept map[string]*keptPart
}

// newJackknife returns a jackknife with nothing kept.
func (iv intervals) newJackknife() *jackknife {
	return &jackknife{workers: iv.workers, nest: iv.nest, kept: map[string]*keptPart{}}
}

// forget drops the parts of some names.
func (j *jackknife) forget(which func(name string) bool) {
	maps.DeleteFunc(j.kept, func(name string, _ *keptPart) bool { return which(name) })
}

// keptPart is a part with its deletions one by one or in groups.
type keptPart struct {
	prepared
	by map[coarse]deleted
}

// of returns a statistic under deletions of sources, which are numbered among all, or the reason why there is none.
func (j *jackknife) of(ctx context.Context, s statistic, sources []*Ratings, number []int) (deleted, reason, error) {
	c, why := compose(s, sources, number)
	if why != "" {
		return deleted{}, why, nil
	}
	parts := make([]*keptPart, len(c.parts))
	var most coarse
	for n, p := range c.parts {
		if parts[n] = j.kept[p.name]; parts[n] == nil || p.name == "" {
			p.nest = j.nest
			parts[n] = &keptPart{prepared: prepare(p.part), by: map[coarse]deleted{}}
			if p.name != "" {
				j.kept[p.name] = parts[n]
			}
		}
		most = most.or(parts[n].coarse)
	}
	all := make([]deleted, len(parts))
	for n, p := range parts {
		var known bool
		if all[n], known = p.by[most]; known {
			continue
		}
		var err error
		if all[n], why, err = j.deleted(ctx, p.prepared, most); why != "" || err != nil {
			return deleted{}, why, err
		}
		p.by[most] = all[n]
	}
	if len(all) == 1 {
		return all[0], "", nil
	}
	d, why := combined(all, c.of)
	return d, why, nil
}

// prepared is a part with its clusters. If single ratings of an item by a rater are deleted in groups, both has the
// groups.
type prepared struct {
	part
	item, rater, both clusters
	coarse            coarse
}

func prepare(p part) prepared {
	q := prepared{part: p}
	ex := p.extent(deletionGroups)
	// A deletion costs the sums over all values and the rows of the items.
	cost := p.tally().cost()
	beyond := func(keys, members int) bool {
		work := float64(keys)*cost + float64(members)*cost/4
		return keys > deletionGroups && (work > mostDeleting || keys > mostDeleted)
	}
	q.coarse = coarse{beyond(ex.items, ex.wholes), beyond(len(ex.raters), ex.ratings), beyond(ex.both, ex.ratings)}
	q.item, q.rater, q.both = p.clusters(ex, q.coarse.both)
	return q
}

// deleted returns the coefficient under all deletions.
func (j jackknife) deleted(ctx context.Context, p prepared, c coarse) (deleted, reason, error) {
	var d deleted
	var why reason
	if d.value, why = checked(p.tally().value()); why != "" {
		return d, why, ctx.Err()
	}
	of := func(c clusters, coarse bool) series {
		if coarse {
			c = c.dealt(deletionGroups)
		}
		return j.series(ctx, p.tallied, c)
	}
	d.item, d.rater, d.both = of(p.item, c.item), of(p.rater, c.rater), of(p.both, c.both && !p.coarse.both)
	return d, "", ctx.Err()
}

// series deletes clusters in turn.
func (j jackknife) series(ctx context.Context, s tallied, c clusters) series {
	v := series{key: c.key, value: make([]float64, len(c.key))}
	whys := make([]reason, len(c.key))
	const block = 256
	blocks := (len(c.key) + block - 1) / block
	var next atomic.Int64
	work := func() {
		t := s.tally()
		for b := int(next.Add(1)) - 1; b < blocks && ctx.Err() == nil; b = int(next.Add(1)) - 1 {
			for n := b * block; n < min((b+1)*block, len(c.key)); n++ {
				c.each(n, t.drop)
				v.value[n], whys[n] = t.value()
				t.restore()
			}
		}
	}
	if workers := min(j.workers, blocks/4); workers > 1 {
		var group sync.WaitGroup
		for range workers {
			group.Go(work)
		}
		group.Wait()
	} else {
		work()
	}
	for n, why := range whys {
		if why != "" {
			v.value[n] = math.NaN()
			if v.why == "" {
				v.why = why
			}
		}
	}
	return v
}

// combined returns a function of coefficients under the deletions of all of them.
func combined(parts []deleted, f func([]float64) (float64, reason)) (deleted, reason) {
	values := make([]float64, len(parts))
	var d deleted
	for p, part := range parts {
		values[p] = part.value
	}
	var why reason
	if d.value, why = checked(f(values)); why != "" {
		return d, why
	}
	of := func(which func(*deleted) *series) series {
		s := make([]*series, len(parts))
		for p := range parts {
			s[p] = which(&parts[p])
		}
		return combinedSeries(parts, s, f)
	}
	d.item = of(func(d *deleted) *series { return &d.item })
	d.rater = of(func(d *deleted) *series { return &d.rater })
	d.both = of(func(d *deleted) *series { return &d.both })
	return d, ""
}

// combinedSeries merges series by key. A part that does not depend on a cluster keeps its
// value without it.
func combinedSeries(parts []deleted, s []*series, f func([]float64) (float64, reason)) series {
	var all series
	values, at := make([]float64, len(s)), make([]int, len(s))
	for {
		var next key
		found := false
		for p := range s {
			if at[p] < len(s[p].key) {
				if k := s[p].key[at[p]]; !found || k.compare(next) < 0 {
					next, found = k, true
				}
			}
		}
		if !found {
			return all
		}
		var why reason
		for p := range s {
			values[p] = parts[p].value
			if at[p] < len(s[p].key) && s[p].key[at[p]] == next {
				if values[p] = s[p].value[at[p]]; math.IsNaN(values[p]) && why == "" {
					why = s[p].why
				}
				at[p]++
			}
		}
		v := math.NaN()
		if why == "" {
			v, why = checked(f(values))
		}
		if why != "" {
			v = math.NaN()
			if all.why == "" {
				all.why = why
			}
		}
		all.key, all.value = append(all.key, next), append(all.value, v)
	}
}

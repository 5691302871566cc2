package nonparam

import (
	"context"
	"maps"
	"sync"
)

// clone returns a copy of a jackknife, which then keeps results separately.
func (j *jackknife) clone() *jackknife {
	c := &jackknife{workers: j.workers, nest: j.nest, kept: make(map[string]*keptPart, len(j.kept))}
	for name, p := range j.kept {
		c.kept[name] = &keptPart{prepared: p.prepared, by: maps.Clone(p.by)}
	}
	return c
}

// team finds results that are many on several goroutines.
type team struct {
	done *results
	// work returns results 0 … n−1.
	work func(j *jackknife, i int) ([]Outcome, error)

	mutex   sync.Mutex
	found   map[int][]Outcome
	added   int // so many are done, from the first on
	until   int // one that failed, or n
	err     error
	pending []int // to be found, in this order
}

// together adds n results to done, in their order, until one fails, and returns its error. The first ones are computed
// before all others, so that the jackknife keeps the same results of them for any number of goroutines. If intervals
// are not by a jackknife, each uses all workers.
func (iv intervals) together(
	ctx context.Context, j *jackknife, n int, first func(i int) bool, done *results,
	work func(j *jackknife, i int) ([]Outcome, error),
) error {
	tm := team{done: done, work: work, found: map[int][]Outcome{}, until: n}
	var others []int
	for i := range n {
		if iv.jackknife && !first(i) {
			others = append(others, i)
		} else {
			tm.pending = append(tm.pending, i)
		}
	}
	tm.take(ctx, j)
	tm.pending = others
	var group sync.WaitGroup
	for range min(iv.workers, len(others)) - 1 {
		c := j.clone()
		group.Go(func() { tm.take(ctx, c) })
	}
	tm.take(ctx, j)
	group.Wait()
	return tm.err
}

// take finds one result after another.
func (tm *team) take(ctx context.Context, j *jackknife) {
	for {
		i, ok := tm.next()
		if !ok {
			return
		}
		err := ctx.Err()
		var outcomes []Outcome
		if err == nil {
			outcomes, err = tm.work(j, i)
		}
		tm.add(i, outcomes, err)
	}
}

func (tm *team) next() (i int, ok bool) {
	tm.mutex.Lock()
	defer tm.mutex.Unlock()
	if len(tm.pending) == 0 || tm.pending[0] >= tm.until {
		return 0, false
	}
	i, tm.pending = tm.pending[0], tm.pending[1:]
	return i, true
}

func (tm *team) add(i int, outcomes []Outcome, err error) {
	tm.mutex.Lock()
	defer tm.mutex.Unlock()
	if err != nil {
		if i < tm.until {
			tm.until, tm.err = i, err
		}
		return
	}
	tm.found[i] = outcomes
	for ; tm.added < tm.until; tm.added++ {
		next, ok := tm.found[tm.added]
		if !ok {
			return
		}
		delete(tm.found, tm.added)
		for _, o := range next {
			tm.done.add(o)
		}
	}
}

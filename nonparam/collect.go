package nonparam

import (
	"context"
	"slices"
	"sync"

	"concord/internal/abandon"
)

// results are those that a computation has so far.
type results struct {
	mutex sync.Mutex
	list  []Result
}

func (r *results) add(next Result) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.list = append(r.list, next)
}

// soFar returns a copy, which a computation that goes on does not change.
func (r *results) soFar() []Result {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.Clone(r.list)
}

// collect returns the results of compute. It returns what there is as soon as ctx ends,
// also in the middle of a pass over millions of ratings.
func collect(ctx context.Context, compute func(done *results) error) ([]Result, error) {
	done := new(results)
	_, err := abandon.Do(ctx, func() (struct{}, error) { return struct{}{}, compute(done) })
	return done.soFar(), err
}

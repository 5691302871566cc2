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
	list  []Outcome
}

func (rs *results) add(next Outcome) {
	rs.mutex.Lock()
	defer rs.mutex.Unlock()
	rs.list = append(rs.list, next)
}

// soFar returns a copy, which a computation that goes on does not change.
func (rs *results) soFar() []Outcome {
	rs.mutex.Lock()
	defer rs.mutex.Unlock()
	return slices.Clone(rs.list)
}

// collect returns the results of compute. As soon as ctx ends it returns the finished results, even in the middle of a
// pass over millions of ratings.
func collect(ctx context.Context, compute func(done *results) error) ([]Outcome, error) {
	done := new(results)
	_, err := abandon.Do(ctx, func() (struct{}, error) { return struct{}{}, compute(done) })
	if err == nil {
		return done.list, nil // it is at its end, so that nobody adds to them
	}
	return done.soFar(), err
}

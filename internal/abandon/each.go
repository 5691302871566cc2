package abandon

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Each does n things, numbered from 0, by so many workers at once; 0 workers: as many as there are cores. A worker is a
// function that belongs to one goroutine. Each ends early if one returns an error, or if ctx ends, and returns that
// error.
func Each(ctx context.Context, workers, n int, worker func() func(i int) error) error {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	all, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			do := worker()
			for i := int(next.Add(1)) - 1; i < n && all.Err() == nil; i = int(next.Add(1)) - 1 {
				if err := do(i); err != nil {
					stop(err)
				}
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	return context.Cause(all)
}

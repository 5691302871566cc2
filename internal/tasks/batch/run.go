package batch

import (
	"context"
	"runtime"
	"sync"
	"time"

	"concord/study"
)

// Options say how to run tasks.
type Options struct {
	Seed  uint64 // of the run; each task has its own, see [Task.Seed]
	Cores int    // to use; 0 is all
}

// Job is a task in work.
type Job struct {
	Task
	Labels *study.Table
	Seed   uint64
	Cores  int // that the task may use
}

// Outcome is the outcome of a task: a value, or the reason why there is none.
type Outcome[T any] struct {
	Index   int // of the task
	Task    Task
	Seed    uint64
	Value   T
	Err     error
	Elapsed time.Duration
}

// Run does work on every task, on several at once. It hands over each outcome as soon as it is there, one at a time, in
// any order. A task whose work fails is an outcome with an error, and the others go on. If ctx ends, tasks that are in
// work have no outcome, no other begins, and the error is ctx's.
func Run[T any](
	ctx context.Context, tasks []Task, o Options, work func(context.Context, Job) (T, error), done func(Outcome[T]),
) error {
	cores := o.Cores
	if cores <= 0 {
		cores = runtime.GOMAXPROCS(0)
	}
	workers := max(1, min(cores, len(tasks)))
	var lock sync.Mutex // of next, and of done
	next := 0
	take := func() int {
		lock.Lock()
		defer lock.Unlock()
		next++
		return next - 1
	}
	var all sync.WaitGroup
	for w := range workers {
		each := cores / workers
		if w < cores%workers {
			each++
		}
		all.Go(func() {
			for i := take(); i < len(tasks) && ctx.Err() == nil; i = take() {
				outcome := do(ctx, i, tasks[i], o.Seed, each, work)
				if ctx.Err() != nil {
					return
				}
				lock.Lock()
				done(outcome)
				lock.Unlock()
			}
		})
	}
	all.Wait()
	return ctx.Err()
}

func do[T any](
	ctx context.Context, i int, t Task, seed uint64, cores int, work func(context.Context, Job) (T, error),
) Outcome[T] {
	began := time.Now()
	out := Outcome[T]{Index: i, Task: t, Seed: t.Seed(seed)}
	out.Value, out.Err = work(ctx, Job{Task: t, Labels: t.Table(), Seed: out.Seed, Cores: cores})
	out.Elapsed = time.Since(began)
	return out
}

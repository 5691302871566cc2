package pipeline

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"concord/internal/advice"
	"concord/internal/tasks"
	"concord/internal/tasks/batch"
	"concord/study"
)

func init() {
	register.DoFn3x1[context.Context, int, func(int, []byte), error](&readShard{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int), error](&fitTask{})
	register.Emitter2[int, []byte]()
	register.Emitter1[int]()
	register.Iter1[[]byte]()
	beam.RegisterType(reflect.TypeFor[readShard]())
	beam.RegisterType(reflect.TypeFor[fitTask]())
}

// Build puts the steps of a run whose plan is in the folder dir behind one another: shards are read, their labels
// grouped by task, each task is fitted and kept.
func Build(p *beam.Pipeline, plan *Plan, dir string) {
	s := p.Root()
	shards := make([]int, plan.Shards.Len())
	for k := range shards {
		shards[k] = k
	}
	each := beam.Reshuffle(s.Scope("Shards"), beam.CreateList(s.Scope("Shards"), shards))
	parts := beam.ParDo(s.Scope("Read"), &readShard{Dir: dir}, each)
	beam.ParDo(s.Scope("Fit"), &fitTask{Dir: dir}, beam.GroupByKey(s.Scope("Group"), parts))
}

// readShard reads the labels of a shard, with the task of each.
type readShard struct {
	Dir string

	worker *worker
}

// Setup reads the plan.
func (r *readShard) Setup() (err error) {
	r.worker, err = newWorker(r.Dir)
	return err
}

// ProcessElement reads shard k.
func (r *readShard) ProcessElement(ctx context.Context, k int, emit func(int, []byte)) error {
	tables, err := r.worker.Shards.Read(ctx, r.worker.Path, k)
	if err != nil {
		return fmt.Errorf("%s", advice.Of(err))
	}
	for c, t := range tables {
		if t == nil {
			continue
		}
		parts := []study.Part{{Table: func() *study.Table { return t }}}
		if len(r.worker.By) > 0 {
			if parts, err = t.Split(r.worker.By...); err != nil {
				return err
			}
		}
		for _, part := range parts {
			places := r.worker.at[placeOf(c, part.Levels)]
			if len(places) == 0 {
				continue
			}
			labels := encodePart(k, part.Table())
			for _, i := range places {
				emit(i, labels)
			}
		}
	}
	return nil
}

// fitTask fits tasks and keeps them. A runner may hand tasks over one after the other, and several of a bundle are in
// work at once all the same.
type fitTask struct {
	Dir string

	worker *worker
	bundle *bundle
	cores  chan struct{} // has a place for each task that is in work
}

// bundle is tasks that a runner takes as done or not done together.
type bundle struct {
	work sync.WaitGroup
	lock sync.Mutex
	done []int
	err  error // the first one
}

// Setup reads the plan.
func (f *fitTask) Setup() (err error) {
	f.cores = make(chan struct{}, runtime.GOMAXPROCS(0))
	f.worker, err = newWorker(f.Dir)
	return err
}

// StartBundle begins a bundle.
func (f *fitTask) StartBundle(context.Context, func(int)) error {
	f.bundle = &bundle{}
	return nil
}

// ProcessElement has a task fitted from its labels in all shards. It waits for a free core, so that not more tasks
// than there are cores are in memory.
func (f *fitTask) ProcessElement(ctx context.Context, task int, parts func(*[]byte) bool, emit func(int)) error {
	if f.bundle.failed() != nil {
		return f.bundle.failed()
	}
	var all [][]byte
	for b := []byte(nil); parts(&b); b = nil {
		all = append(all, b)
	}
	f.cores <- struct{}{}
	f.bundle.work.Go(func() {
		err := f.worker.fit(ctx, task, all)
		<-f.cores
		f.bundle.add(task, err)
	})
	return nil
}

// FinishBundle waits for the tasks of the bundle. Those that are kept stay so if another failed.
func (f *fitTask) FinishBundle(_ context.Context, emit func(int)) error {
	f.bundle.work.Wait()
	if f.bundle.err != nil {
		return f.bundle.err
	}
	slices.Sort(f.bundle.done)
	for _, i := range f.bundle.done {
		emit(i)
	}
	return nil
}

func (b *bundle) failed() error {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.err
}

func (b *bundle) add(task int, err error) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if err != nil && b.err == nil {
		b.err = err
	}
	if err == nil {
		b.done = append(b.done, task)
	}
}

// fit fits a task and keeps it, unless it is kept: a bundle that was done in part is begun again as a whole.
func (w *worker) fit(ctx context.Context, i int, parts [][]byte) error {
	task := w.Tasks[i]
	if _, kept, err := w.folder.Get(task.Key); kept || err != nil {
		return err
	}
	labels, err := w.labels(task, parts)
	if err != nil {
		return fmt.Errorf("task %s: %w", task.Key, err)
	}
	spec, err := w.settings.Spec()
	if err != nil {
		return err
	}
	labels = batch.OwnKind(labels, spec, w.levels(task.Column))
	job := batch.Job{Task: batch.Task{Key: task.Key, Spec: spec, Table: func() *study.Table { return labels }},
		Labels: labels, Cores: 1}
	job.Seed = job.Task.Seed(w.settings.Seed())
	began := time.Now()
	fitted, err := w.fitting.Fit(ctx, job)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if fitted.Result != nil {
		advice.WithCommands(fitted.Result)
	}
	return w.folder.Put(task.Key, tasks.Outcome(job.Task, job.Seed, fitted, err), time.Since(began))
}

// levels are the values of each column by which the labels of a column are cut.
func (w *worker) levels(column int) [][]string {
	var tasks [][]string
	for _, t := range w.Tasks {
		if t.Column == column {
			tasks = append(tasks, t.Levels)
		}
	}
	return batch.Levels(tasks)
}

// labels puts the labels of a task together, which come in any order of the shards.
func (w *worker) labels(task Task, parts [][]byte) (*study.Table, error) {
	type part struct {
		shard int
		table *study.Table
	}
	column := w.Columns[task.Column]
	var all []part
	for _, b := range parts {
		k, t, err := decodePart(b, column)
		if err != nil {
			return nil, err
		}
		all = append(all, part{k, t})
	}
	slices.SortFunc(all, func(a, b part) int { return a.shard - b.shard })
	tables := make([]*study.Table, len(all))
	for i, p := range all {
		tables[i] = p.table
	}
	t, err := study.Join(tables, column.Studies, column.Source)
	if err != nil {
		return nil, err
	}
	if len(column.Items) > 0 {
		if t, err = t.ItemsBy(column.Items...); err != nil {
			return nil, err
		}
	}
	if task.Category >= 0 {
		t = t.OwnCategories()
		t = t.Against(slices.Index(t.Tags(), column.Categories[task.Category]))
	}
	return t, nil
}

package main

import (
	"strings"

	"concord/batch"
	"concord/model"
	"concord/study"
	"concord/study/read"
)

// read reads the labels: where they are one column, cut by the values of others, as few bytes each, of which a task's
// become a table when its turn comes.
func (run *severalRun) read(path string) ([]*study.Table, model.Spec, error) {
	f, s := run.flags, run.streams
	if !f.packs() {
		return f.read(path, s)
	}
	return f.loaded(path, s, func(o read.Options) ([]*study.Table, error) {
		ctx, stop := interruptible()
		defer stop()
		defer startNotice(s.news(f.result.quiet), "Reading "+fileName(path)).end()
		sparing(path)
		var err error
		if path == read.StandardInput {
			run.packed, err = read.Cut(ctx, s.in, "standard input", f.cut.by, o)
		} else {
			run.packed, err = read.FileCut(ctx, path, f.cut.by, o)
		}
		if err != nil {
			return nil, whileReading(err)
		}
		return []*study.Table{run.packed.Head()}, nil
	})
}

// packs reports whether labels can be packed: those of one column in one grouping, all of them, of items that are a
// column's.
func (f *fitFlags) packs() bool {
	inp := &f.input
	return len(f.cut.by) > 0 && severalLabels(inp.label) == nil && !strings.ContainsAny(inp.study, ",*") &&
		len(inp.itemColumns()) == 1 && len(inp.exclude.GetSlice()) == 0 &&
		strings.EqualFold(inp.duplicates, study.DuplicatesError.String())
}

// cutInto returns the tasks that the labels are cut into.
func (run *severalRun) cutInto(cuts batch.Cuts, spec model.Spec, tables []*study.Table) ([]batch.Task, error) {
	if run.packed != nil {
		return cuts.TasksOf(spec, run.packed)
	}
	return cuts.Tasks(spec, tables...)
}

package main

import (
	"context"
	"io"
	"strings"

	"concord/internal/tasks/batch"
	"concord/model"
	"concord/study"
	"concord/study/read"
)

// read reads the labels. If they are one column that the values of other columns cut, it packs them into few bytes
// each, and a task's labels become a table when its turn comes.
func (run *severalRun) read(path string) ([]*study.Table, model.Spec, error) {
	f, s := run.flags, run.streams
	if !f.packs() {
		return f.read(path, s)
	}
	return f.loaded(path, s, func(o read.Options) ([]*study.Table, error) {
		var err error
		run.packed, err = reading(f.input.files.firstOf(path), s.in, s.news(f.result.quiet),
			func(ctx context.Context, path string) (*study.Cutting, error) {
				return read.FileCut(ctx, path, f.cut.by, o)
			},
			func(ctx context.Context, in io.Reader, name string) (*study.Cutting, error) {
				return read.Cut(ctx, in, name, f.cut.by, o)
			})
		if err != nil {
			return nil, err
		}
		return []*study.Table{run.packed.Head()}, nil
	})
}

// packs reports whether labels can be packed: all labels of one column, in one grouping, with one column of items.
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

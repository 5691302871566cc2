package main

import (
	"context"
	"io"
	"strings"

	"concord/internal/option"
	"concord/internal/tasks/batch"
	"concord/model"
	"concord/study"
	"concord/study/read"
)

// read reads the labels. If they are one column that the values of other columns cut, it packs them into few bytes
// each, and a task's labels become a table when its turn comes.
func (run *severalRun) read() ([]*study.Table, model.Spec, error) {
	f := run.work
	if !f.packs() {
		return f.read()
	}
	return f.loaded(func(o read.Options) ([]*study.Table, error) {
		var err error
		run.packed, err = reading(f,
			func(ctx context.Context, path string) (*study.Cutting, error) {
				return read.FileCut(ctx, path, option.By.In(f), o)
			},
			func(ctx context.Context, in io.Reader, name string) (*study.Cutting, error) {
				return read.Cut(ctx, in, name, option.By.In(f), o)
			})
		if err != nil {
			return nil, err
		}
		return []*study.Table{run.packed.Head()}, nil
	})
}

// packs reports whether labels can be packed: all labels of one column, in one grouping, with one column of items.
func (f *work) packs() bool {
	inp := f
	return len(option.By.In(f)) > 0 && option.SeveralLabels(inp) == nil && !strings.ContainsAny(option.Study.In(inp),
		",*") &&
		len(option.ItemColumns(inp)) == 1 && len(option.ExcludeLabelers.In(inp)) == 0 &&
		strings.EqualFold(option.Duplicates.In(inp), study.DuplicatesError.String())
}

// cutInto returns the tasks that the labels are cut into.
func (run *severalRun) cutInto(cuts batch.Cuts, spec model.Spec, tables []*study.Table) ([]batch.Task, error) {
	if run.packed != nil {
		return cuts.TasksOf(spec, run.packed)
	}
	return cuts.Tasks(spec, tables...)
}

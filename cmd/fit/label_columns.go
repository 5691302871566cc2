package main

import (
	"context"
	"io"

	"concord/internal/quoting"
	"concord/internal/result"
	"concord/model"
	"concord/nonparam"
	"concord/report"
	"concord/study"
	"concord/study/read"
)

// severalLabels returns the columns that --label names if they are several: a list, or
// all that hold 0 and 1.
func severalLabels(label string) []string {
	if names := quoting.Names(label); label == read.AllColumns || len(names) > 1 {
		return names
	}
	return nil
}

// readTables reads the file, a table for each label column and grouping. For one of each it does the same as
// [inputFlags.read].
func (inp *inputFlags) readTables(path string, in io.Reader, o read.Options, news io.Writer) ([]*study.Table, error) {
	labels := severalLabels(inp.label)
	if labels == nil && !inp.groupings {
		t, err := inp.read(path, in, o, news)
		return []*study.Table{t}, err
	}
	if labels != nil {
		o.Label = ""
	}
	tables, err := reading(inp.files.firstOf(path), in, news,
		func(ctx context.Context, path string) ([]*study.Table, error) {
			if labels == nil {
				return read.FileGroupings(ctx, path, o)
			}
			return read.FileColumns(ctx, path, labels, o)
		},
		func(ctx context.Context, in io.Reader, name string) ([]*study.Table, error) {
			if labels == nil {
				return read.Groupings(ctx, in, name, o)
			}
			return read.Columns(ctx, in, name, labels, o)
		})
	if err != nil {
		return nil, err
	}
	sayRecognised(tables[0], news)
	for i, t := range tables {
		if tables[i], err = inp.combined(t); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

// columns reports several label columns or groupings of one file, a table each, or the tasks into which they are cut.
func (af *agreementFlags) columns(path string, tables []*study.Table, s streams, o nonparam.Options) error {
	tasks, data, err := af.cut.whole(fileName(path), tables, model.Spec{Labelers: model.NoLabelers}, false)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if o.Coefficients == nil {
		o.Coefficients = []nonparam.Coefficient{nonparam.AlphaName, nonparam.CrossKappaName,
			nonparam.NormalizedCrossKappaName}
	}
	computing := startNotice(s.news(af.result.quiet), "Computing coefficients and their intervals")
	columns, err := result.NewLabelColumns(ctx, data, tasks, o)
	computing.end()
	if err != nil {
		return err
	}
	return af.result.print(s.out, columns, report.LabelColumns(columns), moreFull, moreExplain)
}

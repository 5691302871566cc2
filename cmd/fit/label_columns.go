package main

import (
	"context"
	"io"

	"concord/internal/option"
	"concord/internal/result"
	"concord/model"
	"concord/nonparam"
	"concord/report"
	"concord/study"
	"concord/study/read"
)

// readTables reads the file, a table for each label column and grouping. For one of each it does the same as
// [inputFlags.read].
func (inp *work) readTables(path string, in io.Reader, o read.Options, news io.Writer) ([]*study.Table, error) {
	labels := option.SeveralLabels(inp)
	if labels == nil && !inp.groupings() {
		t, err := inp.readOne(path, in, o, news)
		return []*study.Table{t}, err
	}
	if labels != nil {
		o.Label = ""
	}
	tables, err := reading(inp.firstOf(path), in, news,
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

// agreementOfColumns reports several label columns or groupings of one file, a table each, or the tasks into which
// they are cut.
func (af *work) agreementOfColumns(path string, tables []*study.Table, s streams, o nonparam.Options) error {
	tasks, data, err := af.whole(fileName(path), tables, model.Spec{Labelers: model.NoLabelers}, false)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if o.Coefficients == nil {
		o.Coefficients = []nonparam.Coefficient{nonparam.AlphaName, nonparam.CrossKappaName,
			nonparam.NormalizedCrossKappaName}
	}
	computing := startNotice(s.news(option.Quiet.In(af)), "Computing coefficients and their intervals")
	columns, err := result.NewLabelColumns(ctx, data, tasks, o)
	computing.end()
	if err != nil {
		return err
	}
	return af.print(s.out, columns, report.LabelColumns(columns), moreFull, moreExplain)
}

// groupings reports whether several groupings are allowed, because the command makes several fits.
func (inp *work) groupings() bool { return !inp.single && option.Uses(inp, option.GroupingStudy) }

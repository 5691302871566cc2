package main

import (
	"io"
	"strings"

	"concord/model"
	"concord/nonparam"
	"concord/report"
	"concord/study"
	"concord/study/read"
)

// severalLabels returns the columns that --label names if they are several: a list, or
// all that hold 0 and 1.
func severalLabels(label string) []string {
	if label == read.AllColumns || strings.Contains(label, ",") {
		return strings.Split(label, ",")
	}
	return nil
}

// runColumns answers several label columns of one file in one table.
func (af *agreementFlags) runColumns(
	path string, s streams, labels []string, options read.Options, o nonparam.Options,
) error {
	ctx, stop := interruptible()
	defer stop()
	reading := startNotice(s.news(af.result.quiet), "Reading "+fileName(path))
	var tables []*study.Table
	var err error
	options.Label = ""
	if path == read.StandardInput {
		tables, err = read.Columns(ctx, s.in, "standard input", labels, options)
	} else {
		tables, err = read.FileColumns(ctx, path, labels, options)
	}
	reading.end()
	if err != nil {
		return err
	}
	if o.Coefficients == nil {
		o.Coefficients = []nonparam.Coefficient{nonparam.AlphaName, nonparam.CrossKappaName,
			nonparam.NormalizedCrossKappaName}
	}
	computing := startNotice(s.news(af.result.quiet), "Computing coefficients and their intervals")
	data := report.NewData(fileName(path), tables[0], model.NoLabelers, designAdvised)
	otherwise(&data, false)
	columns, err := report.NewLabelColumns(ctx, data, tables, o)
	computing.end()
	if err != nil {
		return err
	}
	columns.More = "Standard errors and intervals: --format csv or json"
	render := func(w io.Writer, c *report.LabelColumns) error { return c.Render(w, af.result.format) }
	return displayed(af.result.format, render)(s.out, columns)
}

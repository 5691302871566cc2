package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/pflag"

	"concord/study"
	"concord/study/read"
)

// formatFlags say how the file writes its labels, if its content does not show it.
type formatFlags struct {
	wide      []string
	format    string
	sheet     string
	maxMemory float64
	asIs      bool
}

func (ff *formatFlags) register(fs *pflag.FlagSet) {
	fs.StringSliceVar(&ff.wide, "wide", nil,
		"`columns` of which each holds one labeler's labels, as in 'rater_*' (default: a label a row)")
	fs.StringVar(&ff.format, "input-format", "", "`format` of the file: csv, json, parquet or xlsx (default: found)")
	fs.StringVar(&ff.sheet, "sheet", "", "`name` of the sheet of a workbook (default: the only one with a table)")
	fs.BoolVar(&ff.asIs, "as-is", false,
		"take labels and columns as they are, also where they look like another layout: sets, pairs, counts, …")
	fs.Float64Var(&ff.maxMemory, "max-memory", 0,
		"`GiB` of memory that labels may take (default: three quarters of what is free)")
}

// apply adds them to the options of reading.
func (ff *formatFlags) apply(o *read.Options) error {
	o.Wide, o.AsIs, o.Sheet = ff.wide, ff.asIs, ff.sheet
	if ff.format != "" {
		format, err := study.ParseFormat(ff.format)
		if err != nil {
			return usage("--input-format %s: it is one of csv, json, parquet, xlsx", ff.format)
		}
		o.Format = format
	}
	const most = 1 << 30 // GiB, more than any machine has
	if !(ff.maxMemory >= 0 && ff.maxMemory <= most) {
		return usage("--max-memory %v: it is a number of GiB, or 0 for what is free", ff.maxMemory)
	}
	o.MaxMemory = int64(ff.maxMemory * (1 << 30))
	if ff.maxMemory > 0 && o.MaxMemory == 0 {
		o.MaxMemory = 1
	}
	return nil
}

// reading reads the file, or the stream if the file is named "-" or is part of the program. It spares memory if the
// file is large, and reports progress if reading takes long. The first Ctrl-C ends it, whatever else listens.
func reading[T any](
	path string, in io.Reader, news io.Writer, file func(ctx context.Context, path string) (T, error),
	stream func(ctx context.Context, in io.Reader, name string) (T, error),
) (T, error) {
	ctx, stop := interruptible()
	defer stop()
	defer startNotice(news, "Reading "+fileName(path)).end()
	if !isInside(in) {
		collecting(path)
	}
	var what T
	var err error
	if path == read.StandardInput || isInside(in) {
		what, err = stream(ctx, in, fileName(path))
	} else {
		what, err = file(ctx, path)
	}
	return what, whileReading(err)
}

// whileReading turns an error of reading into an error of the command.
func whileReading(err error) error {
	if errors.Is(err, context.Canceled) {
		return &exitError{exitInterrupted, errors.New("interrupted while reading, before there was anything to report")}
	}
	return err
}

package main

import (
	"context"
	"errors"
	"io"

	"concord/study/read"
)

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

package read

import (
	"context"
	"errors"
	"io"

	"concord/study"
)

const (
	// A table of labels never shrinks by as much as this. A file that unpacks to as much is made to fill memory or
	// time.
	mostUnpacked  = 1 << 28 // bytes from which the ratio counts
	bombRatio     = 500     // unpacked bytes to packed ones
	interruptedBy = "reading was interrupted"
)

var errBomb = errors.New("they unpack to more than 500 times their size, which no table of labels does")

// interruptible is a reader that fails once its context ends, and counts what it read.
type interruptible struct {
	context.Context
	io.Reader
	bytes int64
}

func (until *interruptible) Read(p []byte) (int, error) {
	if err := until.Err(); err != nil {
		return 0, err
	}
	n, err := until.Reader.Read(p)
	until.bytes += int64(n)
	return n, err
}

// unpacking is the output of a decompressor; it fails if there is far too much.
type unpacking struct {
	interruptible
	packed *interruptible
}

func (unpacked *unpacking) Read(p []byte) (int, error) {
	if unpacked.bytes > mostUnpacked && unpacked.bytes/bombRatio > unpacked.packed.bytes {
		return 0, errBomb
	}
	return unpacked.interruptible.Read(p)
}

// abandonable calls read in a goroutine, and returns without its result if the context ends first. Even a read that
// blocks in the system does not delay it. Faults that name no file are of this one.
func abandonable[T any](ctx context.Context, file string, read func() (T, error)) (T, error) {
	if ctx.Done() == nil {
		t, err := read()
		return t, study.InFile(file, err)
	}
	type result struct {
		read T
		err  error
	}
	done := make(chan result, 1) // so that an abandoned goroutine ends
	go func() {
		t, err := read()
		done <- result{t, err}
	}()
	select {
	case r := <-done:
		return r.read, study.InFile(file, r.err)
	case <-ctx.Done():
		var none T
		return none, study.Faultf(Interrupted, interruptedBy).InFile(file).Wrapping(ctx.Err())
	}
}

// interruptibleAt is [interruptible] for reading at any place.
type interruptibleAt struct {
	context.Context
	io.ReaderAt
}

func (whole interruptibleAt) ReadAt(p []byte, at int64) (int, error) {
	if err := whole.Err(); err != nil {
		return 0, err
	}
	return whole.ReaderAt.ReadAt(p, at)
}

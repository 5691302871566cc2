package container

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"io"

	"concord/study"
	"concord/study/read/faults"
)

const (
	// A table of labels never shrinks by as much as this. A file that unpacks to as much is made to fill memory or
	// time.
	MostUnpacked  = 1 << 28 // bytes from which the ratio counts
	bombRatio     = 500     // unpacked bytes to packed ones
	interruptedBy = "reading was interrupted"
)

var ErrBomb = errors.New("they unpack to more than 500 times their size, which no table of labels does")

// Interruptible is a reader that fails once its context ends, and counts what it read.
type Interruptible struct {
	context.Context
	io.Reader
	bytes int64
}

func (until *Interruptible) Read(p []byte) (int, error) {
	if err := until.Err(); err != nil {
		return 0, err
	}
	n, err := until.Reader.Read(p)
	until.bytes += int64(n)
	return n, err
}

// unpacking is the output of a decompressor; it fails if there is far too much.
type unpacking struct {
	Interruptible
	packed *Interruptible
}

func (unpacked *unpacking) Read(p []byte) (int, error) {
	if unpacked.bytes > MostUnpacked && unpacked.bytes/bombRatio > unpacked.packed.bytes {
		return 0, ErrBomb
	}
	return unpacked.Interruptible.Read(p)
}

// Abandonable calls read in a goroutine, and returns without its result if the context ends first. Even a read that
// blocks in the system does not delay it. Faults that name no file are of this one.
func Abandonable[T any](ctx context.Context, file string, read func() (T, error)) (T, error) {
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
		return none, faults.Interrupted.Faultf(interruptedBy).InFile(file).Wrapping(ctx.Err())
	}
}

// InterruptibleAt is [Interruptible] for reading at any place.
type InterruptibleAt struct {
	context.Context
	io.ReaderAt
}

func (whole InterruptibleAt) ReadAt(p []byte, at int64) (int, error) {
	if err := whole.Err(); err != nil {
		return 0, err
	}
	return whole.ReaderAt.ReadAt(p, at)
}

func newGzipMembers(packed *bufio.Reader) (*gzipMembers, error) {
	z, err := gzip.NewReader(packed)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &gzipMembers{packed, z}, nil
}

// gzipMembers reads the members of a gzip file one after the other. Like gzip, it skips zeros after them, with which
// tapes and archives are padded.
type gzipMembers struct {
	packed *bufio.Reader
	member *gzip.Reader
}

func (m *gzipMembers) Read(p []byte) (int, error) {
	for {
		n, err := m.member.Read(p)
		if err != io.EOF || n > 0 {
			if err == io.EOF {
				err = nil // it comes again
			}
			return n, err
		}
		if err := m.next(); err != nil {
			return 0, err
		}
	}
}

// next begins the next member; io.EOF after the last.
func (m *gzipMembers) next() error {
	for {
		b, err := m.packed.ReadByte()
		if err != nil {
			return err
		}
		if b != 0 {
			_ = m.packed.UnreadByte() // cannot fail after a ReadByte
			break
		}
	}
	if err := m.member.Reset(m.packed); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	m.member.Multistream(false)
	return nil
}

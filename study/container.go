package study

import (
	"bufio"
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

const (
	readBuffer   = 1 << 16
	encodingHead = 1 << 10 // bytes from which the encoding is judged
	zstdWindow   = 128 << 20
)

// text is the decompressed bytes of a file in UTF-8, without byte-order mark.
type text struct {
	*bufio.Reader
	compression string // "", "gzip" or "zstd"
	close       func()
}

// openText recognises compression by its magic bytes, whatever the file is called,
// and refuses what is not UTF-8 text.
func openText(r io.Reader, file string) (text, error) {
	t := text{Reader: bufio.NewReaderSize(r, readBuffer), close: func() {}}
	head, err := t.Peek(4)
	if err != nil && err != io.EOF {
		return t, readError(file, 0, err)
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(t.Reader)
		if err != nil {
			return t, damaged(file, "gzip", err)
		}
		t = text{bufio.NewReaderSize(z, readBuffer), "gzip", func() { _ = z.Close() }}
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(t.Reader, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return t, damaged(file, "zstd", err)
		}
		t = text{bufio.NewReaderSize(z, readBuffer), "zstd", z.Close}
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return t, &Error{File: file, Found: "this is a zip file or an Excel workbook", Remedy: "save it as CSV"}
	case bytes.HasPrefix(head, []byte("PAR1")):
		return t, &Error{File: file, Found: "this is a Parquet file", Remedy: "save it as CSV"}
	}
	sample, err := t.Peek(encodingHead)
	if err != nil && err != io.EOF {
		t.close()
		return t, damaged(file, t.compression, err)
	}
	mark, encoding := encodingOf(sample)
	if encoding != "" {
		t.close()
		return t, &Error{File: file, Found: "the text is " + encoding + ", which is not read", Remedy: "save it as UTF-8"}
	}
	if len(sample) == mark {
		t.close()
		return t, &Error{File: file, Found: "the file is empty"}
	}
	_, _ = t.Discard(mark) // cannot fail: the mark is in the buffer
	return t, nil
}

// encodingOf returns the length of a UTF-8 byte-order mark, and the name of the
// encoding where it is another than UTF-8.
func encodingOf(sample []byte) (mark int, encoding string) {
	switch {
	case bytes.HasPrefix(sample, []byte{0xef, 0xbb, 0xbf}):
		return 3, ""
	case bytes.HasPrefix(sample, []byte{0xff, 0xfe, 0, 0}), bytes.HasPrefix(sample, []byte{0, 0, 0xfe, 0xff}):
		return 0, "UTF-32"
	case bytes.HasPrefix(sample, []byte{0xff, 0xfe}), bytes.HasPrefix(sample, []byte{0xfe, 0xff}):
		return 0, "UTF-16"
	}
	// Without a mark: Latin text has a zero byte in each unit but the one of its character.
	var zero [4]int
	for i, c := range sample {
		if c == 0 {
			zero[i%4]++
		}
	}
	units := len(sample) / 4
	most := func(n int) bool { return units > 0 && 2*n > units }
	switch {
	case most(zero[1]) && most(zero[2]) || most(zero[2]) && most(zero[0]) && most(zero[1]):
		return 0, "UTF-32"
	case most(zero[0]) && most(zero[2]), most(zero[1]) && most(zero[3]):
		return 0, "UTF-16"
	}
	return 0, ""
}

func damaged(file, compression string, err error) error {
	if compression == "" {
		return readError(file, 0, err)
	}
	return &Error{File: file, Found: "the " + compression + " data are damaged or cut off: " + err.Error(), Err: err}
}

func readError(file string, line int, err error) error {
	return &Error{File: file, Line: line, Found: "reading failed: " + err.Error(), Err: err}
}

package read

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"

	"concord/study"
)

const (
	readBuffer   = 1 << 16
	encodingHead = 1 << 10 // bytes from which the encoding is judged
	zstdWindow   = 128 << 20
)

// text is the decompressed bytes of a file as UTF-8, without byte-order mark.
type text struct {
	*bufio.Reader
	compression string // "", "gzip" or "zstd"
	skipped     int64  // bytes of a byte-order mark before them
	close       func()
	transcoder  *transcoder
}

// openText recognises compression by its magic bytes, whatever the file is called,
// and refuses files of other programs.
func openText(ctx context.Context, r io.Reader, file string) (text, error) {
	packed := &interruptible{Context: ctx, Reader: r}
	t := text{Reader: bufio.NewReaderSize(packed, readBuffer), close: func() {}}
	head, err := t.Peek(4)
	if err != nil && err != io.EOF {
		return t, readError(0, err)
	}
	unpack := func(z io.Reader) *bufio.Reader {
		return bufio.NewReaderSize(&unpacking{interruptible{Context: ctx, Reader: z}, packed}, readBuffer)
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := newGzipMembers(t.Reader)
		if err != nil {
			return t, damaged("gzip", err)
		}
		t = text{Reader: unpack(z), compression: "gzip", close: func() { _ = z.member.Close() }}
	case isZstd(head):
		z, err := zstd.NewReader(t.Reader, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return t, damaged("zstd", err)
		}
		t = text{Reader: unpack(z), compression: "zstd", close: z.Close}
	}
	if err := t.check(file); err != nil {
		t.close()
		return t, err
	}
	return t, nil
}

// check refuses files that cannot be read, by their first bytes, and skips a byte-order mark.
func (t *text) check(file string) error {
	sample, err := t.Peek(encodingHead)
	if err != nil && err != io.EOF {
		return damaged(t.compression, err)
	}
	if isParquet(sample) || isZip(sample) && !isInspectLog(sample) {
		return nil
	}
	if found, remedy := foreign(sample); found != "" {
		return study.Faultf(ForeignFile, "this is %s", found).Advising(remedy)
	}
	mark, encoding := encodingOf(sample)
	if encoding == "UTF-16" {
		t.transcode(fromUTF16(t.Reader, byteOrder(sample) == "BE"))
		mark, _ := t.Peek(len(byteOrderMark)) // an error comes back with the first read
		if string(mark) == byteOrderMark {
			_, _ = t.Discard(len(byteOrderMark))
		}
		return nil
	}
	if encoding != "" {
		return study.Faultf(BadEncoding, "the text is %s, which is not read", encoding).Advising("save it as UTF-8").
			FixedBy(converted(file, withByteOrder(sample, encoding))...)
	}
	if len(sample) == mark {
		return study.Faultf(EmptyFile, "the file is empty")
	}
	if bytes.HasPrefix(sample[mark:], []byte(byteOrderMark)) { // programs that add one twice are not rare
		mark += len(byteOrderMark)
	}
	_, _ = t.Discard(mark) // cannot fail: the mark is in the buffer
	t.skipped = int64(mark)
	t.transcode(fromWestern(t.Reader))
	return nil
}

// transcode reads on through a transcoder.
func (t *text) transcode(by *transcoder) {
	t.Reader, t.transcoder = bufio.NewReaderSize(by, readBuffer), by
}

const byteOrderMark = "\ufeff" // in UTF-8

// isZstd reports whether a file begins with a zstd frame, or with a skippable one, as pzstd writes them (RFC 8878,
// section 3.1).
func isZstd(head []byte) bool {
	return bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) ||
		len(head) == 4 && head[0]>>4 == 5 && bytes.Equal(head[1:], []byte{0x2a, 0x4d, 0x18})
}

// isParquet reports whether a file begins as Parquet does, encrypted or not.
func isParquet(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PAR1")) || bytes.HasPrefix(head, []byte("PARE"))
}

// isZip reports whether a file begins as zip files do, and so workbooks.
func isZip(head []byte) bool { return bytes.HasPrefix(head, []byte("PK\x03\x04")) }

// isInspectLog reports whether a zip file is a log of Inspect AI, by the first name in it.
func isInspectLog(head []byte) bool {
	found, _ := foreign(head)
	return found == inspectLog
}

// encodingOf returns the length of a UTF-8 byte-order mark, and the name of the encoding if it is not UTF-8.
func encodingOf(sample []byte) (mark int, encoding string) {
	switch {
	case bytes.HasPrefix(sample, []byte(byteOrderMark)):
		return len(byteOrderMark), ""
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
	case most(zero[0]) && most(zero[1]) && most(zero[2]) && most(zero[3]):
		return 0, "" // no text at all
	case most(zero[1]) && most(zero[2]) || most(zero[2]) && most(zero[0]) && most(zero[1]):
		return 0, "UTF-32"
	case most(zero[0]) && most(zero[2]), most(zero[1]) && most(zero[3]):
		return 0, "UTF-16"
	}
	return 0, ""
}

// withByteOrder is the name that iconv has for an encoding of two or four bytes a character. If there is no mark, it
// says in which order they are.
func withByteOrder(sample []byte, encoding string) string {
	if sample[0] == 0xff || sample[0] == 0xfe || bytes.HasPrefix(sample, []byte{0, 0, 0xfe, 0xff}) {
		return encoding
	}
	return encoding + byteOrder(sample)
}

// byteOrder is the order of the bytes of a character, "BE" or "LE", by the mark or by the place of the zeros.
func byteOrder(sample []byte) string {
	if sample[0] == 0xfe || sample[0] == 0 {
		return "BE"
	}
	return "LE"
}

func damaged(compression string, err error) error {
	if compression == "" || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return readError(0, err)
	}
	if errors.Is(err, errBomb) {
		return study.Faultf(Bomb, "the %s data are refused: %s", compression, err.Error()).Wrapping(err)
	}
	return study.Faultf(Damaged, "the %s data are damaged or cut off (%s)", compression, err.Error()).
		Advising("copy or compress the file again").Wrapping(err)
}

func readError(line int, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return study.Faultf(Interrupted, interruptedBy).AtLine(line).Wrapping(err)
	}
	return study.Faultf(NotReadable, "reading failed: %s", err.Error()).AtLine(line).Wrapping(err)
}

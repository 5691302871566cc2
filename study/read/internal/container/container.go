// Package container opens files: it unpacks them, finds their encoding, and cuts delimited text into fields. It bounds
// what that may cost.
package container

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"

	"concord/study/read/faults"
	"concord/study/read/internal/words"
)

const (
	ReadBuffer   = 1 << 16
	EncodingHead = 1 << 10 // bytes from which the encoding is judged
	zstdWindow   = 128 << 20
)

// Text is the decompressed bytes of a file as UTF-8, without byte-order mark.
type Text struct {
	*bufio.Reader
	Compression string // "", "gzip" or "zstd"
	skipped     int64  // bytes of a byte-order mark before them
	Close       func()
	Transcoder  *Transcoder
}

// OpenText recognises compression by its magic bytes, whatever the file is called,
// and refuses files of other programs.
func OpenText(ctx context.Context, r io.Reader, file string) (Text, error) {
	packed := &Interruptible{Context: ctx, Reader: r}
	t := Text{Reader: bufio.NewReaderSize(packed, ReadBuffer), Close: func() {}}
	head, err := t.Peek(4)
	if err != nil && err != io.EOF {
		return t, ReadError(0, err)
	}
	unpack := func(z io.Reader) *bufio.Reader {
		return bufio.NewReaderSize(&unpacking{Interruptible{Context: ctx, Reader: z}, packed}, ReadBuffer)
	}
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		z, err := newGzipMembers(t.Reader)
		if err != nil {
			return t, Damaged("gzip", err)
		}
		t = Text{Reader: unpack(z), Compression: "gzip", Close: func() { _ = z.member.Close() }}
	case isZstd(head):
		z, err := zstd.NewReader(t.Reader, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return t, Damaged("zstd", err)
		}
		t = Text{Reader: unpack(z), Compression: "zstd", Close: z.Close}
	}
	if err := t.check(file); err != nil {
		t.Close()
		return t, err
	}
	return t, nil
}

// check refuses files that cannot be read, by their first bytes, and skips a byte-order mark.
func (t *Text) check(file string) error {
	sample, err := t.Peek(EncodingHead)
	if err != nil && err != io.EOF {
		return Damaged(t.Compression, err)
	}
	if IsParquet(sample) || IsZip(sample) && !isInspectLog(sample) {
		return nil
	}
	if found, remedy := foreign(sample); found != "" {
		return faults.ForeignFile.Faultf("this is %s", found).Advising(remedy)
	}
	mark, encoding := encodingOf(sample)
	if encoding == "UTF-16" {
		t.transcode(FromUTF16(t.Reader, byteOrder(sample) == "BE"))
		mark, _ := t.Peek(len(byteOrderMark)) // an error comes back with the first read
		if string(mark) == byteOrderMark {
			_, _ = t.Discard(len(byteOrderMark))
		}
		return nil
	}
	if encoding != "" {
		return faults.BadEncoding.Faultf("the text is %s, which is not read", encoding).Advising("save it as UTF-8").
			FixedBy(Converted(file, withByteOrder(sample, encoding))...)
	}
	if len(sample) == mark {
		return faults.EmptyFile.Faultf("the file is empty")
	}
	if bytes.HasPrefix(sample[mark:], []byte(byteOrderMark)) { // programs that add one twice are not rare
		mark += len(byteOrderMark)
	}
	_, _ = t.Discard(mark) // cannot fail: the mark is in the buffer
	t.skipped = int64(mark)
	t.transcode(FromWestern(t.Reader))
	return nil
}

// transcode reads on through a transcoder.
func (t *Text) transcode(by *Transcoder) {
	t.Reader, t.Transcoder = bufio.NewReaderSize(by, ReadBuffer), by
}

const byteOrderMark = "\ufeff" // in UTF-8

// isZstd reports whether a file begins with a zstd frame, or with a skippable one, as pzstd writes them (RFC 8878,
// section 3.1).
func isZstd(head []byte) bool {
	return bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) ||
		len(head) == 4 && head[0]>>4 == 5 && bytes.Equal(head[1:], []byte{0x2a, 0x4d, 0x18})
}

// IsParquet reports whether a file begins as Parquet does, encrypted or not.
func IsParquet(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PAR1")) || bytes.HasPrefix(head, []byte("PARE"))
}

// IsZip reports whether a file begins as zip files do, and so workbooks.
func IsZip(head []byte) bool { return bytes.HasPrefix(head, []byte("PK\x03\x04")) }

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

func Damaged(compression string, err error) error {
	if compression == "" || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return ReadError(0, err)
	}
	if errors.Is(err, ErrBomb) {
		return faults.Bomb.Faultf("the %s data are refused: %s", compression, err.Error()).Wrapping(err)
	}
	return faults.Damaged.Faultf("the %s data are damaged or cut off (%s)", compression, err.Error()).
		Advising("copy or compress the file again").Wrapping(err)
}

func ReadError(line int, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return faults.Interrupted.Faultf(interruptedBy).AtLine(line).Wrapping(err)
	}
	return faults.NotReadable.Faultf("reading failed: %s", err.Error()).AtLine(line).Wrapping(err)
}

// foreign recognises files of other programs by their first bytes, and says what to do; "" if the file may be readable.
func foreign(head []byte) (found, remedy string) {
	for _, line := range words.Lines("foreign") {
		f := strings.Split(line, " | ")
		magic, _ := strconv.Unquote(f[0])
		if at, _ := strconv.Atoi(f[1]); len(head) > at && bytes.HasPrefix(head[at:], []byte(magic)) {
			return f[2], f[3]
		}
	}
	return "", ""
}

// inspectLog is the file that words.txt knows by the name which Inspect gives the first part.
const inspectLog = "a log of Inspect AI (.eval)"

// Lines remembers the line of each row in little space: only for rows that do not begin on the line after the previous
// row.
type Lines struct {
	row, line []int
	n         int // rows
	next      int // line of the next row if it follows its predecessor
}

func (l *Lines) Add(line int) {
	if line != l.next {
		l.row = append(l.row, l.n)
		l.line = append(l.line, line)
	}
	l.n++
	l.next = line + 1
}

// Of returns the line of a row.
func (l *Lines) Of(row int) int {
	i := sort.Search(len(l.row), func(i int) bool { return l.row[i] > row }) - 1
	return l.line[i] + row - l.row[i]
}

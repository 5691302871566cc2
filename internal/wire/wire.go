// Package wire writes numbers, texts and lists for another process of the same version of this program. Numbers, NaN
// included, are exact to the bit. It uses no reflection, which makes programs large.
package wire

import (
	"encoding/binary"
	"math"
)

// Writer holds the bytes that have been written.
type Writer []byte

// Bool writes yes or no.
func (w *Writer) Bool(yes bool) {
	n := 0
	if yes {
		n = 1
	}
	w.Int(n)
}

// Int writes a whole number.
func (w *Writer) Int(n int) { *w = binary.LittleEndian.AppendUint64(*w, uint64(n)) }

// Floats writes numbers; the reader knows how many there are.
func (w *Writer) Floats(x ...float64) {
	for _, v := range x {
		*w = binary.LittleEndian.AppendUint64(*w, math.Float64bits(v))
	}
}

// List writes numbers and how many there are.
func (w *Writer) List(x []float64) {
	w.Int(len(x))
	w.Floats(x...)
}

// Text writes a text and its length.
func (w *Writer) Text(s string) {
	w.Int(len(s))
	*w = append(*w, s...)
}

// Texts writes texts and how many there are.
func (w *Writer) Texts(all []string) {
	w.Int(len(all))
	for _, s := range all {
		w.Text(s)
	}
}

// Reader holds the bytes that are still to be read. It panics behind the end: see [Read].
type Reader struct{ rest []byte }

// Read reads the whole of data by a function. It reports whether data begin with format, and are neither cut off nor
// longer than the function reads.
func Read(data []byte, format string, read func(*Reader)) (ok bool) {
	// Data that are cut off end in a read past their end.
	defer func() { ok = recover() == nil }()
	r := &Reader{data}
	if r.Text() != format {
		panic("format")
	}
	read(r)
	if len(r.rest) > 0 {
		panic("too much")
	}
	return true
}

// NewWriter begins with the name of a format, which changes with its layout.
func NewWriter(format string) *Writer {
	w := new(Writer)
	w.Text(format)
	return w
}

func (r *Reader) take(n int) []byte {
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// Bool reads yes or no.
func (r *Reader) Bool() bool { return r.Int() != 0 }

// Int reads a whole number.
func (r *Reader) Int() int { return int(int64(binary.LittleEndian.Uint64(r.take(8)))) }

// Float reads a number.
func (r *Reader) Float() float64 { return math.Float64frombits(binary.LittleEndian.Uint64(r.take(8))) }

// Floats reads as many numbers as x holds.
func (r *Reader) Floats(x []float64) {
	b := r.take(8 * len(x))
	for i := range x {
		x[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
}

// List reads the output of [Writer.List]; nil if the list was empty.
func (r *Reader) List() []float64 {
	n := r.Size(8)
	if n == 0 {
		return nil
	}
	x := make([]float64, n)
	r.Floats(x)
	return x
}

// Text reads the output of [Writer.Text].
func (r *Reader) Text() string { return string(r.take(r.Size(1))) }

// Texts reads the output of [Writer.Texts]; nil if the list was empty.
func (r *Reader) Texts() []string {
	var all []string
	for range r.Size(8) {
		all = append(all, r.Text())
	}
	return all
}

// Size reads a number of things that each take at least the given number of bytes, so that no more memory is allocated
// than was sent.
func (r *Reader) Size(bytes int) int {
	n := r.Int()
	r.Holds(n, bytes)
	return n
}

// Holds panics if n is negative, or if fewer than n things of the given number of bytes are left.
func (r *Reader) Holds(n, bytes int) {
	if n < 0 || bytes > 0 && n > len(r.rest)/bytes {
		panic("cut off")
	}
}

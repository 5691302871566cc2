// Package wire hands numbers, texts and lists to another process of the same version of this program. Numbers, NaN
// included, are exact to the bit. It uses no reflection, which makes programs large.
package wire

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Form is data that are written, or read: the same calls do either. It panics behind the end of data, see [Read].
type Form struct {
	data    []byte // written so far, or still to be read
	reading bool
}

// Write returns what a function writes. It begins with the name of a format, which changes with its layout.
func Write(format string, fields func(*Form)) []byte {
	f := &Form{}
	f.Texts(&format)
	fields(f)
	return f.data
}

// Read sets to from the whole of data, by the function that wrote them. The error says that data do not begin with
// format, or that they are cut off or longer than what the function reads; nothing is set then.
func Read[T any](to *T, data []byte, format string, fields func(*T, *Form)) (err error) {
	defer func() {
		if recover() != nil { // by a read past the end of data that are cut off, too
			err = fmt.Errorf("this is no %s of this version, or it is incomplete", format)
		}
	}()
	f, is, out := &Form{data, true}, "", *new(T)
	if f.Texts(&is); is != format {
		panic("format")
	}
	fields(&out, f)
	if len(f.data) > 0 {
		panic("too much")
	}
	*to = out
	return nil
}

// word is 64 bits.
func (f *Form) word(x uint64) uint64 {
	if f.reading {
		return binary.LittleEndian.Uint64(f.take(8))
	}
	f.data = binary.LittleEndian.AppendUint64(f.data, x)
	return x
}

func (f *Form) take(n int) []byte {
	b := f.data[:n]
	f.data = f.data[n:]
	return b
}

// Int is a whole number.
func Int[T ~int | ~int64](f *Form, x *T) { *x = T(f.word(uint64(*x))) }

// Ints are whole numbers.
func (f *Form) Ints(all ...*int) {
	for _, x := range all {
		Int(f, x)
	}
}

// Bool is yes or no.
func (f *Form) Bool(x *bool) {
	n := 0
	if *x {
		n = 1
	}
	Int(f, &n)
	*x = n != 0
}

// Floats are numbers.
func (f *Form) Floats(all ...*float64) {
	for _, x := range all {
		*x = math.Float64frombits(f.word(math.Float64bits(*x)))
	}
}

// Block is numbers that the reader knows the number of.
func (f *Form) Block(x []float64) {
	for i := range x {
		f.Floats(&x[i])
	}
}

// Texts are texts with their lengths.
func (f *Form) Texts(all ...*string) {
	for _, s := range all {
		if n := f.Size(len(*s), 1); f.reading {
			*s = string(f.take(n))
		} else {
			f.data = append(f.data, *s...)
		}
	}
}

// Size is a number of things that each take at least the given number of bytes, so that no more memory is allocated
// than was sent. It panics if fewer are left.
func (f *Form) Size(n, bytes int) int {
	Int(f, &n)
	if f.reading && (n < 0 || n > len(f.data)/bytes) {
		panic("cut off")
	}
	return n
}

// List is things of at least 8 bytes, and how many there are. It is read as nil if it is empty.
func List[T any](f *Form, x *[]T, each func(*T)) {
	if n := f.Size(len(*x), 8); f.reading && n > 0 {
		*x = make([]T, n)
	}
	for i := range *x {
		each(&(*x)[i])
	}
}

// Numbers is a list of numbers.
func (f *Form) Numbers(x *[]float64) { List(f, x, func(v *float64) { f.Floats(v) }) }

// Names is a list of texts.
func (f *Form) Names(x *[]string) { List(f, x, func(s *string) { f.Texts(s) }) }

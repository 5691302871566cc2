package parquet

import (
	"encoding/binary"
	"io"
)

// deepest is how far structures of Thrift may lie in one another: in Parquet they do so to a depth of eight.
const deepest = 32

// skimmer checks a structure in Thrift's compact protocol before it is decoded. The decoder allocates memory for as
// many elements as a list claims to have, and its stack grows with the nesting of structures.
type skimmer struct {
	b       []byte
	at      int
	structs int // elements of lists that are structures
}

// skim returns how many bytes the structure at the start of b takes, and how many structures are in its lists;
// [io.ErrUnexpectedEOF] where b ends within it.
func skim(b []byte) (size, structs int, err error) {
	s := &skimmer{b: b}
	err = s.structure(0)
	return s.at, s.structs, err
}

func (s *skimmer) structure(depth int) error {
	if depth > deepest {
		return damaged("structures of the metadata lie in one another more than %d deep", deepest)
	}
	for {
		if s.at == len(s.b) {
			return io.ErrUnexpectedEOF
		}
		b := s.b[s.at]
		s.at++
		if b == 0 {
			return nil
		}
		if b>>4 == 0 { // the field's number follows
			if _, err := s.varint(); err != nil {
				return err
			}
		}
		if kind := b & 15; kind != 1 && kind != 2 { // a truth value is in its type
			if err := s.value(kind, depth); err != nil {
				return err
			}
		}
	}
}

// value goes past a value of one of the types of the compact protocol.
func (s *skimmer) value(kind byte, depth int) error {
	switch kind {
	case 1, 2, 3: // in lists, a truth value is a byte
		return s.skip(1)
	case 4, 5, 6:
		_, err := s.varint()
		return err
	case 7:
		return s.skip(8)
	case 8:
		n, err := s.varint()
		if err != nil {
			return err
		}
		return s.skip(n)
	case 9, 10:
		return s.list(depth)
	case 11:
		return s.pairs(depth)
	case 12:
		return s.structure(depth + 1)
	}
	return damaged("the metadata have a value of unknown type %d", kind)
}

func (s *skimmer) list(depth int) error {
	if s.at == len(s.b) {
		return io.ErrUnexpectedEOF
	}
	n, kind := uint64(s.b[s.at]>>4), s.b[s.at]&15
	s.at++
	if n == 15 {
		var err error
		if n, err = s.varint(); err != nil {
			return err
		}
	}
	if kind == 12 && n <= uint64(len(s.b)) {
		s.structs += int(n)
	}
	return s.values(n, depth, kind)
}

func (s *skimmer) pairs(depth int) error {
	n, err := s.varint()
	if err != nil || n == 0 {
		return err
	}
	if s.at == len(s.b) {
		return io.ErrUnexpectedEOF
	}
	key, value := s.b[s.at]>>4, s.b[s.at]&15
	s.at++
	return s.values(n, depth, key, value)
}

// values goes past n values of each of the types, in turn. Each takes a byte at least.
func (s *skimmer) values(n uint64, depth int, kinds ...byte) error {
	if n > uint64(len(s.b)-s.at) {
		return io.ErrUnexpectedEOF
	}
	if depth >= deepest {
		return damaged("lists of the metadata lie in one another more than %d deep", deepest)
	}
	for range n {
		for _, kind := range kinds {
			if err := s.value(kind, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *skimmer) varint() (uint64, error) {
	v, n := binary.Uvarint(s.b[s.at:])
	if n == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	if n < 0 {
		return 0, damaged("a number of the metadata is too long")
	}
	s.at += n
	return v, nil
}

func (s *skimmer) skip(n uint64) error {
	if n > uint64(len(s.b)-s.at) {
		return io.ErrUnexpectedEOF
	}
	s.at += int(n)
	return nil
}

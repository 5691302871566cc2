package parquet

import "encoding/binary"

// deltas decodes whole numbers as differences (Encodings.md, "Delta Encoding (DELTA_BINARY_PACKED)").
type deltas struct {
	b        []byte
	mini     uint64 // numbers in a miniblock
	minis    uint64 // miniblocks in a block
	left     uint64 // numbers to come
	began    bool
	value    uint64 // the last, modulo 2^64
	smallest uint64 // difference of the block
	widths   []byte // of the block's miniblocks that are to come
	packed   []byte // the miniblock's differences
	inMini   uint64 // of them to come
	width    uint
	bit      uint64
}

func newDeltas(b []byte) (*deltas, error) {
	d := &deltas{b: b}
	var block uint64
	for _, to := range []*uint64{&block, &d.minis, &d.left} {
		if err := d.uvarint(to); err != nil {
			return nil, err
		}
	}
	first, err := d.varint()
	if err != nil {
		return nil, err
	}
	const largest = 1 << 20 // writers use 128 to 1024
	if block == 0 || block%128 != 0 || block > largest || d.minis == 0 || block%d.minis != 0 || block/d.minis%8 != 0 {
		return nil, damaged("numbers are packed in blocks of %d and %d parts", block, d.minis)
	}
	d.mini, d.value = block/d.minis, first
	return d, nil
}

// next returns the next number.
func (d *deltas) next() (int64, error) {
	if d.left == 0 {
		return 0, damaged("a page holds fewer values than it says")
	}
	d.left--
	if !d.began {
		d.began = true
		return int64(d.value), nil
	}
	if d.inMini == 0 {
		if err := d.nextMini(); err != nil {
			return 0, err
		}
	}
	difference, ok := bits(d.packed, d.bit, d.width)
	if !ok {
		return 0, damaged("a page ends within a block of numbers")
	}
	d.bit += uint64(d.width)
	d.inMini--
	d.value += d.smallest + difference
	return int64(d.value), nil
}

// nextMini begins the next miniblock.
func (d *deltas) nextMini() error {
	if len(d.widths) == 0 {
		smallest, err := d.varint()
		if err != nil {
			return err
		}
		if uint64(len(d.b)) < d.minis {
			return damaged("a page ends within a block of numbers")
		}
		d.smallest, d.widths, d.b = smallest, d.b[:d.minis], d.b[d.minis:]
	}
	d.width, d.widths = uint(d.widths[0]), d.widths[1:]
	if d.width > 64 {
		return damaged("numbers are packed in %d bits", d.width)
	}
	bytes := min(d.mini*uint64(d.width)/8, uint64(len(d.b))) // the last may be cut off behind its last number
	d.packed, d.b = d.b[:bytes], d.b[bytes:]
	d.inMini, d.bit = d.mini, 0
	return nil
}

// rest returns the bytes after the numbers.
func (d *deltas) rest() ([]byte, error) {
	past := *d
	if past.left > 0 && !past.began {
		past.left--
	}
	for past.left > 0 {
		if err := past.nextMini(); err != nil {
			return nil, err
		}
		past.left -= min(past.left, past.mini)
	}
	return past.b, nil
}

func (d *deltas) uvarint(to *uint64) error {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		return damaged("a page ends within a number")
	}
	*to, d.b = v, d.b[n:]
	return nil
}

// varint reads a signed number, modulo 2^64.
func (d *deltas) varint() (uint64, error) {
	v, n := binary.Varint(d.b)
	if n <= 0 {
		return 0, damaged("a page ends within a number")
	}
	d.b = d.b[n:]
	return uint64(v), nil
}

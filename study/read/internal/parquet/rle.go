package parquet

import "encoding/binary"

// hybrid decodes small whole numbers that are run-length encoded or bit-packed in turn (Encodings.md, "Run Length
// Encoding / Bit-Packing Hybrid").
type hybrid struct {
	b      []byte
	width  uint   // bits of a number
	left   uint64 // of the run
	packed []byte // the run's, or nil where it repeats one value
	bit    uint64 // in packed, of the next number
	value  uint32
}

// next returns the next number. Those behind the end are a fault.
func (h *hybrid) next() (uint32, error) {
	for h.left == 0 {
		if err := h.run(); err != nil {
			return 0, err
		}
	}
	h.left--
	if h.packed == nil {
		return h.value, nil
	}
	v, ok := bits(h.packed, h.bit, h.width)
	if !ok {
		return 0, damaged("a page ends within a run of numbers")
	}
	h.bit += uint64(h.width)
	return uint32(v), nil
}

// run begins the next run.
func (h *hybrid) run() error {
	header, n := binary.Uvarint(h.b)
	if n <= 0 {
		return damaged("a page holds fewer values than it says")
	}
	h.b = h.b[n:]
	h.left, h.packed, h.bit = header>>1, nil, 0
	if header&1 == 0 {
		bytes := int(h.width+7) / 8
		if bytes > len(h.b) {
			return damaged("a page ends within a run of numbers")
		}
		h.value = 0
		for i, b := range h.b[:bytes] {
			h.value |= uint32(b) << (8 * i)
		}
		h.b = h.b[bytes:]
		return nil
	}
	groups := header >> 1
	if h.width == 0 { // each is 0, in no bytes
		h.left, h.value = min(groups, 1<<32)*8, 0
		return nil
	}
	bytes := uint64(len(h.b)) // writers leave out the end of the last group
	if groups <= bytes/uint64(h.width) {
		bytes = groups * uint64(h.width)
	}
	h.packed, h.b = h.b[:bytes], h.b[bytes:]
	h.left = bytes * 8 / uint64(h.width)
	return nil
}

// bits returns the number with the given number of bits, 64 at most, that begins at a bit of b, the lowest bit of each
// byte first.
func bits(b []byte, bit uint64, width uint) (uint64, bool) {
	if bit+uint64(width) > 8*uint64(len(b)) {
		return 0, false
	}
	at, shift := bit/8, uint(bit%8)
	if at+9 <= uint64(len(b)) {
		v := binary.LittleEndian.Uint64(b[at:])>>shift | uint64(b[at+8])<<(64-shift)
		if width < 64 {
			v &= 1<<width - 1
		}
		return v, true
	}
	var v uint64
	for i := range width {
		from := bit + uint64(i)
		v |= uint64(b[from/8]>>(from%8)&1) << i
	}
	return v, true
}

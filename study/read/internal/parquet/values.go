package parquet

import (
	"encoding/binary"
	"fmt"

	"github.com/parquet-go/parquet-go/format"
)

// values decodes the values of a page that are not null. The result is valid until the next call.
type values interface {
	next() ([]byte, error)
}

// decoder returns the decoder of the values of a page: b in an encoding, of a type whose values have size bytes; 0:
// texts of any length.
func decoder(b []byte, encoding format.Encoding, physical format.Type, width int) (values, error) {
	whole := physical == format.Int32 || physical == format.Int64
	text := physical == format.ByteArray
	switch {
	case encoding == format.Plain && physical == format.Boolean:
		return &plainBits{b: b}, nil
	case encoding == format.Plain && text:
		return &plainTexts{b}, nil
	case encoding == format.Plain:
		return &plainFixed{b, width}, nil
	case encoding == format.RLE && physical == format.Boolean:
		runs, _, err := prefixed(b)
		return &runBits{runs: hybrid{b: runs, width: 1}}, err
	case encoding == format.DeltaBinaryPacked && whole:
		d, err := newDeltas(b)
		return &deltaNumbers{deltas: d, width: width}, err
	case encoding == format.DeltaLengthByteArray && text:
		return newDeltaTexts(b)
	case encoding == format.DeltaByteArray && (text || physical == format.FixedLenByteArray):
		return newPrefixedTexts(b, width)
	case encoding == format.ByteStreamSplit && width > 0 && physical != format.Int96:
		return &split{b: b, size: len(b) / width, value: make([]byte, width)}, nil
	}
	return nil, &Fault{Reason: Unread, What: fmt.Sprintf("%s in encoding %v are not read", physical, encoding)}
}

// prefixed cuts off bytes that follow their number in four bytes.
func prefixed(b []byte) (head, rest []byte, err error) {
	if len(b) < 4 || uint64(binary.LittleEndian.Uint32(b)) > uint64(len(b)-4) {
		return nil, nil, damaged("a page ends within a value")
	}
	n := 4 + int(binary.LittleEndian.Uint32(b))
	return b[4:n], b[n:], nil
}

type plainTexts struct{ b []byte }

func (pt *plainTexts) next() (v []byte, err error) {
	v, pt.b, err = prefixed(pt.b)
	return v, err
}

type plainFixed struct {
	b     []byte
	width int
}

func (pf *plainFixed) next() ([]byte, error) {
	if len(pf.b) < pf.width {
		return nil, damaged("a page holds fewer values than it says")
	}
	v := pf.b[:pf.width]
	pf.b = pf.b[pf.width:]
	return v, nil
}

type plainBits struct {
	b     []byte
	at    int
	value [1]byte
}

func (pb *plainBits) next() ([]byte, error) {
	if pb.at/8 >= len(pb.b) {
		return nil, damaged("a page holds fewer values than it says")
	}
	pb.value[0] = pb.b[pb.at/8] >> (pb.at % 8) & 1
	pb.at++
	return pb.value[:], nil
}

type runBits struct {
	runs  hybrid
	value [1]byte
}

func (r *runBits) next() ([]byte, error) {
	v, err := r.runs.next()
	r.value[0] = byte(v & 1)
	return r.value[:], err
}

type deltaNumbers struct {
	deltas *deltas
	width  int
	value  [8]byte
}

func (dn *deltaNumbers) next() ([]byte, error) {
	v, err := dn.deltas.next()
	binary.LittleEndian.PutUint64(dn.value[:], uint64(v))
	return dn.value[:dn.width], err
}

// deltaTexts has the lengths of all texts before them.
type deltaTexts struct {
	lengths *deltas
	b       []byte
}

func newDeltaTexts(b []byte) (*deltaTexts, error) {
	lengths, err := newDeltas(b)
	if err != nil {
		return nil, err
	}
	rest, err := lengths.rest()
	return &deltaTexts{lengths, rest}, err
}

func (dt *deltaTexts) next() ([]byte, error) {
	n, err := dt.lengths.next()
	if err != nil {
		return nil, err
	}
	if n < 0 || n > int64(len(dt.b)) {
		return nil, damaged("a page ends within a value")
	}
	v := dt.b[:n]
	dt.b = dt.b[n:]
	return v, nil
}

// prefixedTexts begin with a number of bytes of the previous text, and have a separate end.
type prefixedTexts struct {
	prefixes *deltas
	ends     *deltaTexts
	last     []byte
	width    int
}

func newPrefixedTexts(b []byte, width int) (*prefixedTexts, error) {
	prefixes, err := newDeltas(b)
	if err != nil {
		return nil, err
	}
	rest, err := prefixes.rest()
	if err != nil {
		return nil, err
	}
	ends, err := newDeltaTexts(rest)
	return &prefixedTexts{prefixes: prefixes, ends: ends, width: width}, err
}

func (px *prefixedTexts) next() ([]byte, error) {
	n, err := px.prefixes.next()
	if err != nil {
		return nil, err
	}
	end, err := px.ends.next()
	if err != nil {
		return nil, err
	}
	if n < 0 || n > int64(len(px.last)) {
		return nil, damaged("a value begins as more than the one before it")
	}
	px.last = append(px.last[:n], end...)
	if px.width > 0 && len(px.last) != px.width {
		return nil, damaged("a value of %d bytes, where all have %d", len(px.last), px.width)
	}
	return px.last, nil
}

// split has the first bytes of all values, then all second bytes, and so on.
type split struct {
	b        []byte
	size, at int
	value    []byte
}

func (sp *split) next() ([]byte, error) {
	if sp.at == sp.size {
		return nil, damaged("a page holds fewer values than it says")
	}
	for i := range sp.value {
		sp.value[i] = sp.b[i*sp.size+sp.at]
	}
	sp.at++
	return sp.value, nil
}

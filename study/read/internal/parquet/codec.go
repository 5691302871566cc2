package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// unpacker decompresses pages. A page whose header claims too much fails before memory is allocated. The bound is the
// largest size that its compressed bytes can give, or, for a stream, twice its size so far.
type unpacker struct {
	gzip *gzip.Reader
	zstd *zstd.Decoder
}

const (
	// A byte of LZ4 repeats at most 255, one of a Snappy element of three bytes at most 64.
	mostLZ4, mostSnappy = 255, 64
	firstTry            = 1 << 16 // bytes that a stream gets at first
)

// append unpacks a page of a number of bytes behind b.
func (u *unpacker) append(b []byte, codec format.CompressionCodec, packed []byte, size int) ([]byte, error) {
	if len(packed) == 0 && size == 0 {
		return b, nil
	}
	start := len(b)
	var err error
	switch codec {
	case format.Uncompressed:
		b = append(b, packed...)
	case format.Snappy:
		if n, err := snappy.DecodedLen(packed); err != nil || n != size || size/mostSnappy > len(packed) {
			return nil, wrongSize(codec)
		}
		b = reserve(b, size)
		_, err = snappy.Decode(b[start:start+size], packed)
		b = b[:start+size]
	case format.Lz4Raw:
		b, err = appendLZ4(b, packed, size)
	case format.Lz4:
		b, err = appendHadoop(b, packed, size)
	case format.Gzip:
		b, err = u.appendGzip(b, packed, size)
	case format.Brotli:
		b, err = appendStream(b, brotli.NewReader(bytes.NewReader(packed)), len(packed), size)
	case format.Zstd:
		b, err = u.appendZstd(b, packed, size)
	default:
		return nil, &Fault{Reason: Unread, What: "pages compressed by " + codec.String() + " are not read"}
	}
	if err != nil || len(b)-start != size {
		return nil, wrongSize(codec)
	}
	return b, nil
}

func wrongSize(codec format.CompressionCodec) error {
	if codec == format.Uncompressed {
		return damaged("a page is not as long as its header says")
	}
	return damaged("a page cannot be unpacked by %v to the size that its header says", codec)
}

// reserve makes room for a number of further bytes.
func reserve(b []byte, bytes int) []byte {
	if cap(b)-len(b) >= bytes {
		return b
	}
	return append(make([]byte, 0, len(b)+bytes), b...)
}

func appendLZ4(b, packed []byte, size int) ([]byte, error) {
	if size/mostLZ4 > len(packed) {
		return nil, errShort
	}
	b = reserve(b, max(size, 1)) // the decoder writes through the pointer of an empty slice too
	n, err := lz4.UncompressBlock(packed, b[len(b):len(b)+size])
	return b[:len(b)+max(n, 0)], err
}

var errShort = errors.New("fewer bytes than were said")

// appendHadoop unpacks LZ4 as Hadoop frames it: before each block its size unpacked and packed, in four bytes each.
// Some writers leave the frame out.
func appendHadoop(b, packed []byte, size int) ([]byte, error) {
	framed, err := b, error(nil)
	for rest := packed; len(rest) > 0 && err == nil; {
		if len(rest) < 8 {
			err = errShort
			break
		}
		plain, block := int(binary.BigEndian.Uint32(rest)), int(binary.BigEndian.Uint32(rest[4:]))
		rest = rest[8:]
		if block > len(rest) || plain > size-(len(framed)-len(b)) {
			err = errShort
			break
		}
		framed, err = appendLZ4(framed, rest[:block], plain)
		rest = rest[block:]
	}
	if err == nil && len(framed)-len(b) == size {
		return framed, nil
	}
	return appendLZ4(b, packed, size)
}

func (u *unpacker) appendGzip(b, packed []byte, size int) ([]byte, error) {
	var err error
	if u.gzip == nil {
		u.gzip, err = gzip.NewReader(bytes.NewReader(packed))
	} else {
		err = u.gzip.Reset(bytes.NewReader(packed))
	}
	if err != nil {
		return nil, err
	}
	return appendStream(b, u.gzip, len(packed), size)
}

// appendStream reads a number of bytes, which must be all, into memory that grows as they come.
func appendStream(b []byte, r io.Reader, packed, size int) ([]byte, error) {
	start := len(b)
	for room := max(firstTry, 8*packed); ; room *= 2 {
		b = reserve(b, min(size, room)-(len(b)-start))
		n, err := io.ReadFull(r, b[len(b):start+min(size, room)])
		b = b[:len(b)+n]
		if err != nil {
			return b, err
		}
		if len(b)-start == size {
			break
		}
	}
	var more [1]byte
	if n, err := io.ReadFull(r, more[:]); n > 0 || err != io.EOF {
		return nil, errors.Join(errShort, err)
	}
	return b, nil
}

func (u *unpacker) appendZstd(b, packed []byte, size int) ([]byte, error) {
	if u.zstd == nil {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true),
			zstd.WithDecoderMaxWindow(mostUnpacked))
		if err != nil {
			return nil, err
		}
		u.zstd = d
	}
	for room := max(firstTry, 64*len(packed)); ; room *= 2 {
		try := min(size, room)
		b = reserve(b, try)
		all, err := u.zstd.DecodeAll(packed, b[:len(b):len(b)+try])
		if !errors.Is(err, zstd.ErrDecoderSizeExceeded) || try == size {
			return all, err
		}
	}
}

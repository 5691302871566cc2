package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime/metrics"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	parquetgo "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// taken returns the bytes that a function takes from the heap, those that it gives back included.
func taken(do func()) uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	before := s[0].Value.Uint64()
	do()
	metrics.Read(s)
	return s[0].Value.Uint64() - before
}

// requireHarmless reads a file that may be damaged: all its columns, or a fault, in memory that is bounded.
func requireHarmless(t *testing.T, data []byte) map[string]string {
	const memory = 1 << 20
	var all map[string]string
	var err error
	bytes := taken(func() { all, err = contents(data, memory) })
	var fault *Fault
	if err != nil && !errors.As(err, &fault) {
		t.Fatalf("no fault, but %v", err)
	}
	if bytes > 64<<20 { // all pages, one after the other, and what they are decompressed by
		t.Fatalf("%d bytes were taken", bytes)
	}
	return all
}

// TestDamage changes bytes of small files of each codec, and cuts the files off.
func TestDamage(t *testing.T) {
	tried, wrong := 0, 0
	for k, codec := range codecs() {
		for _, version := range []int{1, 2} {
			data, want := smallFile(t, 24, codec, version)
			for n := (k + version) % 4; n < len(data); n += 4 {
				bad := bytes.Clone(data)
				bad[n] ^= []byte{0x01, 0x80, 0xff}[n%3]
				all := requireHarmless(t, bad)
				if all != nil && !assert.ObjectsAreEqual(want, all) {
					wrong++
				}
				tried++
				if n%16 == 0 {
					require.Nil(t, requireHarmless(t, data[:n]))
				}
			}
		}
	}
	// The writer has a checksum of each page. What gives other texts is in the footer: a column's name, or the type of
	// its numbers.
	require.Less(t, wrong, tried/50)
}

// FuzzDamage changes several bytes of small files of each codec. An edit is a place of two bytes and a value.
func FuzzDamage(f *testing.F) {
	var good [][]byte
	for _, codec := range codecs() {
		for _, version := range []int{1, 2} {
			data, _ := smallFile(f, 24, codec, version)
			good = append(good, data)
		}
	}
	files, err := filepath.Glob(filepath.Join("testdata", "*.parquet"))
	require.NoError(f, err)
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(f, err)
		good = append(good, data)
	}
	for which := range good {
		f.Add(uint8(which), []byte{0, 40, 0xff, 1, 1, 1})
	}
	f.Fuzz(func(t *testing.T, which uint8, edits []byte) {
		data := bytes.Clone(good[int(which)%len(good)])
		for ; len(edits) >= 3; edits = edits[3:] {
			data[(int(edits[0])<<8|int(edits[1]))%len(data)] ^= edits[2]
		}
		_ = requireHarmless(t, data)
	})
}

// TestClaims unpacks pages whose headers claim two gigabytes, and pages that unpack to what they claim, and more.
func TestClaims(t *testing.T) {
	const size = 1 << 20
	text := bytes.Repeat([]byte{'x'}, size)
	pack := func(codec format.CompressionCodec) []byte {
		var b bytes.Buffer
		switch codec {
		case format.Snappy:
			return snappy.Encode(nil, text)
		case format.Gzip:
			w := gzip.NewWriter(&b)
			_, err := w.Write(text)
			require.NoError(t, err)
			require.NoError(t, w.Close())
		case format.Brotli:
			w := brotli.NewWriter(&b)
			_, err := w.Write(text)
			require.NoError(t, err)
			require.NoError(t, w.Close())
		case format.Zstd:
			w, err := zstd.NewWriter(nil)
			require.NoError(t, err)
			return w.EncodeAll(text, nil)
		case format.Lz4Raw:
			packed, err := parquetgo.Lz4Raw.Encode(nil, text)
			require.NoError(t, err)
			return packed
		}
		return b.Bytes()
	}
	for _, codec := range []format.CompressionCodec{format.Snappy, format.Gzip, format.Brotli, format.Zstd,
		format.Lz4Raw, format.Lz4} {
		packed := pack(codec)
		if codec == format.Lz4 {
			packed = pack(format.Lz4Raw)
		}
		var u unpacker
		b, err := u.append(nil, codec, packed, size)
		require.NoError(t, err, codec)
		require.True(t, bytes.Equal(text, b))
		for _, claim := range []int{1<<31 - 1, size + 1, size - 1, 0} {
			bytes := taken(func() { _, err = u.append(nil, codec, packed, claim) })
			var fault *Fault
			require.ErrorAs(t, err, &fault, codec)
			// A stream gives what it holds; LZ4 and Snappy can hold no more than a multiple of their bytes.
			assert.Less(t, bytes, uint64(8<<20), codec)
		}
	}
}

// TestBomb refuses a small file after as many bytes of text as compressed text may give.
func TestBomb(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "bomb.parquet")) // a name of 1 MiB in 300,000 rows
	require.NoError(t, err)
	f, err := Open(bytes.NewReader(data), int64(len(data)), allowed)
	require.NoError(t, err)
	c := f.Columns[0]
	require.NoError(t, c.Begin(0))
	for range mostUnpacked >> 20 {
		if _, err = c.Next(); err != nil {
			break
		}
	}
	require.EqualError(t, err, "the Parquet data are refused: they unpack to more than 500 times their size, which no "+
		"table of labels does")
	assert.Equal(t, Bomb, err.(*Fault).Reason)

	_, err = contents(data, 1<<19)
	require.EqualError(t, err, `column "item": the Parquet data need more memory than there is: more than 0.000488 GiB`)
}

// TestFootersOfMuch opens footers of few bytes that say they hold much, or hold it in one another.
func TestFootersOfMuch(t *testing.T) {
	file := func(footer ...byte) []byte {
		data := append([]byte("PAR1"), footer...)
		return append(binary.LittleEndian.AppendUint32(data, uint32(len(footer))), "PAR1"...)
	}
	deep := bytes.Repeat([]byte{0x1c}, 1<<20)
	for _, c := range []struct {
		data []byte
		want string
	}{
		// Field 2 is a list of 2^31 − 1 structures, field 5 a text as long.
		{file(0x15, 2, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07), "the footer is cut off"},
		{file(0x58, 0xff, 0xff, 0xff, 0xff, 0x07), "the footer is cut off"},
		{file(deep...), "structures of the metadata lie in one another more than 32 deep"},
		{file(append(bytes.Repeat([]byte{0x19, 0x19}, 1<<10), 0)...),
			"lists of the metadata lie in one another more than 32 deep"},
		{file(0x1f, 0), "the metadata have a value of unknown type 15"},
		{file(0), "the footer cannot be decoded"},
		{file(), "the footer is cut off"},
		{[]byte("PAR1PAR1"), "there is no footer"},
		{[]byte("PAR1....\x00\x00\x00\x00PARE"), "the Parquet data are encrypted"},
		{[]byte("PAR1....\xff\xff\xff\xffPAR1"), "there is no footer"},
	} {
		var err error
		bytes := taken(func() { _, err = contents(c.data, allowed) })
		require.EqualError(t, err, c.want)
		assert.Less(t, bytes, uint64(8<<20))
	}
	// A list of many empty structures takes a thousand times its bytes.
	many := append([]byte{0x29, 0xfc, 0x80, 0x80, 0x40}, make([]byte, 1<<20)...)
	_, err := contents(file(append(many, 0)...), allowed)
	require.ErrorContains(t, err, "more memory than there is")
}

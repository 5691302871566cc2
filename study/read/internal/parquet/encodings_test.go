package parquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	parquetgo "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/pierrec/lz4/v4"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// of is the text of rows, of which every seventh is null.
func of(rows int, value func(i int) string) string {
	cells := make([]string, rows)
	for i := range cells {
		cells[i] = "null"
		if i%7 != 0 {
			cells[i] = value(i)
		}
	}
	return strings.Join(cells, ",")
}

func quarters(i int) string { return string(appendFloat(nil, float64(i)/4, 64)) }

// TestEncodings reads files of pyarrow whose columns have each encoding, in pages of either version, and each codec.
func TestEncodings(t *testing.T) {
	want := map[string]string{
		"flag":   of(300, func(i int) string { return fmt.Sprint(i%3 == 0) }),
		"int":    of(300, func(i int) string { return fmt.Sprint(i*i - 500) }),
		"long":   of(300, func(i int) string { return fmt.Sprint(i * i * i * (1 - 2*(i%2))) }),
		"number": of(300, quarters),
		"half":   of(300, quarters),
		"text":   of(300, func(i int) string { return fmt.Sprint("item number ", i/5) }),
		"prefixed": of(300, func(i int) string {
			return fmt.Sprint("item number ", i)
		}),
		"code":       of(300, func(i int) string { return fmt.Sprintf("%04d", i) }),
		"dictionary": of(300, func(i int) string { return "abc"[i%3 : i%3+1] }),
	}
	for _, name := range []string{"encodings1", "encodings2", "snappy", "gzip", "brotli", "zstd", "lz4"} {
		data, err := os.ReadFile(filepath.Join("testdata", name+".parquet"))
		require.NoError(t, err)
		all, err := contents(data, allowed)
		require.NoError(t, err, name)
		require.GreaterOrEqual(t, len(all), 2)
		for column, cells := range all {
			assert.Equal(t, want[column], cells, name+" "+column)
		}
	}
}

// A table of no rows has columns, and pages of none.
func TestNoRows(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "empty.parquet"))
	require.NoError(t, err)
	f, err := Open(bytes.NewReader(data), int64(len(data)), allowed)
	require.NoError(t, err)
	require.Len(t, f.Groups, 1)
	all, err := contents(data, allowed)
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"bool": "", "text": ""}, all)
}

// small is a file with texts, numbers, nulls and a dictionary, of the other library for Go.
type small struct {
	Item  string   `parquet:"item,dict"`
	Key   string   `parquet:"key,delta"`
	Text  *string  `parquet:"text,optional"`
	Label *float64 `parquet:"label,optional"`
	Count int32    `parquet:"count,delta"`
	Flag  bool     `parquet:"flag"`
	Code  [4]byte  `parquet:"code,dict"`
}

func codecs() []compress.Codec {
	return []compress.Codec{&parquetgo.Uncompressed, &parquetgo.Snappy, &parquetgo.Gzip, &parquetgo.Brotli,
		&parquetgo.Zstd, &parquetgo.Lz4Raw}
}

func smallFile(t testing.TB, rows int, codec compress.Codec, version int) ([]byte, map[string]string) {
	var b bytes.Buffer
	w := parquetgo.NewGenericWriter[small](&b, parquetgo.Compression(codec), parquetgo.DataPageVersion(version),
		parquetgo.PageBufferSize(200))
	cells := make([][]string, 7)
	for i := range rows {
		r := small{Item: fmt.Sprint("i", i/3), Key: fmt.Sprint("key ", i), Count: int32(i * i), Flag: i%2 == 0,
			Code: [4]byte{'a', byte('a' + i%3)}}
		text, label := fmt.Sprint("text ", i), float64(i)/4
		row := []string{r.Item, r.Key, "null", "null", fmt.Sprint(r.Count), fmt.Sprint(r.Flag), string(r.Code[:])}
		if i%7 != 0 {
			r.Text, r.Label = &text, &label
			row[2], row[3] = text, quarters(i)
		}
		for k := range cells {
			cells[k] = append(cells[k], row[k])
		}
		_, err := w.Write([]small{r})
		require.NoError(t, err)
		if i == rows/2 {
			require.NoError(t, w.Flush())
		}
	}
	require.NoError(t, w.Close())
	want := map[string]string{}
	for k, name := range []string{"item", "key", "text", "label", "count", "flag", "code"} {
		want[name] = strings.Join(cells[k], ",")
	}
	return b.Bytes(), want
}

// TestOtherLibrary reads what parquet-go writes, in each codec and either version of pages.
func TestOtherLibrary(t *testing.T) {
	for _, codec := range codecs() {
		for _, version := range []int{1, 2} {
			data, want := smallFile(t, 200, codec, version)
			all, err := contents(data, allowed)
			require.NoError(t, err, codec)
			assert.Equal(t, want, all, codec)
		}
	}
}

// TestHadoop unpacks LZ4 in Hadoop's frames and without. No writer of today writes the frames; they are made here.
func TestHadoop(t *testing.T) {
	text := bytes.Repeat([]byte("labels "), 100)
	var framed []byte
	for _, half := range [][]byte{text[:300], text[300:]} {
		block := make([]byte, lz4.CompressBlockBound(len(half)))
		var c lz4.Compressor
		n, err := c.CompressBlock(half, block)
		require.NoError(t, err)
		framed = binary.BigEndian.AppendUint32(framed, uint32(len(half)))
		framed = append(binary.BigEndian.AppendUint32(framed, uint32(n)), block[:n]...)
	}
	whole := make([]byte, lz4.CompressBlockBound(len(text)))
	var c lz4.Compressor
	n, err := c.CompressBlock(text, whole)
	require.NoError(t, err)
	for _, packed := range [][]byte{framed, whole[:n]} {
		var u unpacker
		b, err := u.append([]byte("x"), 5, packed, len(text))
		require.NoError(t, err)
		assert.Equal(t, "x"+string(text), string(b))
	}
	var u unpacker
	_, err = u.append(nil, 5, framed[:len(framed)-1], len(text))
	require.EqualError(t, err, "a page cannot be unpacked by LZ4 to the size that its header says")
	_, err = u.append(nil, 3, framed, 1)
	require.EqualError(t, err, "pages compressed by LZO are not read")
}

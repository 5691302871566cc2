package parquet

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	frame = 4 + 4 + 4 // a mark, the length of the footer, a mark
	// Bytes that a structure of the footer takes in memory, at most.
	structBytes = 1024
)

// File is a Parquet file that is open for reading.
type File struct {
	Columns []*Column
	Groups  []Group

	r      io.ReaderAt
	end    int64 // of the pages: the footer begins
	bounds bounds
	unpack unpacker
	packed []byte // the page that is unpacked
	held   int64  // bytes that are held for the file as a whole
	meta   format.FileMetaData
}

// Group is a row group.
type Group struct{ Rows, Bytes int64 }

// Open reads the footer of a file. Pages and dictionaries that are open at a time take no more than this many bytes of
// memory. The error of this and all other functions is a [*Fault].
func Open(r io.ReaderAt, size, memory int64) (*File, error) {
	f := &File{r: r, bounds: bounds{memory: memory, file: size}}
	footer, err := f.footer(size)
	if err != nil {
		return nil, err
	}
	if err := f.decode(footer); err != nil {
		return nil, err
	}
	return f, nil
}

// footer returns the bytes of the metadata at the end.
func (f *File) footer(size int64) ([]byte, error) {
	if size < frame {
		return nil, damaged("there is no footer")
	}
	var end [8]byte
	if err := f.read(end[:], size-int64(len(end))); err != nil {
		return nil, err
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	switch mark := string(end[4:]); {
	case mark == "PARE":
		return nil, &Fault{Reason: Encrypted, What: "the Parquet data are encrypted"}
	case mark != "PAR1" || length > size-frame:
		return nil, damaged("there is no footer")
	}
	f.end = size - 8 - length
	if err := f.bounds.hold(length, &f.held); err != nil {
		return nil, err
	}
	footer := make([]byte, length)
	return footer, f.read(footer, f.end)
}

// decode reads the footer.
func (f *File) decode(footer []byte) error {
	n, structs, err := skim(footer)
	if err != nil {
		return inFooter(err)
	}
	// Behind it is at most the signature of a file with some encrypted columns.
	if signature := 28; len(footer)-n != 0 && len(footer)-n != signature {
		return damaged("the footer is longer than what it holds")
	}
	if err := f.bounds.hold(int64(structs)*structBytes, &f.held); err != nil {
		return err
	}
	// The format's own type leaves out a logical type that it does not know.
	var annotations struct {
		Schema []struct {
			Logical *struct{} `thrift:"10,optional"`
		} `thrift:"2,required"`
	}
	var protocol thrift.CompactProtocol
	for _, to := range []any{&f.meta, &annotations} {
		if err := thrift.Unmarshal(&protocol, footer[:n], to); err != nil {
			return inFooter(err)
		}
	}
	if len(f.meta.Schema) != len(annotations.Schema) {
		return damaged("the footer lists the columns in a way that is not read")
	}
	var rows int64
	for i := range f.meta.RowGroups {
		g := &f.meta.RowGroups[i]
		if g.NumRows < 0 || g.NumRows > f.meta.NumRows-rows {
			return damaged("row groups of %d rows in a file of %d rows", g.NumRows, f.meta.NumRows)
		}
		rows += g.NumRows
		f.Groups = append(f.Groups, Group{g.NumRows, max(0, g.TotalByteSize)})
	}
	if rows != f.meta.NumRows {
		return damaged("the row groups have %d rows, and the file %d", rows, f.meta.NumRows)
	}
	return f.columns(func(i int) bool { return annotations.Schema[i].Logical != nil })
}

func inFooter(err error) error {
	var fault *Fault
	switch {
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, io.ErrUnexpectedEOF):
		return damaged("the footer is cut off")
	}
	return damaged("the footer cannot be decoded")
}

// Metadata returns a value of the writer's metadata; "" for none.
func (f *File) Metadata(key string) string {
	for _, kv := range f.meta.KeyValueMetadata {
		if kv.Key == key {
			return kv.Value
		}
	}
	return ""
}

// read fills b with the bytes at a place.
func (f *File) read(b []byte, at int64) error {
	if n, err := f.r.ReadAt(b, at); n < len(b) {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return failed("reading failed", err)
	}
	return nil
}

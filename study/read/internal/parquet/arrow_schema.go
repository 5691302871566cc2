package parquet

import (
	"encoding/base64"
	"encoding/binary"
)

// OrderedInArrow returns the names of the columns that an Arrow schema says are dictionaries of ordered categories.
// Arrow's Parquet files have the schema as ARROW:schema: an IPC message in base64 (Arrow Columnar Format, "Encapsulated
// message format"; Schema.fbs, Message.fbs). A damaged schema counts as none.
func OrderedInArrow(schema string) map[string]bool {
	b, err := base64.StdEncoding.DecodeString(schema)
	if err != nil || len(b) < 8 {
		return nil
	}
	f := flatbuffer(b[4:]) // behind the length
	if binary.LittleEndian.Uint32(b) == 1<<32-1 {
		f = flatbuffer(b[8:]) // since version 0.15 of Arrow there is a mark before it
	}
	const ( // places of fields in the tables of the specification
		messageHeader, schemaFields, fieldName, fieldDictionary, dictionaryIsOrdered = 2, 1, 0, 4, 2
	)
	fields := f.follow(f.field(f.follow(f.field(f.number(0, 4), messageHeader)), schemaFields))
	ordered := make(map[string]bool)
	for i := range min(f.number(fields, 4), len(f)/4) {
		field := f.follow(fields + 4 + 4*i)
		dictionary := f.follow(f.field(field, fieldDictionary))
		if at := f.field(dictionary, dictionaryIsOrdered); at != 0 && f.number(at, 1) == 1 {
			ordered[f.text(f.follow(f.field(field, fieldName)))] = true
		}
	}
	return ordered
}

// flatbuffer is a buffer of FlatBuffers. Places in it are offsets from its start; 0 is no place, and bytes outside are
// 0.
type flatbuffer []byte

// number reads an unsigned number of at most four bytes.
func (buffer flatbuffer) number(at, size int) int {
	if at < 0 || at > len(buffer)-size {
		return 0
	}
	var b [8]byte
	copy(b[:], buffer[at:at+size])
	return int(binary.LittleEndian.Uint64(b[:]))
}

// field returns the place of a field of a table; 0 if the table has none.
func (buffer flatbuffer) field(table, i int) int {
	if table == 0 {
		return 0
	}
	layout := table - int(int32(buffer.number(table, 4)))
	if 4+2*i >= buffer.number(layout, 2) {
		return 0
	}
	offset := buffer.number(layout+4+2*i, 2)
	if offset == 0 {
		return 0
	}
	return table + offset
}

// follow returns the place that the offset at a place points to.
func (buffer flatbuffer) follow(at int) int {
	if at == 0 {
		return 0
	}
	return at + buffer.number(at, 4)
}

// text reads a string.
func (buffer flatbuffer) text(at int) string {
	size := buffer.number(at, 4)
	if at == 0 || at+4 > len(buffer)-size {
		return ""
	}
	return string(buffer[at+4 : at+4+size])
}

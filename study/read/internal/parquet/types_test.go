package parquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const allowed = 64 << 20 // bytes of memory in these tests

// contents reads all columns of a file: their texts, or what they are that cannot be read, by their names.
func contents(data []byte, memory int64) (map[string]string, error) {
	f, err := Open(bytes.NewReader(data), int64(len(data)), memory)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, c := range f.Columns {
		if !c.Readable() {
			all[c.Name] = "no: " + c.Kind
			continue
		}
		var cells []string
		for group, g := range f.Groups {
			if err := c.Begin(group); err != nil {
				return nil, err
			}
			for range g.Rows {
				text, err := c.Next()
				if err != nil {
					return nil, err
				}
				if text == nil {
					text = []byte("null")
				}
				cells = append(cells, string(text))
			}
		}
		c.End()
		all[c.Name] = strings.Join(cells, ",")
	}
	return all, nil
}

// TestTypes reads each type that pyarrow writes.
func TestTypes(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "types.parquet"))
	require.NoError(t, err)
	all, err := contents(data, allowed)
	require.NoError(t, err)
	assert.Equal(t, map[string]string{
		"bool": "true,false,null",
		"int8": "-128,127,null", "int16": "-32768,32767,null", "int32": "-2147483648,2147483647,null",
		"int64": "-9223372036854775808,9223372036854775807,null",
		"uint8": "0,255,null", "uint16": "0,65535,null", "uint32": "0,4294967295,null",
		"uint64":  "0,18446744073709551615,null",
		"float16": "0.1,-65500,null", "float32": "0.1,1e+30,null", "float64": "0.1," + strings.Replace(
			fmt.Sprintf("%.300f", -1e-300), "-0.", "-0.", 1) + ",null",
		"decimal32": "1.50,-0.05,null", "decimal64": "12345678.9012,-0.0001,null",
		"decimal128": strings.Repeat("1", 30) + ".5,-2.5,null",
		"decimal256": strings.Repeat("7", 60) + ",-1,null",
		"date32":     "2024-02-29,1969-12-31,null", "date64": "2024-02-29,0001-01-01,null",
		"time_ms": "23:59:58.12,00:00:00,null", "time_us": "23:59:58.123456,01:00:00,null",
		"time_ns": "00:00:00.000000001,23:59:59.999999999,null",
		"at_ms":   "2024-02-29T23:59:58.123,1969-12-31T23:00:00,null",
		"at_us":   "2024-02-29T23:59:58.123456,2024-02-29,null",
		"at_ns":   "1970-01-01T00:00:00.000000001,1969-12-31T23:59:59.999999999,null",
		"at_utc":  "2024-02-29T23:59:58.123456Z,2024-02-29T00:00:00Z,null",
		"text":    "ä b,,null", "large_text": "x,y,null", "bytes": "x,\xff,null", "fixed": "abc,xyz,null",
		"uuid": "00000000-0000-0000-0000-000000000001,ffffffff-ffff-ffff-ffff-ffffffffffff,null",
		"json": "{},[1],null", "categories": "b,a,null", "null": "null,null,null",
		"struct.score": "1,null,null", "struct.of.who": "w,null,null",
		"list": "no: lists", "map": "no: maps", "structs": "no: lists",
	}, all)

	data, err = os.ReadFile(filepath.Join("testdata", "int96.parquet"))
	require.NoError(t, err)
	all, err = contents(data, allowed)
	require.NoError(t, err)
	assert.Equal(t, map[string]string{
		"at_ms": "2024-02-29T23:59:58.123,1969-12-31T23:00:00,null",
		"at_us": "2024-02-29T23:59:58.123456,2024-02-29,null",
	}, all)
}

// schemaOf is a file of no rows with the given elements below the root. A logical type is any structure with the
// fields of the format's union.
func schemaOf(t *testing.T, children int32, elements ...element) []byte {
	root := element{Name: "root", NumChildren: thrift.New(children)}
	var protocol thrift.CompactProtocol
	footer, err := thrift.Marshal(&protocol, footerOfSchema{Version: 1, Schema: append([]element{root}, elements...)})
	require.NoError(t, err)
	data := append([]byte("PAR1"), footer...)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(footer)))
	return append(data, "PAR1"...)
}

type footerOfSchema struct {
	Version   int32             `thrift:"1,required"`
	Schema    []element         `thrift:"2,required"`
	NumRows   int64             `thrift:"3,required"`
	RowGroups []format.RowGroup `thrift:"4,required"`
}

type element struct {
	Type        thrift.Null[format.Type]                `thrift:"1,optional"`
	Length      thrift.Null[int32]                      `thrift:"2,optional"`
	Repetition  thrift.Null[format.FieldRepetitionType] `thrift:"3,optional"`
	Name        string                                  `thrift:"4,required"`
	NumChildren thrift.Null[int32]                      `thrift:"5,optional"`
	Converted   thrift.Null[deprecated.ConvertedType]   `thrift:"6,optional"`
	Scale       thrift.Null[int32]                      `thrift:"7,optional"`
	Logical     *logical                                `thrift:"10,optional"`
}

type logical struct {
	String  *struct{}            `thrift:"1,optional"`
	Decimal *format.DecimalType  `thrift:"5,optional"`
	Bson    *struct{}            `thrift:"13,optional"`
	UUID    *struct{}            `thrift:"14,optional"`
	Half    *struct{}            `thrift:"15,optional"`
	Variant *format.VariantType  `thrift:"16,optional"`
	Shape   *format.GeometryType `thrift:"17,optional"`
	Places  *struct{}            `thrift:"18,optional"`
	Future  *struct{}            `thrift:"40,optional"`
}

// TestTypesByTheirSchema says of each type that pyarrow does not write whether it is read, and what it is if not.
func TestTypesByTheirSchema(t *testing.T) {
	is := func(e element, physical format.Type) element {
		e.Name, e.Type = "x", thrift.New(physical)
		return e
	}
	of := func(l logical, physical format.Type, length int32) element {
		e := is(element{Logical: &l}, physical)
		if length > 0 {
			e.Length = thrift.New(length)
		}
		return e
	}
	older := func(c deprecated.ConvertedType, physical format.Type) element {
		e := is(element{Converted: thrift.New(c)}, physical)
		e.Length = thrift.New[int32](12)
		return e
	}
	some := &struct{}{}
	for _, c := range []struct {
		element
		want string
	}{
		{is(element{}, format.ByteArray), "texts"},
		{is(element{}, 9), "no: values of a type that is not known here"},
		{is(element{}, format.FixedLenByteArray), "no: values of a length that the file does not say"},
		{of(logical{Bson: some}, format.ByteArray, 0), "no: BSON documents"},
		{of(logical{Shape: &format.GeometryType{}}, format.ByteArray, 0), "no: places on a map"},
		{of(logical{Places: some}, format.ByteArray, 0), "no: places on a map"},
		{of(logical{Future: some}, format.Int32, 0), "no: values of a logical type that is not known here"},
		{of(logical{Half: some}, format.FixedLenByteArray, 3), "no: numbers that are stored as FIXED_LEN_BYTE_ARRAY"},
		{of(logical{Half: some}, format.Int32, 0), "no: numbers that are stored as INT32"},
		{of(logical{UUID: some}, format.ByteArray, 0), "no: UUIDs that are stored as BYTE_ARRAY"},
		{of(logical{String: some}, format.Double, 0), "no: texts that are stored as DOUBLE"},
		{of(logical{Decimal: &format.DecimalType{Scale: 2}}, format.Double, 0),
			"no: decimals that are stored as DOUBLE"},
		{of(logical{Decimal: &format.DecimalType{Scale: -1}}, format.Int32, 0), "no: decimals of scale -1"},
		{older(deprecated.Interval, format.FixedLenByteArray), "no: intervals of time"},
		{older(deprecated.Bson, format.ByteArray), "no: BSON documents"},
		{older(deprecated.Json, format.ByteArray), "texts"},
		{older(deprecated.Enum, format.ByteArray), "texts"},
		{older(deprecated.UTF8, format.ByteArray), "texts"},
		{older(deprecated.Decimal, format.FixedLenByteArray), "decimals"},
		{older(deprecated.Date, format.Int32), "dates"},
		{older(deprecated.TimeMillis, format.Int32), "times"},
		{older(deprecated.TimeMicros, format.Int64), "times"},
		{older(deprecated.TimestampMillis, format.Int64), "times"},
		{older(deprecated.TimestampMicros, format.Int64), "times"},
		{older(deprecated.Uint64, format.Int64), "numbers"},
		{older(deprecated.Int8, format.Int32), "numbers"},
		{older(99, format.Int32), "no: values of a converted type that is not known here"},
	} {
		data := schemaOf(t, 1, c.element)
		f, err := Open(bytes.NewReader(data), int64(len(data)), allowed)
		require.NoError(t, err, c.want)
		require.Len(t, f.Columns, 1)
		got := f.Columns[0].Kind
		if !f.Columns[0].Readable() {
			got = "no: " + got
		}
		assert.Equal(t, c.want, got)
	}
	// A variant is a group of bytes that nobody should take for texts; a repeated column has no list around it.
	variant := element{Name: "v", NumChildren: thrift.New[int32](2), Logical: &logical{Variant: &format.VariantType{}}}
	scores := is(element{Repetition: thrift.New(format.Repeated)}, format.Int32)
	data := schemaOf(t, 3, variant, is(element{}, format.ByteArray), is(element{}, format.ByteArray), scores,
		is(element{}, format.Int32))
	f, err := Open(bytes.NewReader(data), int64(len(data)), allowed)
	require.NoError(t, err)
	var kinds []string
	for _, c := range f.Columns {
		kinds = append(kinds, c.Name+" "+c.Kind)
	}
	assert.Equal(t, []string{"v variants", "x lists", "x numbers"}, kinds)
	assert.Equal(t, 3, f.Columns[2].leaf)
}

// TestOlderTypes writes values of the converted types that no writer of today uses.
func TestOlderTypes(t *testing.T) {
	number := func(v int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(v)) }
	text := func(c deprecated.ConvertedType, v []byte) string {
		e := &format.SchemaElement{Type: thrift.New(format.Int64), ConvertedType: thrift.New(c),
			Scale: thrift.New[int32](3)}
		write, _ := textOf(e)
		return string(write(nil, v))
	}
	assert.Equal(t, "-0.001", text(deprecated.Decimal, number(-1)))
	assert.Equal(t, "18446744073709551615", text(deprecated.Uint64, number(-1)))
	assert.Equal(t, "1970-01-01T00:00:00.001Z", text(deprecated.TimestampMillis, number(1)))
	assert.Equal(t, "1969-12-31T23:59:59.999999Z", text(deprecated.TimestampMicros, number(-1)))
	assert.Equal(t, "00:00:00.001", text(deprecated.TimeMicros, number(1000)))
	assert.Empty(t, text(deprecated.TimeMicros, number(-1)), "no time of day")
	assert.Empty(t, text(deprecated.TimeMicros, number(24*3600*1000*1000)))
	day := binary.LittleEndian.AppendUint32(number(daySeconds*1e9), 2440588)
	assert.Nil(t, appendInt96(nil, day))
	assert.Equal(t, "0", string(decimalText(0)(nil, nil)))
	assert.Nil(t, decimalText(0)(nil, make([]byte, 65)))
}

// TestHalf goes through all numbers of binary16: each text is that number again, and no shorter one is. The numbers
// are checked by their definition: m · 2^(e−25) with 11 bits of m, or 2^−24 times 10 bits.
func TestHalf(t *testing.T) {
	var all []float64 // positive, ascending
	for exponent := range 31 {
		for fraction := range 1024 {
			x := float64(fraction) * math.Pow(2, -24)
			if exponent > 0 {
				x = float64(1024+fraction) * math.Pow(2, float64(exponent-25))
			}
			all = append(all, x)
		}
	}
	for bits, x := range all {
		require.Equal(t, x, half(uint16(bits)))
		require.Equal(t, -x, half(uint16(bits)|1<<15))
		var read float64
		text := string(appendFloat16(nil, binary.LittleEndian.AppendUint16(nil, uint16(bits))))
		_, err := fmt.Sscan(text, &read)
		require.NoError(t, err)
		for _, neighbour := range []int{bits - 1, bits + 1} {
			if neighbour >= 0 && neighbour < len(all) {
				require.Less(t, math.Abs(read-x), math.Abs(read-all[neighbour]), text)
			}
		}
		require.LessOrEqual(t, len(strings.Trim(strings.Replace(text, ".", "", 1), "0")), 5, text)
	}
	assert.Equal(t, "+Inf", string(appendFloat16(nil, []byte{0, 0x7c})))
	assert.Equal(t, "-Inf", string(appendFloat16(nil, []byte{0, 0xfc})))
	assert.Equal(t, "NaN", string(appendFloat16(nil, []byte{1, 0x7c})))
	assert.Equal(t, "0.1", string(appendFloat16(nil, []byte{0x66, 0x2e})))
	assert.Equal(t, "-0", string(appendFloat16(nil, []byte{0, 0x80})))
}

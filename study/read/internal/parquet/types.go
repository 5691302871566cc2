package parquet

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// appendText appends a value as text, of the bytes that it is stored in; nil if they are no value of the type.
type appendText func(b, stored []byte) []byte

const (
	numbers = "numbers"
	dates   = "dates"
	times   = "times"
	texts   = "texts"
	// The longest value of fixed length, and the widest scale of a decimal, that are not taken for damage.
	mostFixed = 1 << 20
	mostScale = 100
)

// textOf returns how the values of a type are written, and their kind; nil if they can be neither labels nor ids.
// Numbers have the fewest digits that read back the same; dates and times are as in ISO 8601.
func textOf(e *format.SchemaElement) (appendText, string) {
	physical := e.Type.V
	if physical == format.FixedLenByteArray && (e.TypeLength.V <= 0 || e.TypeLength.V > mostFixed) {
		return nil, "values of a length that the file does not say"
	}
	of := annotation(e)
	if of == nil {
		return plainText(physical)
	}
	stored := map[format.Type]bool{}
	for _, t := range of.stored {
		stored[t] = true
	}
	if !stored[physical] || of.length != 0 && of.length != e.TypeLength.V {
		return nil, fmt.Sprintf("%s that are stored as %s", of.kind, physical)
	}
	return of.text, of.kind
}

// plainText is textOf for values without annotation.
func plainText(physical format.Type) (appendText, string) {
	switch physical {
	case format.Boolean:
		return func(b, v []byte) []byte { return strconv.AppendBool(b, v[0] != 0) }, "truth values"
	case format.Int32, format.Int64:
		return appendSigned, numbers
	case format.Int96:
		return appendInt96, times
	case format.Float:
		return func(b, v []byte) []byte {
			return appendFloat(b, float64(math.Float32frombits(binary.LittleEndian.Uint32(v))), 32)
		}, numbers
	case format.Double:
		return func(b, v []byte) []byte {
			return appendFloat(b, math.Float64frombits(binary.LittleEndian.Uint64(v)), 64)
		}, numbers
	case format.ByteArray, format.FixedLenByteArray:
		return appendBytes, texts
	}
	return nil, "values of a type that is not known here"
}

// annotated is the kind of values that have a logical type or one of the older converted types.
type annotated struct {
	text   appendText
	kind   string
	stored []format.Type // how the specification lets them be stored
	length int32         // of fixed length, 0 for any
}

// annotation returns the annotation of an element; nil if there is none.
func annotation(e *format.SchemaElement) *annotated {
	switch l := e.LogicalType.Value.(type) {
	case nil:
		return converted(e)
	case *format.StringType, *format.EnumType, *format.JsonType:
		return textType()
	case *format.DecimalType:
		return decimalType(l.Scale, e.Type.V)
	case *format.IntType:
		return intType(!l.IsSigned)
	case *format.DateType:
		return dateType()
	case *format.TimeType:
		return timeType(perSecond(&l.Unit))
	case *format.TimestampType:
		return timestampType(perSecond(&l.Unit), l.IsAdjustedToUTC)
	case *format.UUIDType:
		return &annotated{appendUUID, "UUIDs", fixed(), 16}
	case *format.Float16Type:
		return &annotated{appendFloat16, numbers, fixed(), 2}
	case *format.NullType: // every value is null
		return &annotated{func(b, _ []byte) []byte { return b[:0] }, "nulls", anyType(), 0}
	case *format.BsonType:
		return &annotated{nil, "BSON documents", anyType(), 0}
	case *format.GeometryType, *format.GeographyType:
		return &annotated{nil, "places on a map", anyType(), 0}
	default:
		return &annotated{nil, l.String() + " values", anyType(), 0}
	}
}

// converted is annotation of the types that files had before there were logical types.
func converted(e *format.SchemaElement) *annotated {
	if !e.ConvertedType.Valid {
		return nil
	}
	const milli, micro = 1000, 1000 * 1000
	switch e.ConvertedType.V {
	case deprecated.UTF8, deprecated.Enum, deprecated.Json:
		return textType()
	case deprecated.Decimal:
		return decimalType(e.Scale.V, e.Type.V)
	case deprecated.Date:
		return dateType()
	case deprecated.TimeMillis:
		return timeType(milli)
	case deprecated.TimeMicros:
		return timeType(micro)
	case deprecated.TimestampMillis:
		return timestampType(milli, true)
	case deprecated.TimestampMicros:
		return timestampType(micro, true)
	case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
		return intType(true)
	case deprecated.Int8, deprecated.Int16, deprecated.Int32, deprecated.Int64:
		return intType(false)
	case deprecated.Bson:
		return &annotated{nil, "BSON documents", anyType(), 0}
	case deprecated.Interval:
		return &annotated{nil, "intervals of time", anyType(), 0}
	}
	return &annotated{nil, "values of a converted type that is not known here", anyType(), 0}
}

func fixed() []format.Type { return []format.Type{format.FixedLenByteArray} }

func anyType() []format.Type {
	return []format.Type{format.Boolean, format.Int32, format.Int64, format.Int96, format.Float, format.Double,
		format.ByteArray, format.FixedLenByteArray}
}

func textType() *annotated {
	return &annotated{appendBytes, texts, []format.Type{format.ByteArray, format.FixedLenByteArray}, 0}
}

func intType(unsigned bool) *annotated {
	text := appendSigned
	if unsigned {
		text = appendUnsigned
	}
	return &annotated{text, numbers, []format.Type{format.Int32, format.Int64}, 0}
}

func decimalType(scale int32, physical format.Type) *annotated {
	if scale < 0 || scale > mostScale {
		return &annotated{nil, fmt.Sprintf("decimals of scale %d", scale), anyType(), 0}
	}
	text := decimalText(int(scale))
	if physical == format.Int32 || physical == format.Int64 {
		text = reversed(text)
	}
	return &annotated{text, "decimals",
		[]format.Type{format.Int32, format.Int64, format.ByteArray, format.FixedLenByteArray}, 0}
}

func dateType() *annotated { return &annotated{appendDate, dates, []format.Type{format.Int32}, 0} }

func timeType(perSecond int64) *annotated {
	return &annotated{timeText(perSecond), times, []format.Type{format.Int32, format.Int64}, 0}
}

func timestampType(perSecond int64, utc bool) *annotated {
	return &annotated{timestampText(perSecond, utc), times, []format.Type{format.Int64}, 0}
}

func perSecond(unit *format.TimeUnit) int64 {
	switch unit.Value.(type) {
	case *format.MilliSeconds:
		return 1000
	case *format.MicroSeconds:
		return 1000 * 1000
	case *format.NanoSeconds:
		return 1000 * 1000 * 1000
	}
	return 0
}

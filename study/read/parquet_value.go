//go:build !noparquet

package read

import (
	"encoding/hex"
	"math/big"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// appendValue appends a value as text.
type appendValue func(b []byte, v parquet.Value) []byte

const textValues = "text" // what values are that are their own text

// valueWriter returns how values of a type are written, nil where they can be neither
// labels nor ids, and what they are. Numbers have as few digits as read back the same.
func valueWriter(t parquet.Type) (appendValue, string) {
	if l := t.LogicalType(); l != nil {
		switch l := l.Value.(type) {
		case *format.DecimalType:
			return decimalWriter(t.Kind(), int(l.Scale)), "decimals"
		case *format.IntType:
			if !l.IsSigned {
				return unsignedWriter(t.Kind()), "numbers"
			}
		case *format.UUIDType:
			return appendUUID, "UUIDs"
		case nil, *format.StringType, *format.EnumType, *format.JsonType:
		default:
			return nil, l.String() + " values"
		}
	}
	switch t.Kind() {
	case parquet.Boolean:
		return func(b []byte, v parquet.Value) []byte { return strconv.AppendBool(b, v.Boolean()) }, "truth values"
	case parquet.Int32:
		return func(b []byte, v parquet.Value) []byte { return strconv.AppendInt(b, int64(v.Int32()), 10) }, "numbers"
	case parquet.Int64:
		return func(b []byte, v parquet.Value) []byte { return strconv.AppendInt(b, v.Int64(), 10) }, "numbers"
	case parquet.Float:
		return func(b []byte, v parquet.Value) []byte { return appendFloat(b, float64(v.Float()), 32) }, "numbers"
	case parquet.Double:
		return func(b []byte, v parquet.Value) []byte { return appendFloat(b, v.Double(), 64) }, "numbers"
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return func(b []byte, v parquet.Value) []byte { return append(b, v.ByteArray()...) }, textValues
	}
	return nil, t.Kind().String() + " values"
}

// appendFloat writes whole numbers without exponent, because a column of ids with a gap
// comes as floating-point numbers out of pandas.
func appendFloat(b []byte, x float64, bits int) []byte {
	const exact = 1 << 53
	if x > -exact && x < exact {
		return strconv.AppendFloat(b, x, 'f', -1, bits)
	}
	return strconv.AppendFloat(b, x, 'g', -1, bits)
}

func unsignedWriter(k parquet.Kind) appendValue {
	if k == parquet.Int32 {
		return func(b []byte, v parquet.Value) []byte { return strconv.AppendUint(b, uint64(v.Uint32()), 10) }
	}
	return func(b []byte, v parquet.Value) []byte { return strconv.AppendUint(b, v.Uint64(), 10) }
}

// appendUUID writes a UUID as RFC 9562 does.
func appendUUID(b []byte, v parquet.Value) []byte {
	u := v.ByteArray()
	if len(u) != 16 {
		return hex.AppendEncode(b, u)
	}
	for i, end := range []int{4, 6, 8, 10, 16} {
		if i > 0 {
			b = append(b, '-')
		}
		b = hex.AppendEncode(b, u[[]int{0, 4, 6, 8, 10}[i]:end])
	}
	return b
}

// decimalWriter writes whole numbers of units of 10^−scale.
func decimalWriter(k parquet.Kind, scale int) appendValue {
	if scale < 0 || scale > 100 {
		return nil
	}
	return func(b []byte, v parquet.Value) []byte {
		unscaled := new(big.Int)
		switch k {
		case parquet.Int32:
			unscaled.SetInt64(int64(v.Int32()))
		case parquet.Int64:
			unscaled.SetInt64(v.Int64())
		default: // big end first, two's complement
			digits := v.ByteArray()
			unscaled.SetBytes(digits)
			if len(digits) > 0 && digits[0] >= 0x80 {
				unscaled.Sub(unscaled, new(big.Int).Lsh(big.NewInt(1), uint(8*len(digits))))
			}
		}
		digits := new(big.Int).Abs(unscaled).String()
		for len(digits) <= scale {
			digits = "0" + digits
		}
		if unscaled.Sign() < 0 {
			b = append(b, '-')
		}
		b = append(b, digits[:len(digits)-scale]...)
		if scale > 0 {
			b = append(append(b, '.'), digits[len(digits)-scale:]...)
		}
		return b
	}
}

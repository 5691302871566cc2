package parquet

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"slices"
	"strconv"
	"time"
)

func appendBytes(b, v []byte) []byte { return append(b, v...) }

// signed is a whole number of four or eight bytes.
func signed(v []byte) int64 {
	if len(v) == 4 {
		return int64(int32(binary.LittleEndian.Uint32(v)))
	}
	return int64(binary.LittleEndian.Uint64(v))
}

func appendSigned(b, v []byte) []byte { return strconv.AppendInt(b, signed(v), 10) }

func appendUnsigned(b, v []byte) []byte {
	if len(v) == 4 {
		return strconv.AppendUint(b, uint64(binary.LittleEndian.Uint32(v)), 10)
	}
	return strconv.AppendUint(b, binary.LittleEndian.Uint64(v), 10)
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

// appendFloat16 writes a number of IEEE 754's binary16 with the fewest digits that no other is closer to.
func appendFloat16(b, v []byte) []byte {
	bits := binary.LittleEndian.Uint16(v)
	x := half(bits)
	magnitude := bits &^ (1 << 15)
	if magnitude == 0 || magnitude >= infiniteHalf {
		return appendFloat(b, x, 64)
	}
	below, above := math.Abs(half(magnitude-1)), half(magnitude+1)
	if magnitude+1 == infiniteHalf {
		above = 1 << 16 // as if there were one more exponent
	}
	low, high := (below+math.Abs(x))/2, (math.Abs(x)+above)/2
	for digits := 0; ; digits++ {
		short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits, 64), 64) // its own text
		if s := math.Abs(short); s > low && s < high || short == x {
			return appendFloat(b, short, 64)
		}
	}
}

const infiniteHalf = 31 << 10 // the bits of infinity

// half is the number of IEEE 754's binary16: a sign, 5 bits of exponent, 10 of fraction.
func half(bits uint16) float64 {
	fraction := float64(bits & (1<<10 - 1))
	exponent := int(bits >> 10 & 31)
	var x float64
	switch {
	case exponent == 0:
		x = math.Ldexp(fraction, -24)
	case exponent < 31:
		x = math.Ldexp(1<<10+fraction, exponent-25)
	case fraction == 0:
		x = math.Inf(1)
	default:
		return math.NaN()
	}
	if bits>>15 == 1 {
		return -x
	}
	return x
}

// appendUUID writes a UUID as RFC 9562 does.
func appendUUID(b, u []byte) []byte {
	for i, end := range []int{4, 6, 8, 10, 16} {
		if i > 0 {
			b = append(b, '-')
		}
		b = hex.AppendEncode(b, u[[]int{0, 4, 6, 8, 10}[i]:end])
	}
	return b
}

// decimalText writes whole numbers of units of 10^−scale, big endian in two's complement.
func decimalText(scale int) appendText {
	const longest = 64 // bytes: twice those of the widest decimals that any program writes
	return func(b, v []byte) []byte {
		unscaled := new(big.Int)
		switch {
		case len(v) > longest:
			return nil
		case len(v) == 0:
		default:
			unscaled.SetBytes(v)
			if v[0] >= 0x80 {
				unscaled.Sub(unscaled, new(big.Int).Lsh(big.NewInt(1), uint(8*len(v))))
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

// reversed makes a big-endian number of a little-endian one.
func reversed(text appendText) appendText {
	return func(b, v []byte) []byte {
		var big [8]byte
		n := copy(big[:], v)
		slices.Reverse(big[:n])
		return text(b, big[:n])
	}
}

const daySeconds = 24 * 60 * 60

func appendDate(b, v []byte) []byte {
	return time.Unix(signed(v)*daySeconds, 0).UTC().AppendFormat(b, time.DateOnly)
}

// timeText writes times of day, in fractions of a second.
func timeText(perSecond int64) appendText {
	if perSecond == 0 {
		return nil
	}
	return func(b, v []byte) []byte {
		t := signed(v)
		if t < 0 || t >= daySeconds*perSecond {
			return nil
		}
		return instant(t, perSecond).AppendFormat(b, "15:04:05.999999999")
	}
}

// timestampText writes instants, or the date and time on a clock somewhere. A time without time of day, as pandas keeps
// days, is a date.
func timestampText(perSecond int64, utc bool) appendText {
	if perSecond == 0 {
		return nil
	}
	return func(b, v []byte) []byte {
		return appendTime(b, instant(signed(v), perSecond), utc)
	}
}

func appendTime(b []byte, t time.Time, utc bool) []byte {
	const onClock = "2006-01-02T15:04:05.999999999"
	switch {
	case utc:
		return t.AppendFormat(b, onClock+"Z")
	case t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0 && t.Nanosecond() == 0:
		return t.AppendFormat(b, time.DateOnly)
	}
	return t.AppendFormat(b, onClock)
}

// instant is the time a number of units after 1970 began, in UTC.
func instant(t, perSecond int64) time.Time {
	seconds, rest := t/perSecond, t%perSecond
	if rest < 0 {
		seconds, rest = seconds-1, rest+perSecond
	}
	return time.Unix(seconds, rest*(1000*1000*1000/perSecond)).UTC()
}

// appendInt96 writes the times of Impala and of Spark before version 3: nanoseconds of a day, and its Julian number.
func appendInt96(b, v []byte) []byte {
	const epoch = 2440588 // Julian number of 1970-01-01
	nanoseconds := int64(binary.LittleEndian.Uint64(v))
	if nanoseconds < 0 || nanoseconds >= daySeconds*1000*1000*1000 {
		return nil
	}
	day := int64(binary.LittleEndian.Uint32(v[8:])) - epoch
	return appendTime(b, time.Unix(day*daySeconds, nanoseconds).UTC(), false)
}

package result

import (
	"encoding/json"
	"math"

	"concord/internal/document"
)

// Number is a float64 that JSON can hold: NaN and infinities are null there.
type Number float64

// Undefined returns an undefined Number.
func Undefined() Number { return Number(math.NaN()) }

// Defined reports whether n is a finite number.
func (n Number) Defined() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// MarshalJSON implements [json.Marshaler].
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Defined() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON implements [json.Unmarshaler]: null is undefined.
func (n *Number) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*n = Undefined()
		return nil
	}
	return json.Unmarshal(b, (*float64)(n))
}

// fixed prints n with a number of decimals, or a dash if it is undefined.
func (n Number) fixed(decimals int) string { return document.Fixed(float64(n), decimals) }

// count prints an integer with a gap between thousands.
func count(n int) string { return document.Integer(n) }

// plural prints a number of things: "1 item", "2 studies".
func plural(n int, noun string) string { return document.Plural(n, noun) }

// percentage prints a share in per cent with one decimal.
func percentage(share Number) string { return document.Percent(float64(share), 1) }

package report

import (
	"encoding/json"
	"math"
	"strconv"
)

// Number is a float64 that JSON can hold: NaN and infinities are null there.
type Number float64

// Undefined is the Number that is none.
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

// fixed prints n with the given number of decimals, with a true minus sign and a
// dash where it is undefined.
func (n Number) fixed(decimals int) string {
	if !n.Defined() {
		return "–"
	}
	s := strconv.FormatFloat(float64(n), 'f', decimals, 64)
	if s[0] != '-' {
		return s
	}
	for _, c := range s[1:] {
		if c != '0' && c != '.' {
			return "−" + s[1:]
		}
	}
	return s[1:] // −0.00
}

// count prints an integer with a narrow gap between thousands.
func count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// decimals is the number of decimals that shows two digits of each standard
// deviation, at most 6.
func decimals(sds []Number) int {
	smallest := math.Inf(1)
	for _, sd := range sds {
		if sd.Defined() && sd > 0 {
			smallest = math.Min(smallest, float64(sd))
		}
	}
	if math.IsInf(smallest, 1) {
		return 2
	}
	return min(6, max(0, int(1-math.Floor(math.Log10(smallest)))))
}

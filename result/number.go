package result

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
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

// mostPlaces is how many places before or behind the point are written as zeros. Numbers whose digits that count are
// further away have an exponent: 4.95e−8.
const mostPlaces = 6

// beyond reports whether a number of decimals needs an exponent. Decimals below 0 are places before the point.
func beyond(decimals int) bool { return decimals > mostPlaces || decimals < -mostPlaces }

// Fixed prints x with the given number of decimals, with a true minus sign and a dash where it is undefined. With an
// exponent it has the digits up to the same place.
func Fixed(x float64, decimals int) string { return Number(x).fixed(decimals) }

func (n Number) fixed(decimals int) string {
	if !n.Defined() {
		return "–"
	}
	if beyond(decimals) && n != 0 {
		if size := exponent(n); size < -mostPlaces || size > mostPlaces {
			return n.scientific(size + decimals)
		}
	}
	s := strconv.FormatFloat(float64(n), 'f', max(0, decimals), 64)
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

// exponent is the power of ten of the first digit of n.
func exponent(n Number) int {
	s := strconv.FormatFloat(float64(n), 'e', 16, 64)
	e, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:]) // its own text
	return e
}

// scientific prints n with an exponent, and as many digits behind the first.
func (n Number) scientific(digits int) string {
	s := strconv.FormatFloat(float64(n), 'e', min(max(0, digits), 16), 64)
	digitsOf, power, _ := strings.Cut(s, "e")
	e, _ := strconv.Atoi(power)
	return strings.ReplaceAll(digitsOf+"e"+strconv.Itoa(e), "-", "−")
}

// Mean prints the mean of labels, whose scale alone is known: two decimals, or as many as show two digits.
func Mean(x float64) string {
	n := Number(x)
	if !n.Defined() || n == 0 {
		return n.fixed(2)
	}
	size := exponent(n)
	if size > mostPlaces+2 {
		return n.fixed(2 - size)
	}
	return n.fixed(max(2, 1-size))
}

// count prints an integer with a narrow gap between thousands.
func count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// decimals is the number of decimals that shows two digits of each standard deviation. Below 0 it is beyond.
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
	return places(smallest)
}

// places is the number of decimals that shows two digits of a number above 0. Below 0 it is beyond.
func places(x float64) int {
	if d := 1 - exponent(Number(x)); d > 0 || beyond(d) {
		return d
	}
	return 0
}

// Decimals is the number of decimals that shows two digits of a standard deviation, at least and at most as many
// unless [Fixed] writes an exponent.
func Decimals(sd float64, least, most int) int {
	if !(sd > 0) || math.IsInf(sd, 0) {
		return min(2, most)
	}
	return bounded(places(sd), least, most)
}

// bounded bounds a number of decimals that needs no exponent.
func bounded(decimals, least, most int) int {
	if beyond(decimals) {
		return decimals
	}
	return min(max(least, decimals), most)
}

func percent(p float64) string { return strconv.FormatFloat(100*p, 'g', 4, 64) + "%" }

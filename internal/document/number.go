package document

import (
	"math"
	"strconv"
	"strings"

	"concord/internal/visible"
)

// Finite reports whether x can be printed as a number.
func Finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// mostPlaces is how many places before or behind the point are written as zeros. A number whose first digit is
// further away has an exponent: 4.95e−8.
const mostPlaces = 6

// beyond reports whether a number of decimals needs an exponent. Decimals below 0 are places before the point.
func beyond(decimals int) bool { return decimals > mostPlaces || decimals < -mostPlaces }

// Fixed prints x with a number of decimals and a true minus sign. It prints a dash if x is no number.
func Fixed(x float64, decimals int) string {
	if !Finite(x) {
		return "–"
	}
	if beyond(decimals) && x != 0 {
		if size := exponent(x); size < -mostPlaces || size > mostPlaces {
			return scientific(x, size+decimals)
		}
	}
	s := strconv.FormatFloat(x, 'f', max(0, decimals), 64)
	if s[0] != '-' {
		return s
	}
	if strings.Trim(s, "-0.") == "" {
		return s[1:] // −0.00
	}
	return "−" + s[1:]
}

// exponent is the power of ten of the first digit of x.
func exponent(x float64) int {
	s := strconv.FormatFloat(x, 'e', 16, 64)
	e, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:]) // the text that FormatFloat wrote
	return e
}

// scientific prints x with an exponent and a number of digits behind the first.
func scientific(x float64, digits int) string {
	s := strconv.FormatFloat(x, 'e', min(max(0, digits), 16), 64)
	mantissa, power, _ := strings.Cut(s, "e")
	e, _ := strconv.Atoi(power)
	return strings.ReplaceAll(mantissa+"e"+strconv.Itoa(e), "-", "−")
}

// Places is the number of decimals that shows two digits of a standard deviation, from least to most. It lies outside
// them only if [Fixed] then writes an exponent.
func Places(sd float64, least, most int) int {
	if !(sd > 0) || math.IsInf(sd, 0) {
		return min(2, most)
	}
	d := 1 - exponent(sd)
	if beyond(d) {
		return d
	}
	return min(max(least, d), most)
}

// Mean prints a mean of labels in an unknown unit: two decimals, or as many as show two digits.
func Mean(x float64) string {
	if !Finite(x) || x == 0 {
		return Fixed(x, 2)
	}
	size := exponent(x)
	if size > mostPlaces+2 {
		return Fixed(x, 2-size)
	}
	return Fixed(x, max(2, 1-size))
}

// Integer prints an integer with a blank between thousands.
func Integer(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// Plural prints a number of things: "1 item", "2 items", "3 studies".
func Plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "y"):
		return Integer(n) + " " + strings.TrimSuffix(noun, "y") + "ies"
	}
	return Integer(n) + " " + noun + "s"
}

// Percent prints a share of 1 in per cent.
func Percent(share float64, decimals int) string {
	if !Finite(share) {
		return "–"
	}
	return Fixed(100*share, decimals) + "%"
}

// Chance prints a probability that was counted in draws, in per cent with one decimal. Draws cannot distinguish an
// event that is almost sure from one that is sure. So a number that would print as 0 or 100 is below 0.1% or above
// 99.9%.
func Chance(p float64) string {
	switch text := Percent(p, 1); text {
	case "0.0%":
		return "<0.1%"
	case "100.0%":
		return ">99.9%"
	default:
		return text
	}
}

// Probability prints a belief as a sentence has it: "probability 98.8%", "probability above 99.9%".
func Probability(p float64) string {
	return "probability " + strings.NewReplacer("<", "below ", ">", "above ").Replace(Chance(p))
}

// PValueText prints the tail probability of a check: "0.031", "<0.001".
func PValueText(p float64) string {
	if text := Fixed(p, 3); text != "0.000" {
		return text
	}
	return "<0.001"
}

// Span prints an interval in brackets, or a dash if it has no ends.
func Span(lower, upper float64, decimals int) string {
	if !Finite(lower) && !Finite(upper) {
		return "–"
	}
	return "[" + Fixed(lower, decimals) + ", " + Fixed(upper, decimals) + "]"
}

// Full prints x with all its digits, or nothing if it is no number.
func Full(x float64) string {
	if !Finite(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Listed joins words: "a, b and c".
func Listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Clip shortens a long name in its middle, for a first screen, so that both ends distinguish it from others.
func Clip(name string) string { return Shortened(name, 30) }

// Shortened leaves a number of letters of a name.
func Shortened(name string, most int) string {
	end := most / 3
	letters := []rune(visible.Text(name))
	if len(letters) <= most {
		return string(letters)
	}
	return string(letters[:most-end-1]) + "…" + string(letters[len(letters)-end:])
}

// APA prints a number that cannot exceed 1 in absolute value as APA style wants it: two decimals and no zero before the
// point.
func APA(x float64) string {
	s := Fixed(x, 2)
	if strings.HasPrefix(s, "−0.") {
		return "−" + s[len("−0"):]
	}
	return strings.TrimPrefix(s, "0")
}

package html

import (
	"strconv"
	"strings"

	"concord/result"
)

// fixed prints x with a number of decimals, a true minus sign, and a dash where it is undefined.
func fixed(x float64, decimals int) string {
	return result.Fixed(x, decimals)
}

// decimals is the number of decimals that shows two digits of a standard deviation, at most most.
func decimals(sd float64, most int) int {
	return result.Decimals(sd, 0, most)
}

// count prints an integer with thin spaces between thousands.
func count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

// plural returns "1 item", "2 items".
func plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "y"):
		return count(n) + " " + noun[:len(noun)-1] + "ies"
	}
	return count(n) + " " + noun + "s"
}

// interval prints an interval in brackets.
func interval(lower, upper float64, decimals int) string {
	return "[" + fixed(lower, decimals) + ", " + fixed(upper, decimals) + "]"
}

// apa prints a number that cannot exceed 1 in absolute value as APA style wants it: two decimals and no
// zero before the point.
func apa(x float64) string {
	s := fixed(x, 2)
	if strings.HasPrefix(s, "−0.") {
		return "−" + s[len("−0"):]
	}
	return strings.TrimPrefix(s, "0")
}

// levelName is the heading of a column of intervals: "95% CrI".
func levelName(i result.Intervals, noun string) string {
	if i.Kind == "hdi" && noun == "CrI" {
		noun = "HDI"
	}
	return strconv.FormatFloat(100*i.Level, 'g', 4, 64) + "% " + noun
}

// list joins words: "a, b and c".
func list(words []string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

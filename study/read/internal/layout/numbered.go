package layout

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// fewestOrdered are the labels that an order has at least.
const fewestOrdered = 3

// Ways of writing a number with words.
var (
	leading  = regexp.MustCompile(`^\(?(-?\d+(?:\.\d+)?)\s*(?:[:=.)\-–—]|\s\()\s*\S`)
	trailing = regexp.MustCompile(`^[^\d]+[(\[](-?\d+(?:\.\d+)?)[)\]]$`)
	outOf    = regexp.MustCompile(`^(-?\d+(?:\.\d+)?)\s*(?:/|of|out of)\s*(\d+)$`)
	counted  = regexp.MustCompile(`^(-?\d+(?:\.\d+)?)[\s-]*(?:stars?|points?|pts?|bars?|thumbs?|★|⭐)$`)
	levelled = regexp.MustCompile(
		`^(?:level|score|grade|stage|rating|stars?|points?|tier|step|likert)[\s:_-]*(-?\d+(?:\.\d+)?)$`)
)

// Numbered returns labels in the order of the numbers that all of them carry, as 3/5, "4: accept", ★★★ and "5 stars"
// do. It is false where one carries none, two carry the same, or there are fewer than an order has.
func Numbered(labels []Label) (ascending []string, ok bool) {
	if len(labels) < fewestOrdered {
		return nil, false
	}
	type numbered struct {
		text string
		x    float64
	}
	var all []numbered
	of := ""
	for _, l := range labels {
		text := strings.ToLower(strings.TrimSpace(l.Text))
		x, whole, ok := numberIn(text)
		if !ok || of != "" && whole != of {
			return nil, false
		}
		of = whole
		all = append(all, numbered{l.Text, x})
	}
	slices.SortFunc(all, func(a, b numbered) int { return cmp.Compare(a.x, b.x) })
	for i, n := range all {
		if i > 0 && n.x == all[i-1].x {
			return nil, false
		}
		ascending = append(ascending, n.text)
	}
	return ascending, true
}

// numberIn returns the number that a text carries, and of how many it is, if it says that.
func numberIn(text string) (x float64, of string, ok bool) {
	if n := marks(text); n > 0 {
		return float64(n), "", true
	}
	for _, way := range []*regexp.Regexp{outOf, counted, levelled, trailing, leading} {
		m := way.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		x, err := strconv.ParseFloat(m[1], 64)
		if way == outOf {
			of = m[2]
		}
		return x, of, err == nil
	}
	return 0, "", false
}

// marks counts the full marks of a text that has nothing else than one kind of them, and empty ones: ★★★☆☆ are 3.
func marks(text string) int {
	text = strings.ReplaceAll(text, "\ufe0f", "")
	full, size := utf8.DecodeRuneInString(text)
	if size == 0 || !strings.ContainsRune("★⭐🌟*●⬤+$", full) {
		return 0
	}
	rest := strings.TrimLeft(text, string(full))
	if strings.Trim(rest, "☆✩○◯·. ") != "" {
		return 0
	}
	return utf8.RuneCountInString(text) - utf8.RuneCountInString(rest)
}

package layout

import (
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
	bareNumber = regexp.MustCompile(`^(-?\d+(?:\.\d+)?)$`)
	leading    = regexp.MustCompile(`^\(?(-?\d+(?:\.\d+)?)\s*(?:[:=.)\-–—]|\s\()\s*\S`)
	trailing   = regexp.MustCompile(`^[^\d]+[(\[](-?\d+(?:\.\d+)?)[)\]]$`)
	outOf      = regexp.MustCompile(`^(-?\d+(?:\.\d+)?)\s*(?:/|of|out of)\s*(\d+)$`)
	counted    = regexp.MustCompile(`^(-?\d+(?:\.\d+)?)[\s-]*(?:stars?|points?|pts?|bars?|thumbs?|★|⭐)$`)
	levelled   = regexp.MustCompile(
		`^(?:level|score|grade|stage|rating|stars?|points?|tier|step|likert)[\s:_-]*(-?\d+(?:\.\d+)?)$`)
)

// Order is labels that have an order by themselves.
type Order struct {
	Ascending []string // the categories, each as it is written first
	Place     []int    // of each label among them
}

// numbered is the number that a label carries.
type numbered struct {
	x     float64
	whole string // of how many it is; "" if it does not say that
	bare  bool   // the label is the number
	alone bool   // the label says nothing besides the number
}

// Numbered returns the order of labels by the numbers that they carry, as 3/5, "4: accept", ★★★ and "5 stars" do. Some
// may be the number alone, because some scales have words at their ends only. It is false if a label has no number, if
// two different labels have the same number, or if there are fewer labels than an order has.
func Numbered(labels []Label) (o Order, ok bool) {
	all := make([]numbered, len(labels))
	of, carried := "", false
	for i, l := range labels {
		n, ok := numberIn(strings.ToLower(strings.TrimSpace(l.Text)))
		if !ok || !n.bare && carried && n.whole != of {
			return o, false
		}
		if !n.bare {
			of, carried = n.whole, true
		}
		all[i] = n
	}
	if !carried || of != "" && slices.ContainsFunc(all, func(n numbered) bool { return n.bare }) {
		return o, false
	}
	return inOrder(labels, func(i int) float64 { return all[i].x }, func(i, k int) bool {
		return all[i].alone && all[k].alone && all[i].bare == all[k].bare ||
			plain(labels[i].Text) == plain(labels[k].Text)
	})
}

// numberIn returns the number that a text carries.
func numberIn(text string) (numbered, bool) {
	if n := marks(text); n > 0 {
		return numbered{x: n, alone: true}, true
	}
	for _, way := range []*regexp.Regexp{bareNumber, outOf, counted, levelled, trailing, leading} {
		m := way.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		x, err := strconv.ParseFloat(m[1], 64)
		n := numbered{x: x, bare: way == bareNumber, alone: way != trailing && way != leading}
		if way == outOf {
			n.whole = m[2]
		}
		return n, err == nil
	}
	return numbered{}, false
}

// marks counts the full marks of a text that consists only of one kind of marks, full and empty: ★★★☆☆ are 3. A half
// may follow the full ones: ★★½ are 2.5.
func marks(text string) float64 {
	text = strings.ReplaceAll(text, "\ufe0f", "")
	full, size := utf8.DecodeRuneInString(text)
	switch {
	case text == half:
		return 0.5
	case size == 0 || !strings.ContainsRune("★⭐🌟*●⬤+$", full):
		return 0
	}
	rest := strings.TrimLeft(text, string(full))
	n := float64(utf8.RuneCountInString(text) - utf8.RuneCountInString(rest))
	if after, ok := strings.CutPrefix(rest, half); ok {
		rest, n = after, n+0.5
	}
	if strings.Trim(rest, "☆✩○◯·. ") != "" {
		return 0
	}
	return n
}

const half = "½"

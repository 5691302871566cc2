package stream

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/internal/when"
	"concord/study"
)

// Look is how a column looks in the first rows of a file.
type Look struct {
	Codes    []int32 // of the value in each row; −1 is missing
	Values   []string
	Present  int  // rows with a value
	Numbers  bool // all values are numbers
	Fraction bool // some of them are not whole
	Times    bool // all values are times
	Prose    bool // texts, which are no names
}

// ProseWords is the number of words above which a text is no name.
const ProseWords = 6

// lookAt looks at a column of some rows.
func lookAt(cells [][]string, i int) *Look {
	l := &Look{Codes: make([]int32, len(cells)), Numbers: true}
	seen := NewNames()
	words := 0
	for r, row := range cells {
		if IsMissing([]byte(row[i])) || row[i] == "-" {
			l.Codes[r] = -1
			continue
		}
		l.Present++
		code := seen.Find([]byte(row[i]))
		if code < 0 {
			code = seen.Add(row[i])
			x, err := strconv.ParseFloat(row[i], 64)
			l.Numbers = l.Numbers && err == nil && !math.IsInf(x, 0)
			l.Fraction = l.Fraction || err == nil && x != math.Trunc(x)
			words += len(strings.Fields(row[i]))
		}
		l.Codes[r] = code
	}
	l.Values = seen.List
	l.Numbers = l.Numbers && l.Present > 0
	l.Prose = words > ProseWords*len(l.Values)
	if !l.Numbers && len(l.Values) > 0 {
		_, l.Times = when.Parse(l.Values)
		l.Times = l.Times && !slices.ContainsFunc(l.Values, IsCode)
	}
	return l
}

// IsFull reports whether a value is missing in a few rows at most.
func (l *Look) IsFull() bool { return 20*l.Present >= 19*len(l.Codes) }

// variesIn reports whether most groups of several rows have several values.
func (l *Look) variesIn(group *Look) bool {
	several, differ := Spread(group.Codes, l.Codes, true)
	return several > 0 && 2*differ >= several
}

// IsConstantIn reports whether each group has one value, except for a few rows.
func (l *Look) IsConstantIn(group *Look) bool {
	several, differ := Spread(group.Codes, l.Codes, true)
	return several > 0 && 20*differ <= several
}

// SameAs reports whether two columns divide the rows in the same way.
func (l *Look) SameAs(other *Look) bool {
	return len(l.Values) == len(other.Values) && Again(l.Codes) == Again(l.Codes, other.Codes)
}

// Divides reports whether few values divide the labels of most items.
func (l *Look) Divides(item *Look) bool {
	return len(l.Values) > 1 && len(l.Values) <= MostConditions && l.IsFull() && l.variesIn(item)
}

// CanBeLabel reports whether the values could be labels: numbers, or few words.
func (l *Look) CanBeLabel() bool {
	if len(l.Values) < 2 || 2*l.Present < len(l.Codes) || l.Times {
		return false
	}
	if l.Numbers {
		return l.Fraction || len(l.Values) < l.Present // whole numbers that are all different are ids
	}
	return len(l.Values) <= study.MostOrdered && 2*len(l.Values) <= l.Present
}

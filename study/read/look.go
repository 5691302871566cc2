package read

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/internal/when"
	"concord/study"
)

// look is how a column looks in the first rows of a file.
type look struct {
	codes    []int32 // of the value in each row; −1 is missing
	values   []string
	present  int  // rows with a value
	numbers  bool // all values are numbers
	fraction bool // some of them are not whole
	times    bool // all values are times
	prose    bool // texts, which are no names
}

// proseWords is the number of words above which a text is no name.
const proseWords = 6

// lookAt looks at a column of some rows.
func lookAt(cells [][]string, i int) *look {
	l := &look{codes: make([]int32, len(cells)), numbers: true}
	seen := newNames()
	words := 0
	for r, row := range cells {
		if isMissing([]byte(row[i])) || row[i] == "-" {
			l.codes[r] = -1
			continue
		}
		l.present++
		code := seen.find([]byte(row[i]))
		if code < 0 {
			code = seen.add(row[i])
			x, err := strconv.ParseFloat(row[i], 64)
			l.numbers = l.numbers && err == nil && !math.IsInf(x, 0)
			l.fraction = l.fraction || err == nil && x != math.Trunc(x)
			words += len(strings.Fields(row[i]))
		}
		l.codes[r] = code
	}
	l.values = seen.list
	l.numbers = l.numbers && l.present > 0
	l.prose = words > proseWords*len(l.values)
	if !l.numbers && len(l.values) > 0 {
		_, l.times = when.Parse(l.values)
		l.times = l.times && !slices.ContainsFunc(l.values, isCode)
	}
	return l
}

// isFull reports whether a value is missing in a few rows at most.
func (l *look) isFull() bool { return 20*l.present >= 19*len(l.codes) }

// variesIn reports whether most groups of several rows have several values.
func (l *look) variesIn(group *look) bool {
	several, differ := spread(group.codes, l.codes, true)
	return several > 0 && 2*differ >= several
}

// isConstantIn reports whether each group has one value, except for a few rows.
func (l *look) isConstantIn(group *look) bool {
	several, differ := spread(group.codes, l.codes, true)
	return several > 0 && 20*differ <= several
}

// sameAs reports whether two columns divide the rows in the same way.
func (l *look) sameAs(other *look) bool {
	return len(l.values) == len(other.values) && again(l.codes) == again(l.codes, other.codes)
}

// divides reports whether few values divide the labels of most items.
func (l *look) divides(item *look) bool {
	return len(l.values) > 1 && len(l.values) <= mostConditions && l.isFull() && l.variesIn(item)
}

// canBeLabel reports whether the values could be labels: numbers, or few words.
func (l *look) canBeLabel() bool {
	if len(l.values) < 2 || 2*l.present < len(l.codes) || l.times {
		return false
	}
	if l.numbers {
		return l.fraction || len(l.values) < l.present // whole numbers that are all different are ids
	}
	return len(l.values) <= study.MostOrdered && 2*len(l.values) <= l.present
}

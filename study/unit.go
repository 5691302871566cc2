package study

import (
	"iter"
	"math"
)

// unit tells whether labels are 0 and 1 and nothing else, both of them.
type unit struct{ zero, one, other bool }

func (u *unit) add(number float64) {
	u.zero = u.zero || number == 0
	u.one = u.one || number == 1
	u.other = u.other || number != 0 && number != 1
}

func (u *unit) is() bool { return u.zero && u.one && !u.other }

// isUnit reports whether labels of the table are 0 and 1 and nothing else, which the table's kind does not say.
func (t *Table) isUnit(of iter.Seq[labelBlock]) bool {
	if t.kind != Numeric && t.kind != Ordinal {
		return false
	}
	var u unit
	for b := range of {
		for _, y := range b.value {
			if u.add(labelNumber(t.kind, t.categories, y)); u.other {
				return false
			}
		}
	}
	return u.is()
}

// labelNumber returns the number that a label of some kind is, of ordered categories that of its name; NaN if none.
func labelNumber(kind Kind, categories []string, value float64) float64 {
	switch kind {
	case Numeric:
		return value
	case Ordinal:
		if x, ok := numberOf(categories[int(value)-1]); ok {
			return x
		}
	}
	return math.NaN()
}

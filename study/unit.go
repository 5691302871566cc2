package study

import (
	"iter"
	"math"
)

// unit reports whether labels are 0 and 1 only, and both occur.
type unit struct{ zero, one, other bool }

func (u *unit) add(number float64) {
	u.zero = u.zero || number == 0
	u.one = u.one || number == 1
	u.other = u.other || number != 0 && number != 1
}

func (u *unit) is() bool { return u.zero && u.one && !u.other }

// isUnit reports whether labels of the table are 0 and 1 only, although the table's kind is not binary.
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

// IsUnit reports whether the labels are 0 and 1 only, and both occur, although their kind is not binary.
func (t *Table) IsUnit() bool {
	return t.isUnit(func(yield func(labelBlock) bool) { yield(labelBlock{value: t.value}) })
}

// Units returns labels that are 0 and 1 as binary ones: 1 is positive. It panics if labels are anything else.
func (t *Table) Units() *Table {
	binary := t.copied()
	binary.kind, binary.scores = Binary, nil
	binary.categories = []string{"0", "1"}
	binary.value = make([]float64, len(t.value))
	for n, y := range t.value {
		if binary.value[n] = labelNumber(t.kind, t.categories, y); binary.value[n] != 0 && binary.value[n] != 1 {
			panic("study: Units: a label is neither 0 nor 1")
		}
	}
	binary.source.Order, binary.source.OrderFound, binary.source.DefaultKind = nil, false, 0
	binary.source.Negative, binary.source.Positive = []string{"0"}, []string{"1"}
	return binary
}

// labelNumber returns the number of a label of some kind, for ordered categories the number in its name; NaN if none.
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

package read

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"concord/internal/visible"
	"concord/study"
)

// checkOrder returns an error if categories in a given order are wrong.
func (o Options) checkOrder() error {
	switch n := len(o.Order); {
	case n == 0:
		return nil
	case o.Kind != study.Ordinal:
		return study.Faultf(study.BadOption, "an order is given, but the labels are to be %v", o.Kind)
	case n < study.FewestOrdered:
		return study.Faultf(study.TooFewOrdered, "the order names %v, and an order has at least %d categories",
			o.Order, study.FewestOrdered).FixedBy(twoBinary())
	case n > study.MostOrdered:
		return study.Faultf(study.TooManyOrdered, "the order names %d categories, and an order has at most %d", n,
			study.MostOrdered)
	}
	for c, name := range o.Order {
		switch {
		case name == "":
			return study.Faultf(study.BadName, "category %d of the order has no name", c+1)
		case !utf8.ValidString(name):
			return study.Faultf(study.BadName, "category %q of the order is not UTF-8", name)
		case matchesAny(name, o.Missing):
			return study.Faultf(study.BadOption, "label %q is to be both in the order and missing", name)
		}
		if b := placeOf(name, o.Order[:c]); b >= 0 {
			e := study.Faultf(study.RepeatedName, "the order names category %q twice", name)
			if o.Order[b] != name {
				e.Found += ", the first time as " + visible.Quote(o.Order[b])
			}
			return e
		}
	}
	return nil
}

// placeOf returns the first of some categories that a label is, or −1.
func placeOf(text string, categories []string) int {
	return slices.IndexFunc(categories, func(c string) bool { return sameSpelling(text, c) })
}

// ordered codes labels by categories whose order the caller gives.
func (j *judge) ordered(order []string) (coding, error) {
	var outside []*spelling
	k := j.coded(study.Ordinal, func(s *spelling) float64 {
		c := placeOf(s.text, order)
		if c < 0 {
			outside = append(outside, s)
		}
		return float64(c + 1)
	})
	k.categories = order
	if len(outside) > 0 {
		return coding{}, j.outsideOrder(order, outside)
	}
	if j.overflows() {
		return coding{}, j.tooMany()
	}
	return k, nil
}

// outsideOrder is the error about labels that the order does not name.
func (j *judge) outsideOrder(order []string, outside []*spelling) error {
	const most = 6
	slices.SortFunc(outside, func(a, b *spelling) int { return a.line - b.line })
	e := j.fault(OutsideOrder, outside[0], "is not in the order "+visible.Names(order),
		leaveOut(texts(outside)...), study.Fix{Does: "give them a place in the order"})
	var others []string
	for _, s := range outside[1:min(most, len(outside))] {
		others = append(others, visible.Sprintf("%q in line %d (%s)", s.text, s.line, visible.Count(s.rows, "row")))
	}
	if more := len(outside) - most; more > 0 {
		others = append(others, fmt.Sprintf("%d more", more))
	}
	switch {
	case len(others) == 1:
		e.Found += "; nor is " + others[0]
	case len(others) > 1:
		e.Found += "; nor are " + strings.Join(others, ", ")
	}
	return e
}

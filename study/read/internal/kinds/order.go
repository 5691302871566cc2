package kinds

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/naming"
)

// ordered codes labels by categories whose order the caller or the file gives.
func (j *judge) ordered() error {
	order := j.LabelColumn.Order
	if len(order) == 0 {
		return nil
	}
	var outside []*Spelling
	k := j.coded(study.Ordinal, func(s *Spelling) float64 {
		c := naming.PlaceOf(s.Text, order)
		if c < 0 {
			outside = append(outside, s)
		}
		return float64(c + 1)
	})
	k.Categories = order
	if len(outside) > 0 {
		return j.outsideOrder(order, outside)
	}
	if j.overflows() {
		return j.tooMany()
	}
	if j.Kind == 0 {
		k.ByDefault = study.OrderInFile
	}
	return nil
}

// outsideOrder is the error about labels that the order does not name.
func (j *judge) outsideOrder(order []string, outside []*Spelling) error {
	const most = 6
	slices.SortFunc(outside, func(a, b *Spelling) int { return a.Line - b.Line })
	e := j.fault(faults.OutsideOrder, outside[0], "is not in the order "+visible.Names(order),
		leaveOut(texts(outside)...), study.Fix{Does: "give them a place in the order"})
	var others []string
	for _, s := range outside[1:min(most, len(outside))] {
		others = append(others, visible.Sprintf("%q in line %d (%s)", s.Text, s.Line, visible.Count(s.Rows, "row")))
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

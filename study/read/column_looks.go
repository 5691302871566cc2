package read

import (
	"cmp"
	"slices"
	"strconv"

	"concord/study"
)

// shownValues is how many values of a column are shown.
const shownValues = 5

// looks describe all columns.
func (first *firstRows) looks() []study.ColumnLook {
	var all []study.ColumnLook
	for i, name := range first.header {
		d := first.look(i).described(name)
		d.First = len(first.cells) == mostFirstRows
		all = append(all, d)
	}
	return all
}

func (l *look) described(name string) study.ColumnLook {
	d := study.ColumnLook{Name: name, Rows: len(l.codes), Missing: len(l.codes) - l.present, Distinct: len(l.values)}
	ends := func(values []string) []string {
		if len(values) <= shownValues {
			return values
		}
		return []string{values[0], values[len(values)-1]}
	}
	switch {
	case l.times:
		d.Like, d.Values = study.LikeTimes, ends(slices.Sorted(slices.Values(l.values)))
	case l.numbers:
		d.Like = study.LikeWhole
		if l.fraction {
			d.Like = study.LikeNumber
		}
		number := func(text string) float64 {
			x, _ := strconv.ParseFloat(text, 64)
			return x
		}
		d.Values = ends(slices.SortedFunc(slices.Values(l.values),
			func(a, b string) int { return cmp.Compare(number(a), number(b)) }))
	default:
		if l.prose {
			d.Like = study.LikeTexts
		}
		d.Values = l.values[:min(shownValues, len(l.values))]
	}
	return d
}

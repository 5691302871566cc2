package layouts

import (
	"cmp"
	"slices"
	"strconv"

	"concord/study"
	"concord/study/read/internal/stream"
)

// shownValues is how many values of a column are shown.
const shownValues = 5

// Looks describe all columns.
func Looks(first *stream.FirstRows) []study.ColumnLook {
	var all []study.ColumnLook
	for i, name := range first.Header {
		d := described(first.Look(i), name)
		d.First = len(first.Cells) == stream.MostFirstRows
		all = append(all, d)
	}
	return all
}

func described(l *stream.Look, name string) study.ColumnLook {
	d := study.ColumnLook{Name: name, Rows: len(l.Codes), Missing: len(l.Codes) - l.Present, Distinct: len(l.Values)}
	ends := func(values []string) []string {
		if len(values) <= shownValues {
			return values
		}
		return []string{values[0], values[len(values)-1]}
	}
	switch {
	case l.Times:
		d.Like, d.Values = study.LikeTimes, ends(slices.Sorted(slices.Values(l.Values)))
	case l.Numbers:
		d.Like = study.LikeWhole
		if l.Fraction {
			d.Like = study.LikeNumber
		}
		number := func(text string) float64 {
			x, _ := strconv.ParseFloat(text, 64)
			return x
		}
		d.Values = ends(slices.SortedFunc(slices.Values(l.Values),
			func(a, b string) int { return cmp.Compare(number(a), number(b)) }))
	default:
		if l.Prose {
			d.Like = study.LikeTexts
		}
		d.Values = l.Values[:min(shownValues, len(l.Values))]
	}
	return d
}

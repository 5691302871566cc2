package copies

import (
	"slices"

	"concord/study"
)

// split divides labels in two.
type split struct {
	above float64 // labels above it are positive
	only  bool    // of categories without order: labels equal to it are
}

func (s split) positive(y float64) bool {
	if s.only {
		return y == s.above
	}
	return y > s.above
}

// splitsOf returns the splits of a study's labels that have labels on both sides.
func splitsOf(v study.View) []split {
	values := slices.Clone(v.Value())
	slices.Sort(values)
	var all []split
	switch distinct := slices.Compact(slices.Clone(values)); {
	case v.Table().Kind() == study.Numeric:
		const parts = 4
		for q := 1; q < parts; q++ {
			if at := values[len(values)*q/parts]; at > values[0] {
				all = append(all, split{above: distinct[slices.Index(distinct, at)-1]})
			}
		}
		all = slices.Compact(all)
	case v.Table().Kind() == study.Nominal && len(distinct) > 2:
		for _, y := range distinct {
			all = append(all, split{y, true})
		}
	default:
		for _, y := range distinct[:len(distinct)-1] {
			all = append(all, split{above: y})
		}
	}
	return all
}

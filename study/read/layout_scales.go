package read

import (
	"math"

	"concord/internal/visible"
	"concord/study"
	"concord/study/read/faults"
	"concord/study/read/internal/kinds"
)

// scales finds an unused column of questions whose labels lie in separate ranges.
func (in *intake) scales() *study.Error {
	ws := in.watcher
	if len(in.labels) != 1 || len(ws.cells) != len(ws.item) {
		return nil
	}
	numbers := make([]float64, len(ws.cells))
	for row, c := range ws.cells {
		numbers[row] = float64(c)
		if !c.IsNumber() {
			s := &in.labels[0].Spellings[c.Code()]
			if s.Class != kinds.NumberLabel {
				return nil
			}
			numbers[row] = s.Number
		}
	}
	for _, c := range ws.whole() {
		if !isQuestion(c.name) || len(c.names.List) < 2 || len(c.names.List) > study.MostStudies {
			continue
		}
		if one, other, ok := ws.ranges(c, numbers); ok {
			return faults.PooledLabels.Faultf(
				"column %q is not used, but its values have labels in different ranges: %s, but %s", c.name, one,
				other).InColumn(c.name).FixedBy(questionsApart(in.index[0].Name, []string{c.name}, false)...)
		}
	}
	return nil
}

// ranges reports whether the labels of a value of a column are in a range that the labels of other values leave more
// often than by chance: K of N items leave it, and none of the n with the value do. If the value says nothing, that has
// a probability of at most (1 − K/N)ⁿ. Items and not labels are counted, because labels of an item are alike.
func (ws *watcher) ranges(c *watch, numbers []float64) (one, other string, ok bool) {
	type span struct{ low, high float64 }
	groups := make([]span, len(c.names.List))
	of := make([]map[int32]span, len(groups)) // items of each value
	for g := range groups {
		groups[g], of[g] = span{math.Inf(1), math.Inf(-1)}, make(map[int32]span)
	}
	for row, g := range c.codes {
		if g < 0 {
			continue
		}
		x := numbers[row]
		groups[g] = span{min(groups[g].low, x), max(groups[g].high, x)}
		s, known := of[g][ws.item[row]]
		if !known {
			s = span{x, x}
		}
		of[g][ws.item[row]] = span{min(s.low, x), max(s.high, x)}
	}
	all := 0
	for g := range of {
		all += len(of[g])
	}
	text := func(g int) string {
		return visible.Sprintf("%s to %s for %q", kinds.WholeText(groups[g].low), kinds.WholeText(groups[g].high),
			c.names.List[g])
	}
	const unlikely = 1e-6
	for g, range_ := range groups {
		outside, widest := 0, -1
		for h := range groups {
			leave := 0
			for _, s := range of[h] {
				if s.low < range_.low || s.high > range_.high {
					leave++
				}
			}
			wider := func() bool { return groups[h].high-groups[h].low > groups[widest].high-groups[widest].low }
			if outside += leave; leave > 0 && (widest < 0 || wider()) {
				widest = h
			}
		}
		p := math.Pow(1-float64(outside)/float64(all), float64(len(of[g])))
		if widest >= 0 && p*float64(len(groups)) < unlikely {
			return text(g), text(widest), true
		}
	}
	return "", "", false
}

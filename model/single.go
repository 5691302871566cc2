package model

import (
	"slices"

	"concord/model/family"
)

// Where so many of a term's levels, and so large a share of them, have a single label, their effects are integrated
// out. Each tells no more than the sum of its variance and the noise, so that n of them are as many coordinates on a
// curved ridge, whose width is about 1/√(2n) of the sum: of a few hundred it is no thinner than other parameters are
// uncertain.
const (
	manySingle   = 1000
	mostlySingle = 0.5
)

// single says which levels of items and of the second term are integrated out, if any are.
type single struct {
	items, rows []bool // of each level
}

// findSingle returns the levels to be integrated out for a model with resolved spec; ok is false if there are none.
// Effects that are wanted, or of models with further terms, are not; many is the least number of levels of a term.
func findSingle(terms []*grouping, spec Spec, many int) (s single, ok bool) {
	f, can := spec.Family.(family.Integrating)
	if !can || spec.Effects || spec.Judges() > 0 || len(terms) != 2 || terms[1].starts == nil {
		return s, false
	}
	s = single{items: singleLevels(terms[0], many), rows: singleLevels(terms[1], many)}
	if s.items == nil && s.rows == nil {
		return s, false
	}
	labels, groups := 0, map[[2]int32]bool{}
	for at := range terms[0].cell {
		for n, item := range terms[0].cell[at] {
			row := terms[1].cell[at][n]
			noItem, noRow := s.items != nil && s.items[int(item)/len(terms[0].cell)], s.rows != nil && s.rows[row]
			if !noItem && !noRow {
				continue
			}
			if noItem {
				item = -1
			}
			if noRow {
				row = int32(-1 - at)
			}
			labels++
			groups[[2]int32{item, row}] = true
		}
	}
	return s, f.Integrates(labels, len(groups))
}

// singleLevels returns which levels of a term have one label in all studies together, if they are many and most of
// them; else nil.
func singleLevels(g *grouping, many int) []bool {
	if g.levels < many {
		return nil
	}
	count := make([]int32, g.levels)
	for _, cells := range g.cell {
		for _, c := range cells {
			count[g.level(int(c))]++
		}
	}
	one := make([]bool, g.levels)
	n := 0
	for level, c := range count {
		if one[level] = c == 1; one[level] {
			n++
		}
	}
	if n < many || float64(n) < mostlySingle*float64(g.levels) {
		return nil
	}
	return one
}

// without returns the grouping without some levels, whose labels have cells after those of the others, one for each
// study.
func (g *grouping) without(gone []bool) *grouping {
	k := len(g.cell)
	out := &grouping{Term: g.Term, cell: make([][]int32, k)}
	at := make([]int32, g.levels+1) // new level of each: how many before it stay
	for level, key := range g.keys {
		if !gone[level] {
			out.keys = append(out.keys, key)
		}
		at[level+1] = int32(len(out.keys))
	}
	out.levels = len(out.keys)
	for _, from := range g.starts {
		out.starts = append(out.starts, int(at[from]))
	}
	for s, cells := range g.cell {
		out.cell[s] = slices.Clone(cells)
		for n, c := range cells {
			level := g.level(int(c))
			switch {
			case gone[level]:
				out.cell[s][n] = int32(out.cells() + s)
			case g.starts == nil:
				out.cell[s][n] = at[level]*int32(k) + int32(s)
			default:
				out.cell[s][n] = at[level]
			}
		}
	}
	return out
}

// integratedLevels returns by study how many levels of a term have their effects integrated out: each has one label.
func (d *data) integratedLevels(term int) []float64 {
	n := make([]float64, d.Studies)
	switch term {
	case 0:
		for _, j := range d.Item {
			if at := int(j) - d.ItemCells(); at >= 0 {
				n[at]++
			}
		}
	case 1:
		for u := d.Levels; u < len(d.Study); u++ {
			n[d.Study[u]] = float64(d.Start[u+1] - d.Start[u])
		}
	}
	return n
}

package labels

import (
	"slices"

	"concord/model/family"
	"concord/model/internal/tuning"
	"concord/model/spec"
)

// The least number of a term's levels with a single label, and their least share, for which their effects are
// integrated out. Each such label only gives information on the sum of the effect's variance and the residual. So n of
// them are as many coordinates on a curved ridge, whose width is about 1/√(2n) of the sum. With a few hundred levels
// the ridge is no thinner than the posteriors of other parameters.
const (
	manySingle   = tuning.ManySingle
	mostlySingle = tuning.MostlySingle
)

// single says which levels of items and of the second term are integrated out, if any are.
type single struct {
	items, rows []bool // of each level
}

// findSingle returns the levels to be integrated out for a model with resolved spec; ok is false if there are none.
// Effects whose draws are wanted stay, and so do all effects in models with further terms. many is the least number of
// levels of a term.
func findSingle(terms []*Grouping, sp spec.Spec, many int) (s single, ok bool) {
	f, can := sp.Family.(family.Integrating)
	if !can || sp.Effects || sp.Items != spec.NormalItems ||
		sp.Judges() > 0 || len(sp.Covariates) > 0 || len(terms) != 2 || terms[1].Starts == nil {
		return s, false
	}
	s = single{items: singleLevels(terms[0], many), rows: singleLevels(terms[1], many)}
	if s.items == nil && s.rows == nil {
		return s, false
	}
	labels, groups := 0, map[[2]int32]bool{}
	for at := range terms[0].Cell {
		for n, item := range terms[0].Cell[at] {
			row := terms[1].Cell[at][n]
			noItem, noRow := s.items != nil && s.items[int(item)/len(terms[0].Cell)], s.rows != nil && s.rows[row]
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
func singleLevels(g *Grouping, many int) []bool {
	if g.Levels < many {
		return nil
	}
	count := make([]int32, g.Levels)
	for _, cells := range g.Cell {
		for _, c := range cells {
			count[g.Level(int(c))]++
		}
	}
	one := make([]bool, g.Levels)
	n := 0
	for level, c := range count {
		if one[level] = c == 1; one[level] {
			n++
		}
	}
	if n < many || float64(n) < mostlySingle*float64(g.Levels) {
		return nil
	}
	return one
}

// without returns the grouping without some levels. The labels of these levels get cells after all others, one cell for
// each study.
func (g *Grouping) without(gone []bool) *Grouping {
	k := len(g.Cell)
	out := &Grouping{Term: g.Term, Cell: make([][]int32, k)}
	at := make([]int32, g.Levels+1) // new level of each: how many before it stay
	for level, key := range g.Keys {
		if !gone[level] {
			out.Keys = append(out.Keys, key)
		}
		at[level+1] = int32(len(out.Keys))
	}
	out.Levels = len(out.Keys)
	for _, from := range g.Starts {
		out.Starts = append(out.Starts, int(at[from]))
	}
	for s, cells := range g.Cell {
		out.Cell[s] = slices.Clone(cells)
		for n, c := range cells {
			level := g.Level(int(c))
			switch {
			case gone[level]:
				out.Cell[s][n] = int32(out.Cells() + s)
			case g.Starts == nil:
				out.Cell[s][n] = at[level]*int32(k) + int32(s)
			default:
				out.Cell[s][n] = at[level]
			}
		}
	}
	return out
}

// IntegratedLevels returns by study how many levels of a term have their effects integrated out: each has one label.
func (d *Compiled) IntegratedLevels(term int) []float64 {
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

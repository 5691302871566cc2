package model

import (
	"slices"
	"sort"

	"concord/model/internal/counting"
	"concord/model/internal/effects"
	"concord/study"
)

// grouping is a term's levels and which of them each label has.
type grouping struct {
	Term
	levels int
	// Independent: levels of study s are starts[s]:starts[s+1]. Common: all levels stand in the first study. Nil: each
	// level has a cell in each study.
	starts []int
	keys   []int64   // the combination of each level, ascending (independent: in each study)
	cell   [][]int32 // by study: the cell index of each label
}

// newGrouping groups the labels of a table by a term's factors. Levels are numbered in the order of the
// table's names.
func newGrouping(t *study.Table, term Term) *grouping {
	k := len(t.Studies())
	g := &grouping{Term: term, cell: make([][]int32, k)}
	all := counting.NewCombinations(t.Len())
	for _, name := range term.By {
		names, _ := t.Levels(name)
		index := make([][]int32, k)
		for s := range k {
			index[s], _ = t.StudyAt(s).Factor(name)
		}
		all.Cross(len(names), index...)
	}
	if term.Covariance == Independent {
		g.starts = []int{0}
		from := 0
		for s := range k {
			n := t.StudyAt(s).Len()
			levels, of := counting.Number(all.Key[from:from+n], all.Limit)
			from += n
			for i := range of {
				of[i] += int32(len(g.keys))
			}
			g.keys, g.cell[s] = append(g.keys, levels...), of
			g.starts = append(g.starts, len(g.keys))
		}
		g.levels = len(g.keys)
		return g
	}
	levels, of := counting.Number(all.Key, all.Limit)
	g.keys, g.levels = levels, len(levels)
	if term.Covariance == Common {
		g.starts = make([]int, k+1)
		for s := range k {
			g.starts[s+1] = g.levels
			n := t.StudyAt(s).Len()
			g.cell[s], of = of[:n:n], of[n:]
		}
		return g
	}
	for s := range k {
		n := t.StudyAt(s).Len()
		g.cell[s], of = of[:n:n], of[n:]
		for i := range g.cell[s] {
			g.cell[s][i] = g.cell[s][i]*int32(k) + int32(s)
		}
	}
	return g
}

// find returns the cell of a combination of levels in a study; ok is false if no label has it, in the
// study if effects are independent.
func (g *grouping) find(s int, key int64) (cell int, ok bool) {
	if g.starts == nil {
		level, ok := slices.BinarySearch(g.keys, key)
		return level*len(g.cell) + s, ok
	}
	if g.Covariance == Common {
		s = 0
	}
	lo, hi := g.starts[s], g.starts[s+1]
	at, ok := slices.BinarySearch(g.keys[lo:hi], key)
	return lo + at, ok
}

// cells returns the number of cells.
func (g *grouping) cells() int {
	if g.starts == nil {
		return g.levels * len(g.cell)
	}
	return g.levels
}

// level returns the level of a cell, counted within all.
func (g *grouping) level(cell int) int {
	if g.starts == nil {
		return cell / len(g.cell)
	}
	return cell
}

// study returns the study of a cell.
func (g *grouping) study(cell int) int {
	if g.starts == nil {
		return cell % len(g.cell)
	}
	return sort.SearchInts(g.starts, cell+1) - 1
}

// scaled returns the study whose scale the effects of a study have.
func (g *grouping) scaled(s int) int {
	if g.Covariance == Common {
		return 0
	}
	return s
}

// factor returns the effects of the term without information; count holds the labels of each cell.
func (g *grouping) factor(count []int32) *effects.Factor {
	if g.starts == nil {
		return effects.NewFull(g.levels, len(g.cell), count)
	}
	return effects.NewNested(g.starts)
}

package model

import (
	"slices"
	"sort"

	"concord/model/internal/effects"
	"concord/study"
)

// grouping is a term's levels and which of them each label has.
type grouping struct {
	Term
	levels int
	// Independent: levels of study s are starts[s]:starts[s+1]; nil: each level has a cell in each study.
	starts  []int
	strides []int64   // of the factors, to number their combinations
	keys    []int64   // the combination of each level, ascending (independent: in each study)
	cell    [][]int32 // by study: the cell index of each label
}

// newGrouping groups the labels of a table by a term's factors. Levels are numbered in the order of the
// table's names.
func newGrouping(t *study.Table, term Term) *grouping {
	k := len(t.Studies())
	g := &grouping{Term: term, strides: make([]int64, len(term.By)), cell: make([][]int32, k)}
	stride := int64(1)
	for i := len(term.By) - 1; i >= 0; i-- {
		names, _ := t.Levels(term.By[i])
		g.strides[i] = stride
		stride *= int64(len(names))
	}
	keys := make([][]int64, k)
	for s := range k {
		v := t.StudyAt(s)
		keys[s] = make([]int64, v.Len())
		for i, name := range term.By {
			index, _ := v.Factor(name)
			for n, l := range index {
				keys[s][n] += g.strides[i] * int64(l)
			}
		}
	}
	if term.Covariance == Independent {
		g.starts = []int{0}
		for s := range k {
			levels, of := number(keys[s], stride)
			for n := range of {
				of[n] += int32(len(g.keys))
			}
			g.keys, g.cell[s] = append(g.keys, levels...), of
			g.starts = append(g.starts, len(g.keys))
		}
		g.levels = len(g.keys)
		return g
	}
	levels, of := number(slices.Concat(keys...), stride)
	g.keys, g.levels = levels, len(levels)
	for s := range k {
		n := len(keys[s])
		g.cell[s], of = of[:n:n], of[n:]
		for i := range g.cell[s] {
			g.cell[s][i] = g.cell[s][i]*int32(k) + int32(s)
		}
	}
	return g
}

// number returns the different keys, which are below limit, in ascending order, and the place of each key among them.
func number(keys []int64, limit int64) (distinct []int64, place []int32) {
	place = make([]int32, len(keys))
	if limit > int64(4*len(keys)+1024) {
		distinct = slices.Clone(keys)
		slices.Sort(distinct)
		distinct = slices.Compact(distinct)
		for n, key := range keys {
			at, _ := slices.BinarySearch(distinct, key)
			place[n] = int32(at)
		}
		return distinct, place
	}
	at := make([]int32, limit)
	for _, key := range keys {
		at[key] = 1
	}
	for key, seen := range at {
		if seen > 0 {
			at[key] = int32(len(distinct))
			distinct = append(distinct, int64(key))
		}
	}
	for n, key := range keys {
		place[n] = at[key]
	}
	return distinct, place
}

// find returns the cell of a combination of levels in a study; ok is false if no label has it, in the
// study if effects are independent.
func (g *grouping) find(s int, key int64) (cell int, ok bool) {
	if g.starts == nil {
		level, ok := slices.BinarySearch(g.keys, key)
		return level*len(g.cell) + s, ok
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

// place returns level and study of a cell, the level counted within all.
func (g *grouping) place(cell int) (level, study int) {
	if g.starts == nil {
		return cell / len(g.cell), cell % len(g.cell)
	}
	return cell, sort.SearchInts(g.starts, cell+1) - 1
}

// factor returns the effects of the term without information; count holds the labels of each cell.
func (g *grouping) factor(count []int32) *effects.Factor {
	if g.starts == nil {
		return effects.NewFull(g.levels, len(g.cell), count)
	}
	return effects.NewNested(g.starts)
}

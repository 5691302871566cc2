package labels

import (
	"slices"
	"sort"

	"concord/model/internal/counting"
	"concord/model/internal/effects"
	"concord/model/spec"
	"concord/study"
)

// Grouping is a term's levels and which of them each label has.
type Grouping struct {
	spec.Term
	Levels int
	// Independent: levels of study s are starts[s]:starts[s+1]. Common: all levels of a bundle of studies stand in its
	// first study. Nil: each level has a cell in each study.
	Starts []int
	Keys   []int64   // the combination of each level, ascending (in each study or bundle that has separate levels)
	Cell   [][]int32 // by study: the cell index of each label
}

// NewGrouping groups the labels of a table by a term's factors. Levels are numbered in the order of the
// table's names.
func NewGrouping(t *study.Table, term spec.Term) *Grouping {
	k := len(t.Studies())
	g := &Grouping{Term: term, Cell: make([][]int32, k)}
	all := counting.NewCombinations(t.Len())
	for _, name := range term.By {
		names, _ := t.Levels(name)
		index := make([][]int32, k)
		for s := range k {
			index[s], _ = t.StudyAt(s).Factor(name)
		}
		all.Cross(len(names), index...)
	}
	if term.Covariance != spec.Correlated {
		g.Starts = []int{0}
		from := 0
		for first := 0; first < k; {
			after, n := first, 0
			for ; after < k && g.Scaled(after) == first; after++ {
				n += t.StudyAt(after).Len()
			}
			levels, of := counting.Number(all.Key[from:from+n], all.Limit)
			from += n
			for i := range of {
				of[i] += int32(len(g.Keys))
			}
			g.Keys = append(g.Keys, levels...)
			for ; first < after; first++ {
				n := t.StudyAt(first).Len()
				g.Cell[first], of = of[:n:n], of[n:]
				g.Starts = append(g.Starts, len(g.Keys))
			}
		}
		g.Levels = len(g.Keys)
		return g
	}
	levels, of := counting.Number(all.Key, all.Limit)
	g.Keys, g.Levels = levels, len(levels)
	for s := range k {
		n := t.StudyAt(s).Len()
		g.Cell[s], of = of[:n:n], of[n:]
		for i := range g.Cell[s] {
			g.Cell[s][i] = g.Cell[s][i]*int32(k) + int32(s)
		}
	}
	return g
}

// Find returns the cell of a combination of levels in a study; ok is false if no label has it, in the
// study if effects are independent.
func (g *Grouping) Find(s int, key int64) (cell int, ok bool) {
	if g.Starts == nil {
		level, ok := slices.BinarySearch(g.Keys, key)
		return level*len(g.Cell) + s, ok
	}
	s = g.Scaled(s)
	lo, hi := g.Starts[s], g.Starts[s+1]
	at, ok := slices.BinarySearch(g.Keys[lo:hi], key)
	return lo + at, ok
}

// Cells returns the number of cells.
func (g *Grouping) Cells() int {
	if g.Starts == nil {
		return g.Levels * len(g.Cell)
	}
	return g.Levels
}

// Level returns the level of a cell, counted within all.
func (g *Grouping) Level(cell int) int {
	if g.Starts == nil {
		return cell / len(g.Cell)
	}
	return cell
}

// Study returns the study of a cell.
func (g *Grouping) Study(cell int) int {
	if g.Starts == nil {
		return cell % len(g.Cell)
	}
	return sort.SearchInts(g.Starts, cell+1) - 1
}

// Scaled returns the study whose scale the effects of a study have.
func (g *Grouping) Scaled(s int) int {
	if g.Covariance == spec.Common {
		return g.First(s)
	}
	return s
}

// Factor returns the effects of the term without information; count holds the labels of each cell.
func (g *Grouping) Factor(count []int32) *effects.Factor {
	if g.Starts == nil {
		return effects.NewFull(g.Levels, len(g.Cell), count)
	}
	return effects.NewNested(g.Starts)
}

// LevelNames returns the names of the levels of the factors that make up each level.
func (g *Grouping) LevelNames(t *study.Table) [][]string {
	of := make([][]string, g.Levels)
	for _, factor := range g.By {
		names, _ := t.Levels(factor)
		known := make([]bool, g.Levels)
		for s := range t.Studies() {
			index, _ := t.StudyAt(s).Factor(factor)
			for n, l := range index {
				if level := g.Level(int(g.Cell[s][n])); !known[level] {
					of[level], known[level] = append(of[level], names[l]), true
				}
			}
		}
	}
	return of
}

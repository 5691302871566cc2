package modeltest

import (
	"math/rand/v2"
	"slices"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/spec"
	"concord/study"
)

// Toy is a small sparse design with random labels: items seen in some studies only,
// labelers of few and of many labels, facets of three levels.
func Toy(rng *rand.Rand, k int, sp spec.Spec) *labels.Compiled {
	const items, people, levels = 7, 5, 3
	d := &labels.Compiled{
		Labels: &family.Labels{Studies: k, Items: items, Count: make([]float64, k), Start: []int{0}},
		Center: make([]float64, k), Scale: slices.Repeat([]float64{1}, k),
	}
	for _, term := range sp.Terms() {
		n := levels
		switch {
		case term.Name == study.ItemFactor:
			n = items
		case term.Name == study.LabelerFactor || !term.Added():
			n = people
		case term.Name == "item:template":
			n = items * levels
		}
		d.Terms = append(d.Terms, ToyGrouping(term, n, k))
	}
	d.SetRows()
	for _, g := range d.FurtherTerms() {
		d.Further, d.Cells = append(d.Further, nil), append(d.Cells, g.Cells())
	}
	for _, s := range d.Study {
		for j := range items {
			for range 1 + rng.IntN(2) {
				if rng.Float64() < 0.5 || (j == 3 && s == 0) {
					continue
				}
				d.Item = append(d.Item, int32(j*k)+s)
				level := 0
				for f := range d.Further {
					if g := d.FurtherTerms()[f]; g.Name == "item:template" { // that of the facet before
						level = j*levels + level
					} else {
						level = rng.IntN(levels)
					}
					cell, _ := d.FurtherTerms()[f].Find(int(s), int64(level))
					d.Further[f] = append(d.Further[f], int32(cell))
				}
				y := float64(rng.IntN(2))
				switch sp.Family.Kind() {
				case study.Numeric:
					y = rng.NormFloat64()
				case study.Ordinal:
					y = float64(1 + []int{0, 1, 1, 3, 4}[rng.IntN(5)]) // nobody uses the third of five
				}
				d.Value = append(d.Value, y)
				d.Count[s]++
			}
		}
		d.Start = append(d.Start, len(d.Item))
	}
	for f, g := range d.FurtherTerms() {
		if g.Name == "item:template" {
			d.Further[f] = occurring(g, d.Further[f])
			d.Cells[f] = g.Cells()
		}
	}
	if len(sp.Covariates) > 0 {
		toyRegression(rng, d, sp)
	}
	return d
}

// toyRegression gives labels random values of covariates: the first one differs between items, the second between rows,
// and further ones between labels.
func toyRegression(rng *rand.Rand, d *labels.Compiled, sp spec.Spec) {
	const own = 4 // cells in a study
	d.Regression, d.OwnCells = &labels.Regression{}, own*d.Studies
	d.Regression.Columns, d.Regression.Common = sp.Columns()
	var of [3][]int // columns
	column := 0
	for i, c := range sp.Covariates {
		part := min(labels.Cells(i), labels.OwnCells)
		if i == 0 && d.Slopes { // slopes multiply everything about items
			part = labels.RowCells
		}
		for range c.Columns() {
			of[part] = append(of[part], column)
			column++
		}
	}
	for part, cells := range []int{d.ItemCells(), len(d.Study), d.OwnCells} {
		if of[part] == nil {
			continue
		}
		r := labels.Regressors{Of: labels.Cells(part), Columns: of[part], Study: d.Study}
		if r.Of != labels.RowCells {
			r.Study = make([]int32, cells)
			for cell := range r.Study {
				r.Study[cell] = int32(cell % d.Studies)
			}
		}
		for range cells * len(r.Columns) {
			r.X = append(r.X, rng.NormFloat64())
		}
		d.Regression.Parts = append(d.Regression.Parts, r)
	}
	var cell []int32
	for u, s := range d.Study {
		for range d.Start[u+1] - d.Start[u] {
			cell = append(cell, int32(rng.IntN(own)*d.Studies)+s)
		}
	}
	toySlopes(rng, d, sp, cell)
	d.Further, d.Cells = append(d.Further, cell), append(d.Cells, d.OwnCells)
}

// toySlopes gives labelers slopes by random values, and each label a separate own cell.
func toySlopes(rng *rand.Rand, d *labels.Compiled, sp spec.Spec, cell []int32) {
	column := 0
	for _, c := range sp.Covariates {
		if c.Slopes {
			sl := labels.LabelerSlopes{Column: column,
				Term: slices.IndexFunc(d.Terms, func(g *labels.Grouping) bool { return g.Slopes == c.Factor })}
			for u := range d.Study {
				for range d.Start[u+1] - d.Start[u] {
					sl.X, sl.Level = append(sl.X, rng.NormFloat64()), append(sl.Level, int32(u))
				}
			}
			d.Regression.Slopes = append(d.Regression.Slopes, sl)
		}
		column += c.Columns()
	}
	if d.Regression.Slopes == nil {
		return
	}
	for p := range d.Regression.Parts {
		if r := &d.Regression.Parts[p]; r.Of == labels.OwnCells { // the values of the cells before
			width, x, of := len(r.Columns), r.X, r.Study
			r.X, r.Study = nil, nil
			for _, c := range cell {
				r.X, r.Study = append(r.X, x[int(c)*width:(int(c)+1)*width]...), append(r.Study, of[c])
			}
		}
	}
	for n := range cell {
		cell[n] = int32(n)
	}
	d.OwnCells = len(cell)
}

// occurring leaves those levels of a grouping of independent effects that some label has, as [labels.NewGrouping]
// does, and returns the cells of the labels.
func occurring(g *labels.Grouping, cell []int32) []int32 {
	to := make([]int32, g.Levels)
	for _, c := range cell {
		to[c] = 1
	}
	starts, keys := []int{0}, []int64(nil)
	for s := range len(g.Starts) - 1 {
		for c := g.Starts[s]; c < g.Starts[s+1]; c++ {
			if to[c] > 0 {
				to[c] = int32(len(keys))
				keys = append(keys, g.Keys[c])
			}
		}
		starts = append(starts, len(keys))
	}
	g.Starts, g.Keys, g.Levels = starts, keys, len(keys)
	out := make([]int32, len(cell))
	for i, c := range cell {
		out[i] = to[c]
	}
	return out
}

// ToyGrouping returns a grouping with this many levels; with independent effects, in each study.
func ToyGrouping(term spec.Term, levels, k int) *labels.Grouping {
	g := &labels.Grouping{Term: term, Cell: make([][]int32, k), Levels: levels}
	keys := func() {
		for l := range levels {
			g.Keys = append(g.Keys, int64(l))
		}
	}
	if term.Covariance == spec.Correlated {
		keys()
		return g
	}
	g.Starts = []int{0}
	for s := range k {
		if g.Scaled(s) == s {
			keys()
		}
		g.Starts = append(g.Starts, len(g.Keys))
	}
	g.Levels = len(g.Keys)
	return g
}

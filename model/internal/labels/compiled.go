// Package labels makes the one pass over a table of labels before a fit. [Resolve] makes the choices that a spec leaves
// open, and says why a table cannot be fitted ([DataError]). [Compile] groups the labels by the levels of the terms, in
// the order in which likelihoods read them. Later packages know of the labels only through [Compiled].
package labels

import (
	"fmt"
	"slices"

	"concord/model/family"
	"concord/model/internal/counting"
	"concord/model/spec"
	"concord/study"
)

// Compiled is a table compiled for evaluation: labels are grouped by row, and ordered by item inside a row. A row is
// all labels of one level of the second term, or of one study if there is no second term.
type Compiled struct {
	*family.Labels
	Terms          []*Grouping // those that are added first
	RowsIntegrated bool        // levels of the second term that have a single label
	Regression     *Regression // on covariates; nil: there are none
	OwnCells       int         // of the covariates, the last ones of Further; 0: none
	Center, Scale  []float64   // label of study s = center[s] + scale[s]·value
}

// Compile groups the labels of t for a model with resolved spec.
func Compile(t *study.Table, sp spec.Spec) *Compiled { return CompileSingle(t, sp, manySingle) }

// CompileSingle is [Compile], but integrates out the effects of single-label levels if a term has at least many.
func CompileSingle(t *study.Table, sp spec.Spec, many int) *Compiled {
	k, n := len(t.Studies()), t.Len()
	d := &Compiled{Labels: &family.Labels{Studies: k, Items: len(t.Items()), Count: make([]float64, k)}}
	d.Center, d.Scale = standardisation(t, sp)
	for _, term := range sp.Terms() {
		d.Terms = append(d.Terms, NewGrouping(t, term))
	}
	if s, ok := findSingle(d.Terms, sp, many); ok {
		if s.items != nil {
			d.Terms[0] = d.Terms[0].without(s.items)
		}
		if s.rows != nil {
			d.Terms[1] = d.Terms[1].without(s.rows)
			d.RowsIntegrated = true
		}
		d.Items = d.Terms[0].Levels
	}
	d.SetRows()

	row, item, y := make([]int32, 0, n), make([]int32, 0, n), make([]float64, 0, n)
	further := make([][]int32, len(d.FurtherTerms()))
	for s := range k {
		v := t.StudyAt(s)
		d.Count[s] = float64(v.Len())
		item = append(item, d.Terms[0].Cell[s]...)
		for i, value := range v.Value() {
			y = append(y, (value-d.Center[s])/d.Scale[s])
			u := int32(s)
			if len(d.Terms) > 1 {
				u = d.Terms[1].Cell[s][i]
			}
			row = append(row, u)
		}
		for f := range further {
			further[f] = append(further[f], d.FurtherTerms()[f].Cell[s]...)
		}
	}
	if len(sp.Covariates) > 0 {
		if own := d.regression(t, sp, item, row); own != nil {
			further = append(further, own)
		}
	}
	// Stable counting sorts, the last key first.
	order, starts := counting.Sort(counting.Order(item, d.ItemCells()+k), row, len(d.Study))
	d.Start = starts
	d.Item, d.Value = picked(item, order), picked(y, order)
	for f, cell := range further {
		d.Further = append(d.Further, picked(cell, order))
		if f < len(d.FurtherTerms()) {
			d.Cells = append(d.Cells, d.FurtherTerms()[f].Cells())
		} else {
			d.Cells = append(d.Cells, d.OwnCells)
		}
	}
	for _, g := range d.Terms {
		for s := range g.Cell {
			g.Cell[s] = nil // the compiled labels have them now
		}
	}
	return d
}

// SlopeTerm returns the place of the term that multiplies the effects of items, −1 if there is none. It has the same
// cells as the second term.
func (d *Compiled) SlopeTerm() int {
	return slices.IndexFunc(d.Terms, func(g *Grouping) bool { return g.Multiplies != "" })
}

// ResidualTerm returns the place of the term that scales the residual, −1 if there is none. It has the same cells as
// the second term.
func (d *Compiled) ResidualTerm() int {
	return slices.IndexFunc(d.Terms, func(g *Grouping) bool { return g.Scales })
}

// TermCells returns the cells of each label in the terms besides items and the second one.
func (d *Compiled) TermCells() [][]int32 { return d.Further[:len(d.FurtherTerms())] }

// FurtherTerms returns the terms besides items and the second one that are added.
func (d *Compiled) FurtherTerms() []*Grouping {
	added := len(d.Terms)
	for added > 0 && !d.Terms[added-1].Added() {
		added--
	}
	return d.Terms[min(2, added):added]
}

// SetRows sets the properties of the rows.
func (d *Compiled) SetRows() {
	d.Slopes, d.RowResiduals = d.SlopeTerm() >= 0, d.ResidualTerm() >= 0
	if len(d.Terms) > 1 {
		second := d.Terms[1]
		d.Levels, d.Rows = second.Cells(), family.NestedRows
		if second.Starts == nil {
			d.Rows = family.CrossedRows
		}
		for u := range d.Levels {
			d.Study = append(d.Study, int32(second.Study(u)))
		}
	}
	if len(d.Terms) > 1 && !d.RowsIntegrated {
		return
	}
	for s := range d.Studies { // of levels that are integrated out, or of the study alone
		d.Study = append(d.Study, int32(s))
	}
	if len(d.Terms) == 1 {
		d.Levels = d.Studies
	}
}

// WithoutLabels returns the part of the data that a posterior needs: the terms and the units. The table has the labels,
// which are many.
func (d *Compiled) WithoutLabels() *Compiled {
	return &Compiled{Labels: &family.Labels{Studies: d.Studies, Items: d.Items}, Terms: d.Terms,
		RowsIntegrated: d.RowsIntegrated, Center: d.Center, Scale: d.Scale}
}

// picked returns the values at the given places.
func picked[T any](values []T, order []int32) []T {
	out := make([]T, len(order))
	for i, from := range order {
		out[i] = values[from]
	}
	return out
}

// CellCounts returns the number of labels in each cell of a term.
func (d *Compiled) CellCounts(term int) []int32 {
	switch {
	case term == 0:
		return d.ItemCounts()
	case term == 1 || !d.Terms[term].Added(): // discriminations, residuals and slopes of labelers
		return d.RowCounts()
	}
	return d.FurtherCounts(term - 2)
}

// EffectNames names the effects of each term: "item[j,s]", "labeler[l,s]" as levels and studies are numbered, counted
// from 1; "discrimination[l,s]" is λ, "labeler_residual[l,s]" σ_k.
func (d *Compiled) EffectNames(sp spec.Spec) []string {
	var names []string
	for _, g := range d.Terms {
		if !sp.Keeps(g.Name) {
			continue
		}
		for cell := range g.Cells() {
			names = append(names, fmt.Sprintf("%s[%d,%d]", g.Name, g.Level(cell)+1, g.Study(cell)+1))
		}
	}
	return names
}

package model

import (
	"slices"

	"concord/model/family"
	"concord/model/internal/counting"
	"concord/study"
)

// data is a table compiled for evaluation: labels grouped by row (what they have in common besides the
// item: the level of the second term, or the study alone where there is no second term), inside a row ordered by item.
type data struct {
	*family.Labels
	terms         []*grouping // those that are added first
	integrated    bool        // levels of the second term that have a single label
	center, scale []float64   // label of study s = center[s] + scale[s]·value
}

// compile groups the labels of t for a model with resolved spec.
func compile(t *study.Table, spec Spec) *data { return compileSingle(t, spec, manySingle) }

// compileSingle is compile that integrates out the effects of so many levels with a single label.
func compileSingle(t *study.Table, spec Spec, many int) *data {
	k, n := len(t.Studies()), t.Len()
	d := &data{Labels: &family.Labels{Studies: k, Items: len(t.Items()), Count: make([]float64, k)}}
	d.center, d.scale = standardisation(t, spec)
	for _, term := range spec.Terms() {
		d.terms = append(d.terms, newGrouping(t, term))
	}
	if s, ok := findSingle(d.terms, spec, many); ok {
		if s.items != nil {
			d.terms[0] = d.terms[0].without(s.items)
		}
		if s.rows != nil {
			d.terms[1] = d.terms[1].without(s.rows)
			d.integrated = true
		}
		d.Items = d.terms[0].levels
	}
	d.setRows()

	row, item, y := make([]int32, 0, n), make([]int32, 0, n), make([]float64, 0, n)
	further := make([][]int32, len(d.further()))
	for s := range k {
		v := t.StudyAt(s)
		d.Count[s] = float64(v.Len())
		item = append(item, d.terms[0].cell[s]...)
		for i, value := range v.Value() {
			y = append(y, (value-d.center[s])/d.scale[s])
			u := int32(s)
			if len(d.terms) > 1 {
				u = d.terms[1].cell[s][i]
			}
			row = append(row, u)
		}
		for f := range further {
			further[f] = append(further[f], d.further()[f].cell[s]...)
		}
	}
	// Stable counting sorts, the last key first.
	order, starts := counting.Sort(counting.Order(item, d.ItemCells()+k), row, len(d.Study))
	d.Start = starts
	d.Item, d.Value = picked(item, order), picked(y, order)
	for f, cell := range further {
		d.Further = append(d.Further, picked(cell, order))
		d.Cells = append(d.Cells, d.further()[f].cells())
	}
	for _, g := range d.terms {
		for s := range g.cell {
			g.cell[s] = nil // they are in the labels now
		}
	}
	return d
}

// slopes returns the place of the term that multiplies the effects of items, −1 if there is none. Its cells are those
// of the second term.
func (d *data) slopes() int {
	return slices.IndexFunc(d.terms, func(g *grouping) bool { return g.Multiplies != "" })
}

// noise returns the place of the term that scales the residual, −1 if there is none. Its cells are those of the second
// term.
func (d *data) noise() int {
	return slices.IndexFunc(d.terms, func(g *grouping) bool { return g.Scales })
}

// further returns the terms besides items and the second one that are added.
func (d *data) further() []*grouping {
	added := len(d.terms)
	for added > 0 && !d.terms[added-1].Added() {
		added--
	}
	return d.terms[min(2, added):added]
}

// setRows says what the rows are.
func (d *data) setRows() {
	d.Slopes, d.Noise = d.slopes() >= 0, d.noise() >= 0
	if len(d.terms) > 1 {
		second := d.terms[1]
		d.Levels, d.Rows = second.cells(), family.NestedRows
		if second.starts == nil {
			d.Rows = family.CrossedRows
		}
		for u := range d.Levels {
			d.Study = append(d.Study, int32(second.study(u)))
		}
	}
	if len(d.terms) > 1 && !d.integrated {
		return
	}
	for s := range d.Studies { // of levels that are integrated out, or of the study alone
		d.Study = append(d.Study, int32(s))
	}
	if len(d.terms) == 1 {
		d.Levels = d.Studies
	}
}

// withoutLabels returns what a posterior needs of the data: the terms and the units. Labels are many, and the table has
// them.
func (d *data) withoutLabels() *data {
	return &data{Labels: &family.Labels{Studies: d.Studies, Items: d.Items}, terms: d.terms, integrated: d.integrated,
		center: d.center, scale: d.scale}
}

// picked returns the values at the given places.
func picked[T any](values []T, order []int32) []T {
	out := make([]T, len(order))
	for i, from := range order {
		out[i] = values[from]
	}
	return out
}

// cellCounts returns the number of labels in each cell of a term.
func (d *data) cellCounts(term int) []int32 {
	switch term {
	case 0:
		return d.ItemCounts()
	case 1, d.slopes(), d.noise():
		return d.RowCounts()
	}
	return d.FurtherCounts(term - 2)
}

package study

import "math"

// rows are labels with their indices, grouped by study, on the way to a table. Several
// tables may share the slices, so that no step may write to one that it did not make.
type rows struct {
	items, labelers, studies []string
	item, labeler, study     []int32 // labeler: nil where there are none
	origin                   []int32 // row of the input; nil: the same
}

// grouped returns the rows in the order of their study, and within one study as they
// were. Where they lie so, nothing is copied.
func (r rows) grouped() rows {
	inOrder := true
	for n := 1; n < len(r.study) && inOrder; n++ {
		inOrder = r.study[n-1] <= r.study[n]
	}
	if inOrder {
		return r
	}
	next := make([]int32, len(r.studies)+1)
	for _, s := range r.study {
		next[s+1]++
	}
	for s := range r.studies {
		next[s+1] += next[s]
	}
	order := make([]int32, len(r.study))
	for n, s := range r.study {
		order[next[s]] = int32(n)
		next[s]++
	}
	return r.pick(order)
}

// pick returns the rows of the given indices.
func (r rows) pick(order []int32) rows {
	p := r
	p.item, p.study = picked(r.item, order), picked(r.study, order)
	if r.labeler != nil {
		p.labeler = picked(r.labeler, order)
	}
	p.origin = order
	if r.origin != nil {
		p.origin = picked(r.origin, order)
	}
	return p
}

func picked[T any](x []T, order []int32) []T {
	y := make([]T, len(order))
	for i, n := range order {
		y[i] = x[n]
	}
	return y
}

// present returns the rows whose value is not NaN, and their values. Where all are
// present, nothing is copied.
func (r rows) present(value []float64) (rows, []float64) {
	kept := 0
	for _, v := range value {
		if !math.IsNaN(v) {
			kept++
		}
	}
	if kept == len(value) {
		return r, value
	}
	order := make([]int32, 0, kept)
	for n, v := range value {
		if !math.IsNaN(v) {
			order = append(order, int32(n))
		}
	}
	return r.pick(order), picked(value, order)
}

// source returns the row of the input from which row n came.
func (r rows) source(n int32) int32 {
	if r.origin == nil {
		return n
	}
	return r.origin[n]
}

// compact leaves out names that no row has.
func (r rows) compact() rows {
	r.items, r.item = compacted(r.items, r.item)
	r.studies, r.study = compacted(r.studies, r.study)
	if r.labeler != nil {
		r.labelers, r.labeler = compacted(r.labelers, r.labeler)
	}
	return r
}

func compacted(names []string, index []int32) ([]string, []int32) {
	used := make([]bool, len(names))
	left := len(names)
	for _, i := range index {
		if !used[i] {
			used[i] = true
			left--
		}
	}
	if left == 0 {
		return names, index
	}
	kept := make([]string, 0, len(names)-left)
	renamed := make([]int32, len(names))
	for i, u := range used {
		if u {
			renamed[i] = int32(len(kept))
			kept = append(kept, names[i])
		}
	}
	return kept, picked(renamed, index)
}

// table makes the table of grouped rows.
func (r rows) table(value []float64) *Table {
	r = r.compact()
	t := &Table{items: r.items, labelers: r.labelers, studies: r.studies,
		item: r.item, labeler: r.labeler, value: value, start: make([]int, len(r.studies)+1)}
	for _, s := range r.study {
		t.start[s+1]++
	}
	for s := range r.studies {
		t.start[s+1] += t.start[s]
	}
	return t
}

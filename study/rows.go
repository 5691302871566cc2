package study

import (
	"math"
)

// Grouped returns the labels in the order of their studies, and within one study as they were, with the place that each
// had in Row. If they are in that order, nothing is copied. Value may be nil.
func (c Indexed) Grouped() Indexed {
	inOrder := true
	for n := 1; n < len(c.Study) && inOrder; n++ {
		inOrder = c.Study[n-1] <= c.Study[n]
	}
	if inOrder {
		return c
	}
	next := make([]int32, len(c.Studies)+1)
	for _, s := range c.Study {
		next[s+1]++
	}
	for s := range c.Studies {
		next[s+1] += next[s]
	}
	order := make([]int32, len(c.Study))
	for n, s := range c.Study {
		order[next[s]] = int32(n)
		next[s]++
	}
	return c.Pick(order)
}

// Pick returns the labels at the given places, in that order, with the place that each had in Row. It writes to no
// slice that it did not make, so that several tables may share them. Value may be nil.
func (c Indexed) Pick(places []int32) Indexed {
	p := c
	p.Item, p.Study = picked(c.Item, places), picked(c.Study, places)
	if c.Labeler != nil {
		p.Labeler = picked(c.Labeler, places)
	}
	p.Factors = eachFactor(c.Factors, func(f Factor) Factor {
		f.Index = picked(f.Index, places)
		return f
	})
	if c.Value != nil {
		p.Value = picked(c.Value, places)
	}
	p.Row = places
	if c.Row != nil {
		p.Row = picked(c.Row, places)
	}
	return p
}

func picked[T any](x []T, places []int32) []T {
	y := make([]T, len(places))
	for i, n := range places {
		y[i] = x[n]
	}
	return y
}

// present returns the labels whose value is not NaN. If all are present, nothing is copied.
func (c Indexed) present() Indexed {
	kept := 0
	for _, v := range c.Value {
		if !math.IsNaN(v) {
			kept++
		}
	}
	if kept == len(c.Value) {
		return c
	}
	places := make([]int32, 0, kept)
	for n, v := range c.Value {
		if !math.IsNaN(v) {
			places = append(places, int32(n))
		}
	}
	return c.Pick(places)
}

// row returns the row from which label n came.
func (c Indexed) row(n int32) int {
	if c.Row == nil {
		return int(n)
	}
	return int(c.Row[n])
}

// compact leaves out names that no label has.
func (c Indexed) compact() Indexed {
	c.Items, c.Item = compacted(c.Items, c.Item)
	c.Studies, c.Study = compacted(c.Studies, c.Study)
	if c.Labeler != nil {
		c.Labelers, c.Labeler = compacted(c.Labelers, c.Labeler)
	}
	c.Factors = eachFactor(c.Factors, func(f Factor) Factor {
		f.Levels, f.Index = compacted(f.Levels, f.Index)
		return f
	})
	return c
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

// table makes the table of labels that are checked and grouped.
func (c Indexed) table() *Table {
	c = c.compact()
	t := &Table{kind: c.Kind, categories: c.Categories, sets: c.Sets, column: c.Label, source: c.Source,
		items: c.Items, labelers: c.Labelers, studies: c.Studies,
		item: c.Item, labeler: c.Labeler, factors: c.Factors, value: c.Value, start: make([]int, len(c.Studies)+1),
		found: &found{}}
	if t.scores = c.scores; c.Kind == Ordinal && c.scores == nil {
		t.scores = scores(c.Categories)
	}
	for _, s := range c.Study {
		t.start[s+1]++
	}
	for s := range c.Studies {
		t.start[s+1] += t.start[s]
	}
	return t
}

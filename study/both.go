package study

import (
	"slices"
)

// Both returns the labels of two tables as one. Labelers of one name are the same in both. Items of one name are the
// same if sameItems; otherwise the name of their table precedes their names. The name of a study begins with the name
// of its table, as in "april · experts"; the only study of a table has the name of the table. The error is an [*Error]
// if the labels are of different kinds or categories, have no order, or have further factors.
func Both(names [2]string, tables [2]*Table, sameItems bool) (*Table, error) {
	b := Builder{Kind: tables[0].kind, Duplicates: DuplicatesKeep}
	var ok bool
	if b.Categories, ok = commonCategories(tables[0], tables[1]); !ok {
		return nil, OtherShard.Faultf("labels of %q and %q are of different kinds",
			names[0], names[1])
	}
	for i, t := range tables {
		if len(t.factors) > 0 {
			return nil, OtherShard.Faultf("labels of %q have further factors",
				names[i])
		}
		places := make([]float64, len(t.categories)) // of the categories among all
		for c, name := range t.categories {
			places[c] = float64(slices.Index(b.Categories, name))
		}
		for s, name := range t.studies {
			if name = names[i] + CombinedBy + name; len(t.studies) == 1 {
				name = names[i]
			}
			for n := t.start[s]; n < t.start[s+1]; n++ {
				value, item, labeler := t.value[n], t.items[t.item[n]], ""
				if !sameItems {
					item = names[i] + CombinedBy + item
				}
				if t.kind == Ordinal {
					value = places[int(value)-1] + 1
				}
				if t.labeler != nil {
					labeler = t.labelers[t.labeler[n]]
				}
				b.Add(item, labeler, name, value)
			}
		}
	}
	return b.Table()
}

// commonCategories are the categories of both tables. One table must have all categories of the other, in one order.
func commonCategories(a, b *Table) (all []string, ok bool) {
	switch {
	case a.kind != b.kind || a.kind == Nominal:
		return nil, false
	case a.kind != Ordinal:
		return nil, true
	}
	all, fewer := a.categories, b.categories
	if len(fewer) > len(all) {
		all, fewer = fewer, all
	}
	next := 0
	for _, name := range fewer {
		at := slices.Index(all[next:], name)
		if at < 0 {
			return nil, false
		}
		next += at + 1
	}
	return all, true
}

// labelKey is a label without its row: a category by its name, and any other label by its value.
type labelKey struct {
	item, labeler, study, category string
	value                          float64
}

// keys visits the labels of a table.
func (t *Table) keys(visit func(n int, key labelKey)) {
	for s, name := range t.studies {
		for n := t.start[s]; n < t.start[s+1]; n++ {
			k := labelKey{item: t.items[t.item[n]], study: name}
			switch t.kind {
			case Nominal, Ordinal:
				k.category = t.categories[int(t.value[n]-t.kind.first())]
			default:
				k.value = t.value[n]
			}
			if t.labeler != nil {
				k.labeler = t.labelers[t.labeler[n]]
			}
			visit(n, k)
		}
	}
}

// Beyond returns the labels of a table that an earlier table does not have; nil if there are none. If the table lacks
// one of the earlier labels, ok is false: the table is then no later state of the same labels.
func (t *Table) Beyond(earlier *Table) (rest *Table, ok bool) {
	known := map[labelKey]int{}
	earlier.keys(func(_ int, k labelKey) { known[k]++ })
	var places []int32
	t.keys(func(n int, k labelKey) {
		if known[k] == 0 {
			places = append(places, int32(n))
			return
		}
		known[k]--
	})
	for _, left := range known {
		if left > 0 {
			return nil, false
		}
	}
	if len(places) == 0 {
		return nil, true
	}
	return t.indexed().Pick(places).table(), true
}

package study

import "slices"

// Against returns the labels as binary ones: positive if they are of a category, and negative if they are of any other.
// category is a place in [Table.Tags], from 0. Labels that are sets are positive if the set has that label. The tables
// of all categories share everything but the values. It panics if the labels are neither nominal nor ordinal, or have
// no such category.
func (t *Table) Against(category int) *Table {
	if t.kind != Nominal && t.kind != Ordinal {
		panic("study: Against: labels are " + t.kind.String() + ", not categories")
	}
	name := t.Tags()[category]
	binary := t.copied()
	binary.kind, binary.scores, binary.sets = Binary, nil, nil
	binary.categories = []string{"not " + name, name}
	binary.value = make([]float64, len(t.value))
	for n, y := range t.value {
		if t.sets != nil && t.sets.has(int(y),
			int32(category)) || t.sets == nil && y == t.kind.first()+float64(category) {
			binary.value[n] = 1
		}
	}
	binary.source.Order, binary.source.OrderFound = nil, false
	binary.source.Positive = []string{name}
	binary.source.Negative = []string{binary.categories[0]}
	if t.sets == nil {
		binary.source.Negative = slices.Delete(slices.Clone(t.categories), category, category+1)
	}
	binary.source.DefaultKind = 0
	return binary
}

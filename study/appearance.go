package study

// ByAppearance returns the same labels with items, labelers and levels of factors in the order in which the labels name
// them, one study after the other. So a part of a table does not depend on the rest of the table. Studies keep their
// order. Lists that are in order are shared, and not copied.
func (t *Table) ByAppearance() *Table {
	ordered := t.copied()
	ordered.items, ordered.item = byAppearance(t.items, t.item)
	if t.labeler != nil {
		ordered.labelers, ordered.labeler = byAppearance(t.labelers, t.labeler)
	}
	ordered.factors = eachFactor(t.factors, func(f Factor) Factor {
		f.Levels, f.Index = byAppearance(f.Levels, f.Index)
		return f
	})
	return ordered
}

// byAppearance returns names, each with an index, in the order of their first indices.
func byAppearance(names []string, index []int32) ([]string, []int32) {
	if appearsInOrder(index) {
		return names, index
	}
	renamed := make([]int32, len(names)) // 1 + the new index
	list := make([]string, 0, len(names))
	for _, i := range index {
		if renamed[i] == 0 {
			list = append(list, names[i])
			renamed[i] = int32(len(list))
		}
	}
	moved := make([]int32, len(index))
	for n, i := range index {
		moved[n] = renamed[i] - 1
	}
	return list, moved
}

// appearsInOrder reports whether each index is new only when all smaller ones have been.
func appearsInOrder(index []int32) bool {
	next := int32(0)
	for _, i := range index {
		switch {
		case i > next:
			return false
		case i == next:
			next++
		}
	}
	return true
}

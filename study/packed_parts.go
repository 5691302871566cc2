package study

import (
	"iter"
	"slices"
)

// namedIn returns the names in some rows, in the order of their codes, and the place of each row's name among them. Its
// time does not grow with the number of all names.
func namedIn(rows []int32, names []string, codes *Codes) ([]string, []int32) {
	index := make([]int32, len(rows))
	for i, row := range rows {
		index[i] = codes.At(int(row))
	}
	used := slices.Clone(index)
	slices.Sort(used)
	used = slices.Compact(used)
	own := make([]string, len(used))
	for i, code := range used {
		own[i] = names[code]
	}
	for i, code := range index {
		at, _ := slices.BinarySearch(used, code)
		index[i] = int32(at)
	}
	return own, index
}

// divide returns the rows of the labels of each part, in their order, of the parts by factors at some places, in the
// order of [Table.Split].
func (p Packed) divide(by []int) [][]int32 {
	number, levels := p.combinations(by)
	order := make([]int, len(levels)) // of combinations, as their levels are
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return slices.Compare(levels[a], levels[b]) })
	rows := p.rowsOf(len(levels), func(label int, _ int32) int { return int(number.At(label)) })
	parts := make([][]int32, len(order))
	for k, i := range order {
		parts[k] = rows[i]
	}
	return parts
}

// rowsOf returns the rows of the labels of each group, in their order; group returns the group of a label, by its place
// among labels and by its row.
func (p Packed) rowsOf(groups int, group func(label int, row int32) int) [][]int32 {
	size, labels := make([]int, groups), 0
	for row := range p.labelled() {
		size[group(labels, row)]++
		labels++
	}
	of, places := make([][]int32, groups), make([]int32, labels)
	for i, n := range size {
		of[i], places = places[:0:n], places[n:]
	}
	label := 0
	for row := range p.labelled() {
		i := group(label, row)
		of[i] = append(of[i], row)
		label++
	}
	return of
}

// combinations numbers the combinations of levels of factors that labels have, and returns the number of each label and
// the levels of each combination.
func (p Packed) combinations(by []int) (number *Codes, levels [][]int32) {
	number = &Codes{}
	known := map[string]int32{}
	var key []byte
	tuple := make([]int32, len(by))
	for row := range p.labelled() {
		key = key[:0]
		for i, k := range by {
			tuple[i] = p.Factors[k].Index.At(int(row))
			key = append(key, byte(tuple[i]), byte(tuple[i]>>8), byte(tuple[i]>>16), byte(tuple[i]>>24))
		}
		n, ok := known[string(key)]
		if !ok {
			n = int32(len(levels))
			known[string(key)] = n
			levels = append(levels, slices.Clone(tuple))
		}
		number.Append(n)
	}
	return number, levels
}

// usedValues returns the values that labels have, each once or more often.
func (p Packed) usedValues() []float64 {
	used := make([]bool, len(p.Values))
	for row := range p.labelled() {
		used[p.Value.At(int(row))] = true
	}
	var values []float64
	for i, u := range used {
		if u {
			values = append(values, p.Values[i])
		}
	}
	return values
}

// design is [Describe] of the labels, which have some values, and whose head says the rest.
func (p Packed) design(head *Table, values []float64) *Design {
	all := *head
	var item, labeler []int32 // places of names among those that have a label
	all.items, item = p.usedNames(p.Items, p.Item)
	if p.Labeler != nil {
		all.labelers, labeler = p.usedNames(p.Labelers, p.Labeler)
	}
	studies, study := p.usedNames(p.Studies, p.Study)
	of := p.rowsOf(len(studies), func(_ int, row int32) int { return int(study[p.Study.At(int(row))]) })
	d := describe(&all, func(s int) iter.Seq[labelBlock] { return p.blocks(of[s], item, labeler) })
	if p.Kind == Numeric {
		d.describeNumbers(values)
	}
	return d
}

// usedNames returns the names that labels have, and of each name its place among them.
func (p Packed) usedNames(names []string, codes *Codes) (kept []string, place []int32) {
	place = make([]int32, len(names))
	for row := range p.labelled() {
		place[codes.At(int(row))] = 1
	}
	for i, used := range place {
		if place[i] = int32(len(kept)); used != 0 {
			kept = append(kept, names[i])
		}
	}
	return kept, place
}

// blocks hands over the labels in some rows, of one study, a few thousand at a time.
func (p Packed) blocks(rows, item, labeler []int32) iter.Seq[labelBlock] {
	return func(yield func(labelBlock) bool) {
		var b labelBlock
		for part := range slices.Chunk(rows, blockCodes) {
			b.item, b.labeler, b.value = b.item[:0], b.labeler[:0], b.value[:0]
			for _, row := range part {
				b.item = append(b.item, item[p.Item.At(int(row))])
				b.value = append(b.value, p.Values[p.Value.At(int(row))])
				if p.Labeler != nil {
					b.labeler = append(b.labeler, labeler[p.Labeler.At(int(row))])
				}
			}
			if !yield(b) {
				return
			}
		}
	}
}

package stream

import "slices"

// Over is records made from other records, whose columns may become more on the way.
type Over struct{ Records }

// Late returns the names of columns that came after the columns were chosen.
func (o Over) Late() []string {
	if g, ok := o.Records.(Growing); ok {
		return g.Late()
	}
	return nil
}

// SameColumns is records that have the columns of others.
type SameColumns struct{ Over }

// Order returns the categories of a column, ascending, if the file has them.
func (s SameColumns) Order(column int) []string {
	if d, ok := s.Records.(Declaring); ok {
		return d.Order(column)
	}
	return nil
}

// PassOn selects the used columns of the records that new ones are made of. The new records begin with the kept columns
// of these; further columns are made in any case. It returns the wanted columns that are read.
func PassOn(to Selective, used []bool, kept, wanted []int) (read []int) {
	var there []int
	for _, k := range wanted {
		if k < len(kept) && !used[kept[k]] {
			there = append(there, kept[k])
		} else {
			read = append(read, k)
		}
	}
	for _, i := range to.Select(used, there) {
		if k := slices.Index(kept, i); k >= 0 {
			read = append(read, k)
		}
	}
	return read
}

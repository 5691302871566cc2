package read

import "slices"

// over is records made from other records, whose columns may become more on the way.
type over struct{ records }

// Late returns the names of columns that came after the columns were chosen.
func (o over) Late() []string {
	if g, ok := o.records.(growing); ok {
		return g.Late()
	}
	return nil
}

// sameColumns is records that have the columns of others.
type sameColumns struct{ over }

// Order returns the categories of a column, ascending, if the file has them.
func (s sameColumns) Order(column int) []string {
	if d, ok := s.records.(declaring); ok {
		return d.Order(column)
	}
	return nil
}

// passOn selects the used columns of the records that new ones are made of. The new records begin with the kept columns
// of these; further columns are made in any case. It returns the wanted columns that are read.
func passOn(to selective, used []bool, kept, wanted []int) (read []int) {
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

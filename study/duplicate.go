package study

// duplicate is a label that an earlier one has item, labeler and study in common with.
type duplicate struct{ first, row int32 }

// duplicates returns the duplicates of rows grouped by study, by item and then by row,
// in time and memory that grow with the number of rows.
func (r rows) duplicates() []duplicate {
	if r.labeler == nil {
		return nil
	}
	// Rows sorted by item; those of one item stay in order, and so study by study.
	next := make([]int32, len(r.items)+1)
	for _, i := range r.item {
		next[i+1]++
	}
	for i := range r.items {
		next[i+1] += next[i]
	}
	order := make([]int32, len(r.item))
	for n, i := range r.item {
		order[next[i]] = int32(n)
		next[i]++
	}
	// The latest first label of each labeler is of the same item and study or it is of no concern.
	latest := make([]int32, len(r.labelers))
	for l := range latest {
		latest[l] = -1
	}
	var found []duplicate
	for _, n := range order {
		l := r.labeler[n]
		if f := latest[l]; f >= 0 && r.item[f] == r.item[n] && r.study[f] == r.study[n] {
			found = append(found, duplicate{f, n})
		} else {
			latest[l] = n
		}
	}
	return found
}

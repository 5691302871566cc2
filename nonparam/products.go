package nonparam

// products are sums over people of products of their labels in two studies, on which a coefficient depends besides a
// sum of rows. They are columns of the sum too.
type products struct {
	people int
	first  int     // of the columns that they are made of
	owner  []int32 // of each of these columns: the person
	add    addProducts
}

// addProducts adds the products of a person to the sum, a number of times, from the columns of the factors. It calls
// changed with each column of the sum.
type addProducts func(sum []float64, person int, columns []float64, times float64, changed func(column int))

// addAll adds the products of all people to a sum of rows.
func (pr *products) addAll(sum []float64) {
	if pr == nil {
		return
	}
	for person := range pr.people {
		pr.add(sum, person, sum[pr.first:], 1, func(int) {})
	}
}

// updateProducts computes the products anew for people whose labels were deleted.
func (at *additiveTally) updateProducts() {
	pr := at.products
	if at.people == nil {
		at.people = make([]bool, pr.people)
	}
	changed := at.changed
	note := func(column int) { at.changed = append(at.changed, int32(column)) }
	of := func(column int32) (person int32, ok bool) {
		if c := int(column) - pr.first; c >= 0 && c < len(pr.owner) {
			return pr.owner[c], true
		}
		return 0, false
	}
	for _, column := range changed {
		if person, ok := of(column); ok && !at.people[person] {
			at.people[person] = true
			pr.add(at.sum, int(person), at.total[pr.first:], -1, note)
			pr.add(at.sum, int(person), at.sum[pr.first:], 1, note)
		}
	}
	for _, column := range changed {
		if person, ok := of(column); ok {
			at.people[person] = false
		}
	}
}

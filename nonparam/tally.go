package nonparam

// tally is a coefficient of one study or two while ratings are taken away from it, each at
// the cost of the items that they are of. It is for one goroutine.
type tally interface {
	// uses reports whether the coefficient depends on an item of a side, the first (0) or
	// the second (1) of its studies.
	uses(side int, item int32) bool
	// drop deletes a rating, given by its place among the ratings of the item, or the whole item.
	drop(side int, item, place int32)
	// value returns the coefficient of the remaining ratings, as if it had been computed anew.
	value() (float64, reason)
	// restore gives all ratings back.
	restore()
	// cost is about how many operations a value takes.
	cost() float64
}

// wholeItem is the place that stands for all ratings of an item.
const wholeItem = -1

// tallied is a statistic that has a tally, of one source or of two.
type tallied interface {
	statistic
	tally() tally
}

// pending are the ratings taken away.
type pending struct {
	gone    [2][][]int32 // by side and item: the places; a whole item begins with wholeItem
	touched []int32
	isIn    []bool
}

func newPending(items int) pending {
	p := pending{isIn: make([]bool, items)}
	for side := range p.gone {
		p.gone[side] = make([][]int32, items)
	}
	return p
}

func (pe *pending) add(side int, item, place int32) {
	pe.gone[side][item] = append(pe.gone[side][item], place)
	if gone := pe.gone[side][item]; place == wholeItem {
		gone[0], gone[len(gone)-1] = place, gone[0]
	}
	if !pe.isIn[item] {
		pe.isIn[item] = true
		pe.touched = append(pe.touched, item)
	}
}

func (pe *pending) clear() {
	for _, i := range pe.touched {
		pe.isIn[i] = false
		for side := range pe.gone {
			pe.gone[side][i] = pe.gone[side][i][:0]
		}
	}
	pe.touched = pe.touched[:0]
}

// whole reports whether no rating of an item with m ratings is left.
func whole(gone []int32, m float64) bool {
	return len(gone) > 0 && (gone[0] == wholeItem || float64(len(gone)) == m)
}

// left returns the summary of item i without some of its ratings, in the buffer, and the
// number of ratings that it has.
func (su *summaries) left(buffer cells, i int, gone []int32) (cells, float64) {
	buffer.code, buffer.weight = buffer.code[:0], buffer.weight[:0]
	if whole(gone, su.size[i]) {
		return buffer, 0
	}
	c := su.sum.slice(su.begin[i], su.begin[i+1])
	buffer.code, buffer.weight = append(buffer.code, c.code...), append(buffer.weight, c.weight...)
	k, small := su.kernel.(moments)
	for _, place := range gone {
		at := su.cellAt[su.first[i]+int(place)]
		if !small {
			buffer.weight[int(at)-su.start[i]]--
			continue
		}
		x := k.x[su.cell.code[at]]
		buffer.weight[0]--
		buffer.weight[1] -= x
		buffer.weight[2] -= x * x
	}
	return buffer, su.size[i] - float64(len(gone))
}

// additive is a coefficient as a function of a sum of rows, one for each item.
type additive struct {
	compiled
	// part adds the row of item number i without the ratings that are gone, by side.
	part func(to *rows, i int, gone [2][]int32)
	// number is the row of each item of a side, -1 where it has none; nil: all in order.
	number [2][]int32
	total  []float64 // the sum of all rows
}

// newAdditive sums the rows of a statistic.
func newAdditive(c compiled, part func(*rows, int, [2][]int32)) *additive {
	a := &additive{compiled: c, part: part, total: make([]float64, c.rows.width)}
	ones := make([]float64, len(c.rows.begin)-1)
	for i := range ones {
		ones[i] = 1
	}
	c.rows.sum(a.total, ones)
	c.products.addAll(a.total)
	return a
}

// additiveTally is the tally of an additive coefficient.
type additiveTally struct {
	*additive
	pending
	sum     []float64
	margins []dense
	fresh   rows
	changed []int32 // columns
	people  []bool  // whose products have been found anew
}

func (ad *additive) tally() tally {
	sum := append([]float64(nil), ad.total...)
	t := &additiveTally{additive: ad, pending: newPending(len(ad.rows.begin) - 1), sum: sum}
	for m, first := range ad.first {
		d := newDense(ad.dim[m])
		d.weight = t.sum[first : first+ad.dim[m]]
		t.margins = append(t.margins, d)
	}
	return t
}

func (at *additiveTally) row(side int, item int32) int32 {
	if at.number[side] == nil {
		return item
	}
	return at.number[side][item]
}

func (at *additiveTally) uses(side int, item int32) bool {
	i := at.row(side, item)
	return i >= 0 && at.rows.begin[i+1] > at.rows.begin[i]
}

func (at *additiveTally) drop(side int, item, place int32) {
	if at.uses(side, item) {
		at.add(side, at.row(side, item), place)
	}
}

func (at *additiveTally) value() (float64, reason) {
	at.undo()
	for _, i := range at.touched {
		for j := at.rows.begin[i]; j < at.rows.begin[i+1]; j++ {
			at.sum[at.rows.code[j]] -= at.rows.weight[j]
			at.changed = append(at.changed, at.rows.code[j])
		}
		at.fresh.code, at.fresh.weight = at.fresh.code[:0], at.fresh.weight[:0]
		at.part(&at.fresh, int(i), [2][]int32{at.gone[0][i], at.gone[1][i]})
		for j, k := range at.fresh.code {
			at.sum[k] += at.fresh.weight[j]
			at.changed = append(at.changed, k)
		}
	}
	if at.products != nil {
		at.updateProducts()
	}
	return checked(at.finish(at.sum, at.margins))
}

// undo restores the sums of all rows, to the bit.
func (at *additiveTally) undo() {
	for _, k := range at.changed {
		at.sum[k] = at.total[k]
	}
	at.changed = at.changed[:0]
}

func (at *additiveTally) restore() {
	at.undo()
	at.clear()
}

// cost counts the sums of a kernel over the margins, and the row of an item.
func (at *additiveTally) cost() float64 {
	return at.work + 10 + 2*float64(len(at.rows.code))/float64(max(1, len(at.rows.begin)-1))
}

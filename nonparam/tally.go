package nonparam

// tally is a coefficient of one study or two while ratings are taken away from it, each at
// the cost of the items that they are of. It is for one goroutine.
type tally interface {
	// uses reports whether the coefficient depends on an item of a side, the first (0) or
	// the second (1) of its studies.
	uses(side int, item int32) bool
	// drop takes away a rating, given by its place among those of the item, or the whole item.
	drop(side int, item, place int32)
	// value returns the coefficient of what is left, as if it had been computed anew.
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

func (p *pending) add(side int, item, place int32) {
	p.gone[side][item] = append(p.gone[side][item], place)
	if gone := p.gone[side][item]; place == wholeItem {
		gone[0], gone[len(gone)-1] = place, gone[0]
	}
	if !p.isIn[item] {
		p.isIn[item] = true
		p.touched = append(p.touched, item)
	}
}

func (p *pending) clear() {
	for _, i := range p.touched {
		p.isIn[i] = false
		for side := range p.gone {
			p.gone[side][i] = p.gone[side][i][:0]
		}
	}
	p.touched = p.touched[:0]
}

// whole reports whether nothing of an item with m ratings is left.
func whole(gone []int32, m float64) bool {
	return len(gone) > 0 && (gone[0] == wholeItem || float64(len(gone)) == m)
}

// left returns the summary of item i without some of its ratings, in the buffer, and the
// number of ratings that it has.
func (s *summaries) left(buffer cells, i int, gone []int32) (cells, float64) {
	buffer.code, buffer.weight = buffer.code[:0], buffer.weight[:0]
	if whole(gone, s.size[i]) {
		return buffer, 0
	}
	c := s.sum.slice(s.begin[i], s.begin[i+1])
	buffer.code, buffer.weight = append(buffer.code, c.code...), append(buffer.weight, c.weight...)
	k, small := s.kernel.(moments)
	for _, place := range gone {
		at := s.cellAt[s.first[i]+int(place)]
		if !small {
			buffer.weight[int(at)-s.start[i]]--
			continue
		}
		x := k.x[s.cell.code[at]]
		buffer.weight[0]--
		buffer.weight[1] -= x
		buffer.weight[2] -= x * x
	}
	return buffer, s.size[i] - float64(len(gone))
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
}

func (a *additive) tally() tally {
	t := &additiveTally{additive: a, pending: newPending(len(a.rows.begin) - 1), sum: append([]float64(nil), a.total...)}
	for m, first := range a.first {
		d := newDense(a.dim[m])
		d.weight = t.sum[first : first+a.dim[m]]
		t.margins = append(t.margins, d)
	}
	return t
}

func (t *additiveTally) row(side int, item int32) int32 {
	if t.number[side] == nil {
		return item
	}
	return t.number[side][item]
}

func (t *additiveTally) uses(side int, item int32) bool {
	i := t.row(side, item)
	return i >= 0 && t.rows.begin[i+1] > t.rows.begin[i]
}

func (t *additiveTally) drop(side int, item, place int32) {
	if t.uses(side, item) {
		t.add(side, t.row(side, item), place)
	}
}

func (t *additiveTally) value() (float64, reason) {
	t.undo()
	for _, i := range t.touched {
		for j := t.rows.begin[i]; j < t.rows.begin[i+1]; j++ {
			t.sum[t.rows.code[j]] -= t.rows.weight[j]
			t.changed = append(t.changed, t.rows.code[j])
		}
		t.fresh.code, t.fresh.weight = t.fresh.code[:0], t.fresh.weight[:0]
		t.part(&t.fresh, int(i), [2][]int32{t.gone[0][i], t.gone[1][i]})
		for j, k := range t.fresh.code {
			t.sum[k] += t.fresh.weight[j]
			t.changed = append(t.changed, k)
		}
	}
	return checked(t.finish(t.sum, t.margins))
}

// undo makes the sums those of all rows, to the bit.
func (t *additiveTally) undo() {
	for _, k := range t.changed {
		t.sum[k] = t.total[k]
	}
	t.changed = t.changed[:0]
}

func (t *additiveTally) restore() {
	t.undo()
	t.clear()
}

// cost counts the sums of a kernel over the margins, and the row of an item.
func (t *additiveTally) cost() float64 {
	return t.work + 10 + 2*float64(len(t.rows.code))/float64(max(1, len(t.rows.begin)-1))
}

package logistic

// Design is the fixed layout of N labels: which labeler gave each and to which
// item slot. An item slot is an item in one study, or any other level of the
// second factor. Labels are kept sorted by labeler and, inside a labeler, by
// slot, whatever their order was, so that sums do not depend on it. A Design
// never changes; any number of goroutines may use one, each with its own
// Scratch.
type Design struct {
	start  []int   // labels of labeler l are slot[start[l]:start[l+1]]
	slot   []int32 // N
	slots  int
	kernel kernel
	lanes  lanes // of vector kernels
}

// NewDesign lays out labels n = 0 … N−1 given by labeler[n] ∈ [0, labelers) to
// slot[n] ∈ [0, slots). The same pair may occur more than once, and a labeler or
// a slot may have no label. A nil labeler, with labelers = 1, is one labeler who
// gave all labels. NewDesign copies what it needs, in O(N + labelers + slots),
// and panics where lengths differ or an index is out of range.
func NewDesign(labeler, slot []int32, labelers, slots int) *Design {
	return newDesign(best(), labeler, slot, labelers, slots)
}

func newDesign(k kernel, labeler, slot []int32, labelers, slots int) *Design {
	if labeler == nil && len(slot) > 0 {
		if labelers != 1 {
			panic("logistic: labels without labelers need labelers = 1")
		}
		labeler = make([]int32, len(slot))
	}
	if len(labeler) != len(slot) {
		panic("logistic: labeler and slot differ in length")
	}
	for n, l := range labeler {
		if l < 0 || int(l) >= labelers || slot[n] < 0 || int(slot[n]) >= slots {
			panic("logistic: labeler or slot out of range")
		}
	}
	// Two stable counting sorts, the less significant key first.
	bySlot := make([]int32, len(slot)) // labelers, in order of their slots
	startSlot := place(slot, slots, func(n, to int) { bySlot[to] = labeler[n] })
	d := &Design{slot: make([]int32, len(slot)), slots: slots, kernel: k}
	current := 0
	d.start = place(bySlot, labelers, func(n, to int) {
		for n >= startSlot[current+1] {
			current++
		}
		d.slot[to] = int32(current)
	})
	return finish(d)
}

// finish adds what the kernel of d needs.
func finish(d *Design) *Design {
	if d.kernel != generic {
		d.lanes = newLanes(d)
	}
	return d
}

// place calls put(n, to) for every n in order, where to is the position of n
// after a stable sort by key, and returns where each of the keys 0 … keys−1
// starts, followed by len(key).
func place(key []int32, keys int, put func(n, to int)) []int {
	start := make([]int, keys+1)
	for _, k := range key {
		start[k+1]++
	}
	for k := range keys {
		start[k+1] += start[k]
	}
	next := append([]int(nil), start...)
	for n, k := range key {
		put(n, next[k])
		next[k]++
	}
	return start
}

// Len returns the number of labels.
func (d *Design) Len() int { return len(d.slot) }

// Labelers returns the number of labelers.
func (d *Design) Labelers() int { return len(d.start) - 1 }

// Slots returns the number of item slots.
func (d *Design) Slots() int { return d.slots }

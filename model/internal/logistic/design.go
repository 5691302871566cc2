package logistic

// Design is the fixed layout of N labels: which labeler gave each and to which
// item cell. An item cell is an item in one study, or any other level of the
// second factor. Labels are kept sorted by labeler and, inside a labeler, by
// cell, whatever their order was, so that sums do not depend on it. A Design
// never changes; any number of goroutines may use one, each with its own
// Scratch.
type Design struct {
	start  []int   // labels of labeler l are cell[start[l]:start[l+1]]
	cell   []int32 // N
	cells  int
	kernel kernel
	lanes  lanes // of vector kernels
}

// NewDesign lays out labels n = 0 … N−1 given by labeler[n] ∈ [0, labelers) to
// cell[n] ∈ [0, cells). The same pair may occur more than once, and a labeler or
// a cell may have no label. A nil labeler, with labelers = 1, is one labeler who
// gave all labels. NewDesign copies what it needs, in O(N + labelers + cells),
// and panics where lengths differ or an index is out of range.
func NewDesign(labeler, cell []int32, labelers, cells int) *Design {
	return newDesign(best(), labeler, cell, labelers, cells)
}

func newDesign(k kernel, labeler, cell []int32, labelers, cells int) *Design {
	if labeler == nil && len(cell) > 0 {
		if labelers != 1 {
			panic("logistic: labels without labelers need labelers = 1")
		}
		labeler = make([]int32, len(cell))
	}
	if len(labeler) != len(cell) {
		panic("logistic: labeler and cell differ in length")
	}
	for n, l := range labeler {
		if l < 0 || int(l) >= labelers || cell[n] < 0 || int(cell[n]) >= cells {
			panic("logistic: labeler or cell out of range")
		}
	}
	// Two stable counting sorts, the less significant key first.
	byCell := make([]int32, len(cell)) // labelers, in order of their cells
	startCell := place(cell, cells, func(n, to int) { byCell[to] = labeler[n] })
	d := &Design{cell: make([]int32, len(cell)), cells: cells, kernel: k}
	current := 0
	d.start = place(byCell, labelers, func(n, to int) {
		for n >= startCell[current+1] {
			current++
		}
		d.cell[to] = int32(current)
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

// place calls put(n, to) for every n in order; to is the position of n after a stable sort by key. It returns where
// each of the keys 0 … keys−1 starts, followed by len(key).
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
func (d *Design) Len() int { return len(d.cell) }

// Labelers returns the number of labelers.
func (d *Design) Labelers() int { return len(d.start) - 1 }

// Cells returns the number of item cells.
func (d *Design) Cells() int { return d.cells }

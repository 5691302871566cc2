package nonparam

// rows are sparse rows of numbers, one for each item, whose weighted sum is all that a
// coefficient depends on. A replicate of a bootstrap over items is then one pass over them.
type rows struct {
	begin []int
	cells
	width  int
	buffer [2]cells // for those who build them
}

// put adds a number to the row of the item that comes next.
func (r *rows) put(column int, x float64) {
	r.code = append(r.code, int32(column))
	r.weight = append(r.weight, x)
}

// putAll adds a summary, its codes moved to the columns from first on.
func (r *rows) putAll(first int, c cells) {
	for j, k := range c.code {
		r.put(first+int(k), c.weight[j])
	}
}

// end ends the row of an item.
func (r *rows) end() { r.begin = append(r.begin, len(r.code)) }

// sum stores the weighted sum of the rows.
func (r *rows) sum(to, weight []float64) {
	clear(to)
	for i, w := range weight {
		code := r.code[r.begin[i]:r.begin[i+1]]
		x := r.weight[r.begin[i]:r.begin[i+1]]
		for j, k := range code {
			to[k] += w * x[j]
		}
	}
}

// compiled is a statistic of one source, or of the items that two share, as a function
// of a sum of rows. It answers weights of items; those of raters go to the statistic
// that it was made from.
type compiled struct {
	statistic
	rows   *rows
	at     int     // the source whose item weights count
	item   []int32 // the item of each row; nil: all in order
	finish func(sum []float64, margins []dense) (float64, reason)
	// The columns of each margin, whose codes finish needs.
	first, dim []int
	work       float64 // about how many operations finish takes; 0: not known
}

// compilable is a statistic that has a compiled form.
type compilable interface {
	statistic
	compile() statistic
}

// compile returns the quickest form of s for many weightings.
func compile(s statistic) statistic {
	if c, ok := s.(compilable); ok {
		return c.compile()
	}
	return s
}

func (c compiled) evaluator() func([]weighting) (float64, reason) {
	sum := make([]float64, c.rows.width)
	var margins []dense
	for m, first := range c.first {
		d := newDense(c.dim[m])
		d.weight = sum[first : first+c.dim[m]]
		margins = append(margins, d)
	}
	own := make([]float64, len(c.item))
	var full func([]weighting) (float64, reason)
	return func(all []weighting) (float64, reason) {
		raters := false
		for _, w := range all {
			raters = raters || w.rater != nil
		}
		weight := all[c.at].item
		if raters || weight == nil {
			if full == nil {
				full = c.statistic.evaluator()
			}
			return full(all)
		}
		if c.item != nil {
			for j, i := range c.item {
				own[j] = weight[i]
			}
			weight = own
		}
		c.rows.sum(sum, weight)
		return c.finish(sum, margins)
	}
}

func (a alpha) compile() statistic {
	if a.d.ranked() {
		return a
	}
	r := &rows{begin: []int{0}, width: 2 + a.dim()}
	read := a.reader()
	for i, m := range a.size {
		if m >= 2 {
			r.put(0, a.within[i]/(m-1))
			r.put(1, m)
			r.putAll(2, read.read(i, nil).cells)
		}
		r.end()
	}
	return compiled{statistic: a, rows: r, at: a.at, first: []int{2}, dim: []int{a.dim()},
		finish: func(sum []float64, margins []dense) (float64, reason) {
			return a.finish(sum[0], sum[1], margins[0].cells, a.kernel)
		}}
}

func (e gwet) compile() statistic {
	margin := e.margin()
	r := &rows{begin: []int{0}, width: 3 + margin.dim()}
	read := margin.reader()
	for i, m := range e.size {
		r.put(0, 1)
		if m >= 2 {
			r.put(1, 1)
			r.put(2, e.within[i]/(m*(m-1)))
		}
		c := read.read(i, nil).cells
		for j, k := range c.code {
			r.put(3+int(k), c.weight[j]/m)
		}
		r.end()
	}
	return compiled{statistic: e, rows: r, first: []int{3}, dim: []int{margin.dim()},
		finish: func(sum []float64, margins []dense) (float64, reason) {
			return e.finish(sum[0], sum[1], sum[2], margins[0])
		}}
}

func (c cross) compile() statistic {
	if c.d.ranked() {
		return c
	}
	dim := c.sx.dim()
	r := &rows{begin: []int{0}, width: 3 + 2*dim}
	own := make([]int32, len(c.shared))
	readX, readY := c.sx.reader(), c.sy.reader()
	for i, at := range c.shared {
		own[i] = at[0]
		x, y := readX.read(int(at[0]), nil), readY.read(int(at[1]), nil)
		r.put(0, (x.size+y.size)*c.observed[i])
		r.put(1, x.size)
		r.put(2, y.size)
		r.putAll(3, x.cells)
		r.putAll(3+dim, y.cells)
		r.end()
	}
	return compiled{statistic: c, rows: r, at: c.atX, item: own, first: []int{3, 3 + dim}, dim: []int{dim, dim},
		finish: func(sum []float64, margins []dense) (float64, reason) {
			observed, expected, why := c.finish(sum[0], sum[1], sum[2], margins[0].cells, margins[1].cells, c.sx.kernel)
			return 1 - observed/expected, why
		}}
}

func (q quotient) compile() statistic {
	q.over, q.irrX, q.irrY = compile(q.over), compile(q.irrX), compile(q.irrY)
	return q
}

func (d difference) compile() statistic { return difference{compile(d.a), compile(d.b)} }

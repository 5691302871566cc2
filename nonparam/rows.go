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
func (ro *rows) put(column int, x float64) {
	ro.code = append(ro.code, int32(column))
	ro.weight = append(ro.weight, x)
}

// putAll adds a summary, its codes moved to the columns from first on.
func (ro *rows) putAll(first int, c cells) {
	for j, k := range c.code {
		ro.put(first+int(k), c.weight[j])
	}
}

// end ends the row of an item.
func (ro *rows) end() { ro.begin = append(ro.begin, len(ro.code)) }

// sum stores the weighted sum of the rows.
func (ro *rows) sum(to, weight []float64) {
	clear(to)
	for i, w := range weight {
		code := ro.code[ro.begin[i]:ro.begin[i+1]]
		x := ro.weight[ro.begin[i]:ro.begin[i+1]]
		for j, k := range code {
			to[k] += w * x[j]
		}
	}
}

// compiled is a statistic of one source, or of the items that two share, as a function of a sum of rows. It takes
// weights of items; weights of raters go to the statistic that it was made from.
type compiled struct {
	statistic
	rows   *rows
	at     int     // the source whose item weights count
	item   []int32 // the item of each row; nil: all in order
	finish func(sum []float64, margins []dense) (float64, reason)
	// The columns of each margin, whose codes finish needs.
	first, dim []int
	products   *products // nil: none
	work       float64   // about how many operations finish takes; 0: not known
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

func (cp compiled) evaluator() func([]weighting) (float64, reason) {
	sum := make([]float64, cp.rows.width)
	var margins []dense
	for m, first := range cp.first {
		d := newDense(cp.dim[m])
		d.weight = sum[first : first+cp.dim[m]]
		margins = append(margins, d)
	}
	own := make([]float64, len(cp.item))
	var full func([]weighting) (float64, reason)
	return func(all []weighting) (float64, reason) {
		raters := false
		for _, w := range all {
			raters = raters || w.rater != nil
		}
		weight := all[cp.at].item
		if raters || weight == nil {
			if full == nil {
				full = cp.statistic.evaluator()
			}
			return full(all)
		}
		if cp.item != nil {
			for j, i := range cp.item {
				own[j] = weight[i]
			}
			weight = own
		}
		cp.rows.sum(sum, weight)
		cp.products.addAll(sum)
		return cp.finish(sum, margins)
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

func (gw gwet) compile() statistic {
	margin := gw.margin()
	r := &rows{begin: []int{0}, width: 3 + margin.dim()}
	read := margin.reader()
	for i, m := range gw.size {
		r.put(0, 1)
		if m >= 2 {
			r.put(1, 1)
			r.put(2, gw.within[i]/(m*(m-1)))
		}
		c := read.read(i, nil).cells
		for j, k := range c.code {
			r.put(3+int(k), c.weight[j]/m)
		}
		r.end()
	}
	return compiled{statistic: gw, rows: r, first: []int{3}, dim: []int{margin.dim()},
		finish: func(sum []float64, margins []dense) (float64, reason) {
			return gw.finish(sum[0], sum[1], sum[2], margins[0])
		}}
}

func (q quotient) compile() statistic {
	q.over, q.irrX, q.irrY = compile(q.over), compile(q.irrX), compile(q.irrY)
	return q
}

func (di difference) compile() statistic { return difference{compile(di.a), compile(di.b)} }

package nonparam

// mostRanked is the number of values up to which an ordinal coefficient is computed from the numbers of pairs of
// values, which are as many as its square.
const mostRanked = 48

// effort is about how many operations a kernel takes for the sum over one margin.
func effort(k kernel, q int) float64 {
	switch k.(type) {
	case moments:
		return 3
	case *table:
		return float64(q) * float64(q)
	}
	return float64(q)
}

// tallyOf returns the form of a statistic from which ratings can be deleted cheaply, and whether it has one, or the
// reason why not.
func tallyOf(s statistic) (tallied, reason) {
	switch s := s.(type) {
	case alpha:
		return s.deletable()
	case cross:
		return s.deletable()
	case gwet:
		return s.deletable(), ""
	case icc:
		return s.deletable()
	case correlation:
		return s.deletable(), ""
	case byRater:
		return s.deletable()
	case specific:
		return s.deletable(), ""
	case concordance:
		return nil, s.fixed()
	case cohen, scott, lin, joined:
		return nil, fixedRaters
	case split:
		return nil, randomSets
	}
	return nil, notDeletable
}

func (a alpha) deletable() (tallied, reason) {
	if a.d.ranked() {
		return a.deletableRanks()
	}
	c := a.compile().(compiled)
	c.work = effort(a.kernel, len(a.values))
	return newAdditive(c, func(to *rows, i int, gone [2][]int32) {
		own, m := a.left(to.buffer[0], i, gone[0])
		to.buffer[0] = own
		if m >= 2 {
			to.put(0, a.kernel.within(own)/(m-1))
			to.put(1, m)
			to.putAll(2, own)
		}
	}), ""
}

// deletableRanks is alpha of ranks, from the numbers of pairs of values within items.
func (a alpha) deletableRanks() (tallied, reason) {
	q := len(a.values)
	if q > mostRanked {
		return nil, manyRanks
	}
	part := func(to *rows, i int, gone [2][]int32) {
		own, m := a.left(to.buffer[0], i, gone[0])
		to.buffer[0] = own
		if m < 2 {
			return
		}
		to.put(0, m)
		to.putAll(1, own)
		for j, k := range own.code {
			for l, h := range own.code {
				if j != l {
					to.put(1+q+int(k)*q+int(h), own.weight[j]*own.weight[l]/(m-1))
				}
			}
		}
	}
	c := compiled{statistic: a, rows: allRows(len(a.items), 1+q+q*q, part), first: []int{1}, dim: []int{q},
		work: float64(2 * q * q),
		finish: func(sum []float64, margins []dense) (float64, reason) {
			k := newRanks(margins[0].weight)
			return a.finish(k.over(sum[1+q:], q), sum[0], margins[0].cells, k)
		}}
	return newAdditive(c, part), ""
}

// over returns the sum of the squared differences of ranks over pairs of values.
func (rk ranks) over(pairs []float64, q int) float64 {
	s := 0.0
	for k := range q {
		for h, n := range pairs[k*q : (k+1)*q] {
			s += n * square(rk.x[k]-rk.x[h])
		}
	}
	return s
}

// allRows builds the rows of all items.
func allRows(items, width int, part func(*rows, int, [2][]int32)) *rows {
	r := &rows{begin: []int{0}, width: width}
	for i := range items {
		part(r, i, [2][]int32{})
		r.end()
	}
	return r
}

func (gw gwet) deletable() tallied {
	c := gw.compile().(compiled)
	margin := gw.margin()
	c.work = effort(margin.kernel, len(gw.values))
	return newAdditive(c, func(to *rows, i int, gone [2][]int32) {
		own, m := gw.left(to.buffer[0], i, gone[0])
		to.buffer[0] = own
		if m == 0 {
			return
		}
		to.put(0, 1)
		if m >= 2 {
			to.put(1, 1)
			to.put(2, gw.kernel.within(own)/(m*(m-1)))
		}
		if margin != gw.summaries {
			own, _ = margin.left(to.buffer[1], i, gone[0])
			to.buffer[1] = own
		}
		for j, k := range own.code {
			to.put(3+int(k), own.weight[j]/m)
		}
	})
}

// numbers returns the row of each item on both sides. A shared item has one row.
func (p pair) numbers() [2][]int32 {
	n := [2][]int32{make([]int32, len(p.x.items)), make([]int32, len(p.y.items))}
	for side := range n {
		for i := range n[side] {
			n[side][i] = -1
		}
	}
	for i, at := range p.shared {
		n[0][at[0]], n[1][at[1]] = int32(i), int32(i)
	}
	return n
}

// deletable is an intraclass correlation of one way.
func (ic icc) deletable() (tallied, reason) {
	if ic.grid != nil {
		return nil, incomplete
	}
	s := summarize(ic.Ratings, Interval, moments{ic.x})
	part := func(to *rows, i int, gone [2][]int32) {
		own, m := s.left(to.buffer[0], i, gone[0])
		to.buffer[0] = own
		if m == 0 {
			return
		}
		sum := own.weight[1]
		for k, x := range []float64{1, m, m * m, sum, sum * sum / m, max(0, own.weight[2]-sum*sum/m)} {
			to.put(k, x)
		}
	}
	span := square(ic.spread())
	form := compiled{statistic: ic, rows: allRows(len(ic.items), 6, part), work: 10,
		finish: func(sum []float64, _ []dense) (float64, reason) {
			n, ratings := sum[0], sum[1]
			if n < 2 {
				return 0, oneItem
			}
			if ratings <= n {
				return 0, noPairs
			}
			between, within := max(0, sum[4]-square(sum[3])/ratings), sum[5]
			least := 1e-14 * ratings * span // rounding
			if between+within <= least {
				return 0, noVariation
			}
			if between <= least {
				between = 0
			}
			k := (ratings - sum[2]/ratings) / (n - 1)
			s := squaresOf{n: n, k: k, r: between / (n - 1), w: within / (ratings - n)}
			if ic.fixedK == 0 {
				return s.value(ic.form)
			}
			v, why := s.value(ICC1Name)
			if why == "" && v <= -1/(ic.fixedK-1) {
				why = notReliable
			}
			if why != "" {
				return 0, why
			}
			return SpearmanBrown(v, ic.fixedK), ""
		}}
	return newAdditive(form, part), ""
}

func (cor correlation) deletable() tallied {
	k := moments{cor.x}
	sx, sy := summarize(cor.pair.x, Interval, k), summarize(cor.pair.y, Interval, k)
	part := func(to *rows, i int, gone [2][]int32) {
		x, m := sx.left(to.buffer[0], int(cor.shared[i][0]), gone[0])
		y, n := sy.left(to.buffer[1], int(cor.shared[i][1]), gone[1])
		to.buffer[0], to.buffer[1] = x, y
		if m == 0 || n == 0 {
			return
		}
		same := cor.left(nil, i, gone)
		if float64(len(same)) == m*n {
			return
		}
		c := cor.pairMeans(same, x.weight[1], m, y.weight[1], n)
		for k, x := range []float64{1, c.x, c.y, c.x * c.x, c.y * c.y, c.product, c.pairX, c.pairY} {
			to.put(k, x)
		}
	}
	form := compiled{statistic: cor, rows: allRows(len(cor.shared), 8, part), work: 8,
		finish: func(sum []float64, _ []dense) (float64, reason) {
			n := sum[0]
			if n < 2 {
				return 0, fewSharedItems
			}
			mx, my := sum[1]/n, sum[2]/n
			return cor.finish(n, sum[3]-sum[1]*mx, sum[4]-sum[2]*my, sum[5]-my*sum[6]-mx*sum[7]+n*mx*my, 1e-14)
		}}
	a := newAdditive(form, part)
	a.number = cor.numbers()
	return a
}

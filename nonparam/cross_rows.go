package nonparam

import "slices"

// compile returns κ_x as a function of a sum of rows. The columns are Σ (R_i+S_i)·(mean disagreement), R, S and the
// margins. If people are in both studies, their pairs with themselves, the disagreement of these pairs, and the margins
// of these people follow.
func (cx cross) compile() statistic {
	if cx.d.ranked() {
		return cx
	}
	return cx.compiled()
}

func (cx cross) compiled() compiled {
	form := compiled{statistic: cx, rows: allRows(len(cx.shared), 3+2*cx.sx.dim(), cx.row), at: cx.atX,
		item: make([]int32, len(cx.shared)), first: []int{3, 3 + cx.sx.dim()}, dim: []int{cx.sx.dim(), cx.sx.dim()},
		work: effort(cx.sx.kernel, len(cx.x.values))}
	for i, at := range cx.shared {
		form.item[i] = at[0]
	}
	same := form.rows.width
	if cx.margins != nil {
		form.rows.width = cx.firstOfPeople() + len(cx.margins.code)
		form.products = cx.products(func(sum []float64, person int, columns []float64, times float64,
			changed func(int)) {
			pairs, disagreement := cx.margins.same(cx.sx.kernel, person, columns)
			sum[same] += times * pairs
			sum[same+1] += times * disagreement
			changed(same)
			changed(same + 1)
		})
	}
	form.finish = func(sum []float64, margins []dense) (float64, reason) {
		var of own
		if cx.margins != nil {
			of = own{sum[same], sum[same+1]}
		}
		x, y := margins[0].cells, margins[1].cells
		observed, expected, why := cx.finish(sum[0], sum[1], sum[2], x, y, cx.sx.kernel, of)
		return 1 - observed/expected, why
	}
	return form
}

// products are the products of the people in both studies.
func (cx cross) products(add addProducts) *products {
	return &products{people: cx.margins.count, first: cx.firstOfPeople(), owner: cx.margins.owner, add: add}
}

// firstOfPeople returns the first column of the margins of the people in both studies.
func (cx cross) firstOfPeople() int {
	if q := len(cx.x.values); cx.d.ranked() {
		return 2 + 2*q + 2*q*q
	}
	return 3 + 2*cx.sx.dim() + 2
}

// row adds the row of a shared item without the ratings that are gone.
func (cx cross) row(to *rows, i int, gone [2][]int32) {
	x, m, y, n, same := cx.bothLeft(to, i, gone)
	pairs := m*n - float64(len(same))
	if pairs <= 0 {
		return
	}
	to.put(0, (m+n)*cx.different(cx.sx.kernel, x, y, same)/pairs)
	to.put(1, m)
	to.put(2, n)
	to.putAll(3, x)
	to.putAll(3+cx.sx.dim(), y)
	cx.putPeople(to, i, gone)
}

// putPeople adds to a row the ratings of the people in both studies.
func (cx cross) putPeople(to *rows, i int, gone [2][]int32) {
	if cx.margins == nil {
		return
	}
	first := cx.firstOfPeople()
	for side, r := range []*Ratings{cx.x, cx.y} {
		item := cx.shared[i][side]
		for place := range int32(r.first[item+1] - r.first[item]) {
			if !slices.Contains(gone[side], place) {
				cx.margins.add(side, int32(r.first[item])+place, 1, func(at int, x float64) { to.put(first+at, x) })
			}
		}
	}
}

// bothLeft returns the summaries of a shared item in both studies, with the numbers of ratings, and the pairs by one
// person, after deletions.
func (cx cross) bothLeft(to *rows, i int, gone [2][]int32) (x cells, m float64, y cells, n float64, same []sameRater) {
	x, m = cx.sx.left(to.buffer[0], int(cx.shared[i][0]), gone[0])
	y, n = cx.sy.left(to.buffer[1], int(cx.shared[i][1]), gone[1])
	to.buffer[0], to.buffer[1] = x, y
	if m == 0 || n == 0 {
		return x, m, y, n, nil
	}
	return x, m, y, n, cx.pair.left(nil, i, gone)
}

func (cx cross) deletable() (tallied, reason) {
	var a *additive
	if cx.d.ranked() {
		if len(cx.x.values) > mostRanked {
			return nil, manyRanks
		}
		a = cx.deletableRanks()
	} else {
		a = newAdditive(cx.compiled(), cx.row)
	}
	a.number = cx.numbers()
	return a, ""
}

// deletableRanks is κ_x of ranks, from the numbers of pairs of values of different people within items, and of pairs of
// one person's.
func (cx cross) deletableRanks() *additive {
	q := len(cx.x.values)
	pairs, same := 2+2*q, 2+2*q+q*q
	part := func(to *rows, i int, gone [2][]int32) {
		x, m, y, n, twice := cx.bothLeft(to, i, gone)
		different := m*n - float64(len(twice))
		if different <= 0 {
			return
		}
		to.put(0, m)
		to.put(1, n)
		to.putAll(2, x)
		to.putAll(2+q, y)
		for j, k := range x.code {
			for l, h := range y.code {
				if k != h {
					to.put(pairs+int(k)*q+int(h), (m+n)*x.weight[j]*y.weight[l]/different)
				}
			}
		}
		for _, s := range twice {
			if k, h := cx.x.codeOf(s.x), cx.y.codeOf(s.y); k != h {
				to.put(pairs+int(k)*q+int(h), -(m+n)/different)
			}
		}
		cx.putPeople(to, i, gone)
	}
	form := compiled{statistic: cx, rows: allRows(len(cx.shared), same, part), first: []int{2, 2 + q},
		dim: []int{q, q}, work: float64(2 * q * q)}
	if cx.margins != nil {
		form.rows.width = cx.firstOfPeople() + len(cx.margins.code)
		form.products = cx.products(func(sum []float64, person int, columns []float64, times float64,
			changed func(int)) {
			x, y := cx.margins.of(0, person, columns), cx.margins.of(1, person, columns)
			for j, k := range x.code {
				for l, h := range y.code {
					column := same + int(k)*q + int(h)
					sum[column] += times * x.weight[j] * y.weight[l]
					changed(column)
				}
			}
		})
	}
	form.finish = func(sum []float64, margins []dense) (float64, reason) {
		both := make([]float64, q)
		for k := range both {
			both[k] = margins[0].weight[k] + margins[1].weight[k]
		}
		k := newRanks(both)
		var of own
		if cx.margins != nil {
			of = own{total(sum[same : same+q*q]), k.over(sum[same:], q)}
		}
		x, y := margins[0].cells, margins[1].cells
		observed, expected, why := cx.finish(k.over(sum[pairs:], q), sum[0], sum[1], x, y, k, of)
		return 1 - observed/expected, why
	}
	return newAdditive(form, part)
}

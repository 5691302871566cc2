package nonparam

// icc is an intraclass correlation as a statistic of weighted items.
type icc struct {
	*Ratings
	form Coefficient
	x    []float64 // the values, measured from their centre, by code
	grid []float64 // items × raters; nil for the one-way forms
	// fixedK is the number of ratings in the mean whose reliability is computed, even after deletions; 0: the number of
	// ratings that are left.
	fixedK float64
}

func newICC(r *Ratings, form Coefficient) (icc, reason) {
	c := icc{Ratings: r, form: form}
	if why := squarable(r.values); why != "" {
		return c, why
	}
	c.x = newMoments(r.values).x
	if len(r.items) < 2 {
		return c, oneItem
	}
	if form == ICC1Name || form == ICC1kName {
		return c, ""
	}
	if why := r.needRaters(); why != "" {
		return c, why
	}
	n, k := len(r.items), len(r.raters)
	if len(r.label) != n*k {
		return c, notComplete
	}
	c.grid = make([]float64, n*k)
	seen := make([]bool, n*k)
	for i := range n {
		for t := r.first[i]; t < r.first[i+1]; t++ {
			at := i*k + int(r.rater[t])
			if seen[at] {
				return c, notComplete
			}
			seen[at] = true
			c.grid[at] = c.x[r.cell.code[r.cellAt[t]]]
		}
	}
	return c, ""
}

func (ic icc) evaluator() func([]weighting) (float64, reason) {
	return func(all []weighting) (float64, reason) {
		if all[0].rater != nil {
			return 0, ratersAsCopies
		}
		s, why := ic.squares(all[0])
		if why != "" {
			return 0, why
		}
		return s.value(ic.form)
	}
}

func (ic icc) squares(w weighting) (squaresOf, reason) {
	if ic.grid != nil {
		return ic.twoWay(w)
	}
	return ic.oneWay(w)
}

// oneWay returns the mean squares between and within items, two passes.
func (ic icc) oneWay(w weighting) (squaresOf, reason) {
	var n, ratings, sizes, sum float64
	for i, m := range ic.size {
		wi := w.of(i)
		n += wi
		ratings += wi * m
		sizes += wi * m * m
		for j := ic.start[i]; j < ic.start[i+1]; j++ {
			sum += wi * ic.cell.weight[j] * ic.x[ic.cell.code[j]]
		}
	}
	if n < 2 {
		return squaresOf{}, oneItem
	}
	if ratings <= n {
		return squaresOf{}, noPairs
	}
	mean := sum / ratings
	var within, between float64
	for i, m := range ic.size {
		wi := w.of(i)
		if wi == 0 {
			continue
		}
		own := ic.mean(i)
		between += wi * m * square(own-mean)
		for j := ic.start[i]; j < ic.start[i+1]; j++ {
			within += wi * ic.cell.weight[j] * square(ic.x[ic.cell.code[j]]-own)
		}
	}
	if ic.flat(between+within, ratings) {
		return squaresOf{}, noVariation
	}
	if ic.flat(between, ratings) {
		between = 0
	}
	k0 := (ratings - sizes/ratings) / (n - 1)
	return squaresOf{n: n, k: k0, r: between / (n - 1), w: within / (ratings - n)}, ""
}

// flat reports whether a sum of squares is no more than rounding leaves.
func (ic icc) flat(squares, ratings float64) bool {
	return squares <= 1e-20*ratings*square(ic.x[len(ic.x)-1]-ic.x[0])
}

// mean returns the mean of item i, measured from the centre.
func (ic icc) mean(i int) float64 {
	s := 0.0
	for j := ic.start[i]; j < ic.start[i+1]; j++ {
		s += ic.cell.weight[j] * ic.x[ic.cell.code[j]]
	}
	return s / ic.size[i]
}

// twoWay returns the mean squares of complete data.
func (ic icc) twoWay(w weighting) (squaresOf, reason) {
	k := len(ic.raters)
	rater := make([]float64, k)
	n, grand := 0.0, 0.0
	for i := range ic.items {
		wi := w.of(i)
		n += wi
		for j, x := range ic.grid[i*k : (i+1)*k] {
			rater[j] += wi * x
			grand += wi * x
		}
	}
	if n < 2 {
		return squaresOf{}, oneItem
	}
	kf := float64(k)
	grand /= n * kf
	for j := range rater {
		rater[j] /= n
	}
	s := squaresOf{n: n, k: kf}
	for i := range ic.items {
		wi := w.of(i)
		if wi == 0 {
			continue
		}
		row := ic.grid[i*k : (i+1)*k]
		mean := total(row) / kf
		s.r += wi * kf * square(mean-grand)
		for j, x := range row {
			s.w += wi * square(x-mean)
			s.e += wi * square(x-mean-rater[j]+grand)
		}
	}
	for _, m := range rater {
		s.c += n * square(m-grand)
	}
	if ic.flat(s.r+s.w, n*kf) {
		return s, noVariation
	}
	for _, square := range []*float64{&s.r, &s.c, &s.e} {
		if ic.flat(*square, n*kf) {
			*square = 0
		}
	}
	s.r /= n - 1
	s.c /= kf - 1
	s.e /= (n - 1) * (kf - 1)
	s.w /= n * (kf - 1)
	return s, ""
}

// limits returns the F limits, or the reason why there are none.
func (ic icc) limits(level float64) (*Limits, reason) {
	for _, m := range ic.size {
		if m != ic.size[0] {
			return nil, sizesDiffer
		}
	}
	s, why := ic.squares(weighting{})
	if why != "" {
		return nil, why
	}
	lower, upper := s.limits(ic.form, level)
	if !finite(lower, upper) {
		return nil, noLimits
	}
	if lower > upper { // by rounding, where the items do not vary
		lower, upper = upper, lower
	}
	return &Limits{Lower: lower, Upper: upper, Level: level, Method: "f"}, ""
}

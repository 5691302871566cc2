package nonparam

// CohenKappa returns Cohen's (1960) kappa of exactly two raters over the items that both rated, weighted (Cohen 1968)
// by the distance. SE is by Fleiss, Cohen and Everitt (1969) for κ ≠ 0; see [CohenKappaNullSE].
func CohenKappa(r *Ratings, d Distance) (Estimate, error) {
	return single(CohenKappaName, r, d)
}

// cohen is the statistic of two raters: one cell for each item that both rated.
type cohen struct {
	kernel kernel
	q      int
	item   []int // of the source
	first  []int32
	second []int32
	delta  []float64
}

func newCohen(r *Ratings, d Distance) (cohen, reason) {
	k, why := d.kernel(r.values, nil)
	if why != "" {
		return cohen{}, why
	}
	if why := r.needTwoRaters(); why != "" {
		return cohen{}, why
	}
	c := cohen{kernel: k, q: len(r.values)}
	one := []float64{1}
	var bufferA, bufferB cells
	for i := range r.items {
		a, b, both := r.pairOf(i)
		if !both {
			continue
		}
		c.item = append(c.item, i)
		c.first, c.second = append(c.first, a), append(c.second, b)
		bufferA = copyOf(bufferA, k.summary(bufferA, cells{[]int32{a}, one}))
		bufferB = copyOf(bufferB, k.summary(bufferB, cells{[]int32{b}, one}))
		c.delta = append(c.delta, k.between(bufferA, bufferB))
	}
	if len(c.item) == 0 {
		return c, noJointItems
	}
	if expected := c.expected(nil); !positive(expected, 1, k, c.q) {
		return c, noVariation
	}
	return c, ""
}

// copyOf keeps a summary in a separate buffer.
func copyOf(buffer, c cells) cells {
	return cells{append(buffer.code[:0], c.code...), append(buffer.weight[:0], c.weight...)}
}

func (r *Ratings) needTwoRaters() reason {
	if why := r.needRaters(); why != "" && why != oneRater {
		return why
	}
	if len(r.raters) != 2 {
		return notTwoRaters
	}
	return ""
}

// pairOf returns the codes that the first and the second rater gave to item i, and
// whether there is exactly one of each.
func (r *Ratings) pairOf(i int) (first, second int32, both bool) {
	t := r.first[i]
	if r.first[i+1]-t != 2 || r.rater[t] == r.rater[t+1] {
		return 0, 0, false
	}
	first, second = r.cell.code[r.cellAt[t]], r.cell.code[r.cellAt[t+1]]
	if r.rater[t] > r.rater[t+1] {
		first, second = second, first
	}
	return first, second, true
}

func (ck cohen) used() (items, ratings int) { return len(ck.item), 2 * len(ck.item) }

// margins returns the two raters' summaries under item weights, and their sum.
func (ck cohen) margins(weight []float64) (a, b cells, n float64) {
	first, second := newDense(ck.q), newDense(ck.q)
	for j, i := range ck.item {
		w := weighting{item: weight}.of(i)
		first.weight[ck.first[j]] += w
		second.weight[ck.second[j]] += w
		n += w
	}
	a = copyOf(cells{}, ck.kernel.summary(cells{}, first.cells))
	b = copyOf(cells{}, ck.kernel.summary(cells{}, second.cells))
	return a, b, n
}

func (ck cohen) expected(weight []float64) float64 {
	a, b, n := ck.margins(weight)
	return ck.kernel.between(a, b) / (n * n)
}

func (ck cohen) evaluator() func([]weighting) (float64, reason) {
	return func(all []weighting) (float64, reason) {
		w := all[0]
		if w.rater != nil {
			return 0, fixedRaters
		}
		var observed float64
		for j, i := range ck.item {
			observed += w.of(i) * ck.delta[j]
		}
		a, b, n := ck.margins(w.item)
		if n == 0 {
			return 0, noJointItems
		}
		expected := ck.kernel.between(a, b) / (n * n)
		if !positive(expected, 1, ck.kernel, ck.q) {
			return 0, noVariation
		}
		return 1 - observed/n/expected, ""
	}
}

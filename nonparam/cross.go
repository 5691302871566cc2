package nonparam

import "math"

// CrossKappa returns the agreement of the raters of one study with those of another,
// κ_x = 1 − d_o/d_e of Wong, Paritosh and Aroyo (2021, equations 6 and 9 to 11), over
// the items that both studies have, with any numbers of ratings. The ordinal distance
// takes its ranks from the ratings of both studies. SE is the linearisation over items
// (the infinitesimal jackknife), given the raters; there is none for the ordinal distance.
//
// Items are matched by their index in the table; it panics if x and y are of two tables.
func CrossKappa(x, y *Ratings, d Distance) (Estimate, error) {
	p := newPair(x, y)
	return p.estimate(CrossKappaName, d, Normalization{})
}

// CrossDisagreement returns the observed and the expected disagreement of κ_x, in the
// unit of the distance (of ranks, for the ordinal distance).
func CrossDisagreement(x, y *Ratings, d Distance) (observed, expected float64, err error) {
	p := newPair(x, y)
	e, s, why := p.prepare(CrossKappaName, d, Normalization{}, 0, 1)
	if why == "" {
		observed, expected, why = s.(cross).terms()(weighting{}, weighting{})
	}
	if why != "" {
		return 0, 0, undefined(e, why)
	}
	return observed, expected, nil
}

// cross is κ_x between the sources number atX and atY.
type cross struct {
	pair
	sx, sy   *summaries
	observed []float64 // mean disagreement of each shared item; nil for ranks
	d        Distance
	atX, atY int
}

func newCross(p pair, d Distance, atX, atY int) (cross, reason) {
	c := cross{pair: p, d: d, atX: atX, atY: atY}
	if len(p.shared) == 0 {
		return c, noSharedItems
	}
	k, why := d.kernel(p.x.values, p.x.valueCounts())
	if why != "" {
		return c, why
	}
	c.sx, c.sy = summarize(p.x, d, k), summarize(p.y, d, k)
	if d.ranked() {
		return c, ""
	}
	c.observed = make([]float64, len(p.shared))
	readX, readY := c.sx.reader(), c.sy.reader()
	for i, at := range p.shared {
		x, y := readX.read(int(at[0]), nil), readY.read(int(at[1]), nil)
		c.observed[i] = k.between(x.cells, y.cells) / (x.size * y.size)
	}
	return c, ""
}

func (cx cross) evaluator() func([]weighting) (float64, reason) {
	terms := cx.terms()
	return func(all []weighting) (float64, reason) {
		observed, expected, why := terms(all[cx.atX], all[cx.atY])
		if why != "" {
			return 0, why
		}
		return 1 - observed/expected, ""
	}
}

// terms returns a function of d_o and d_e.
func (cx cross) terms() func(x, y weighting) (observed, expected float64, why reason) {
	readX, readY := cx.sx.reader(), cx.sy.reader()
	marginX, marginY := newDense(cx.sx.dim()), newDense(cx.sy.dim())
	return func(wx, wy weighting) (observed, expected float64, why reason) {
		if wx.rater != nil && cx.x.rater == nil || wy.rater != nil && cx.y.rater == nil {
			return 0, 0, noRaters
		}
		marginX.reset()
		marginY.reset()
		// each calls f for the shared items that have a rating on both sides.
		each := func(f func(i int, w float64, x, y group)) {
			for i, at := range cx.shared {
				w := wx.of(int(at[0]))
				if w == 0 {
					continue
				}
				x, y := readX.read(int(at[0]), wx.rater), readY.read(int(at[1]), wy.rater)
				if x.size > 0 && y.size > 0 {
					f(i, w, x, y)
				}
			}
		}
		k, known := cx.sx.kernel, cx.observed != nil && wx.rater == nil && wy.rater == nil
		if cx.d.ranked() {
			each(func(_ int, w float64, x, y group) {
				marginX.add(x.cells, w)
				marginY.add(y.cells, w)
			})
			both := newDense(len(cx.x.values))
			both.add(marginX.cells, 1)
			both.add(marginY.cells, 1)
			k = newRanks(both.weight)
			marginX.reset()
			marginY.reset()
		}
		var sum, sumX, sumY float64
		each(func(i int, w float64, x, y group) {
			disagreement := 0.0
			if known {
				disagreement = cx.observed[i]
			} else {
				disagreement = k.between(x.cells, y.cells) / (x.size * y.size)
			}
			sum += w * (x.size + y.size) * disagreement
			sumX += w * x.size
			sumY += w * y.size
			marginX.add(x.cells, w)
			marginY.add(y.cells, w)
		})
		return cx.finish(sum, sumX, sumY, marginX.cells, marginY.cells, k)
	}
}

// finish returns d_o and d_e from Σ (R_i+S_i)·(mean disagreement of item i), the numbers
// of ratings and the margins.
func (cx cross) finish(sum, ratingsX, ratingsY float64, x, y cells, k kernel) (observed, expected float64, why reason) {
	if ratingsX == 0 {
		return 0, 0, noSharedItems
	}
	total := k.between(x, y)
	if !positive(total, ratingsX*ratingsY, k) {
		return 0, 0, noVariation
	}
	return sum / (ratingsX + ratingsY), total / (ratingsX * ratingsY), ""
}

// standardError sums the squared influences of the items: κ_x is a smooth function of
// sums over items.
func (cx cross) standardError() (float64, bool) {
	n := float64(len(cx.shared))
	if cx.d.ranked() || n < 2 {
		return 0, false
	}
	observed, expected, why := cx.terms()(weighting{}, weighting{})
	if why != "" {
		return 0, false
	}
	q := len(cx.x.values)
	allX, allY := newDense(q), newDense(q)
	for _, at := range cx.shared {
		allX.add(cx.x.cell.slice(cx.x.start[at[0]], cx.x.start[at[0]+1]), 1)
		allY.add(cx.y.cell.slice(cx.y.start[at[1]], cx.y.start[at[1]+1]), 1)
	}
	sumX, sumY := allX.sum(), allY.sum()
	fromX, _ := cx.sx.kernel.potential(q, allY.cells)
	_, toY := cx.sx.kernel.potential(q, allX.cells)
	ratio, sum := observed/expected, 0.0
	for i, at := range cx.shared {
		a, b := int(at[0]), int(at[1])
		rx, sy := cx.x.size[a], cx.y.size[b]
		do := (rx + sy) / (sumX + sumY) * (cx.observed[i] - observed)
		de := (cx.x.meanPotential(a, fromX, fromX)+cx.y.meanPotential(b, toY, toY))/(sumX*sumY) -
			expected*(rx/sumX+sy/sumY)
		u := (do - ratio*de) / expected
		sum += u * u
	}
	return math.Sqrt(sum * n / (n - 1)), true
}

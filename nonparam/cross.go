package nonparam

import "math"

// CrossKappa returns the agreement of the raters of one study with those of another, κ_x = 1 − d_o/d_e of Wong,
// Paritosh and Aroyo (2021, equations 6 and 9 to 11), over the items that both studies have, with any numbers of
// ratings. The ordinal distance takes its ranks from the ratings of both studies. SE is the linearisation over items
// (the infinitesimal jackknife), given the raters. The ordinal distance has none.
//
// Pairs of labels by one person, a labeler of one name in both studies of a table, are left out of d_o and of d_e:
//
//	d_o = Σ_i (R_i+S_i)/(R+S) · (Σ δ − Σ_same δ)/(R_i·S_i − m_i)
//	d_e = (Σ δ − Σ_k Σ_of k δ)/(R·S − Σ_k R_k·S_k)
//
// Item i has m_i such pairs, and person k gave R_k and S_k labels. Two labels of an item by one person share the
// person's taste, and all labels by one person share the person's level. Without those pairs, the expectations of d_o
// and d_e are the same as for two people drawn at random. An item does not count if all its pairs are of one person.
// [Options.AllPairs] has the form of the paper.
//
// Items are matched by their index in the table; it panics if x and y are of two tables.
func CrossKappa(x, y *Ratings, d Distance) (Estimate, error) {
	p := newPair(x, y, false)
	return p.estimate(CrossKappaName, d, Normalization{})
}

// CrossDisagreement returns the observed and the expected disagreement of κ_x, in the
// unit of the distance (of ranks, for the ordinal distance).
func CrossDisagreement(x, y *Ratings, d Distance) (observed, expected float64, err error) {
	p := newPair(x, y, false)
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
	observed []float64 // mean disagreement of each shared item between different people; nil for ranks
	pairs    []float64 // of different people of each shared item
	d        Distance
	margins  *margins // of the people in both studies; nil: none
	atX, atY int
}

func newCross(p pair, d Distance, atX, atY int) (cross, reason) {
	c := cross{pair: p.differing(), d: d, atX: atX, atY: atY}
	switch {
	case len(p.shared) == 0:
		return c, noSharedItems
	case len(c.shared) == 0:
		return c, noOtherPeople
	}
	k, why := d.kernel(p.x.values, p.x.valueCounts())
	if why != "" {
		return c, why
	}
	c.sx, c.sy = summarize(p.x, d, k), summarize(p.y, d, k)
	if p.people != nil {
		c.margins = newMargins(c.pair, k)
	}
	c.pairs = make([]float64, len(c.shared))
	if !d.ranked() {
		c.observed = make([]float64, len(c.shared))
	}
	readX, readY := c.sx.reader(), c.sy.reader()
	for i, at := range c.shared {
		x, y := readX.read(int(at[0]), nil), readY.read(int(at[1]), nil)
		same := c.people.of(i)
		c.pairs[i] = x.size*y.size - float64(len(same))
		if c.observed != nil {
			c.observed[i] = c.different(k, x.cells, y.cells, same) / c.pairs[i]
		}
	}
	return c, ""
}

// different returns the sum of disagreements between summaries of an item in the two studies, without the disagreements
// of ratings by one person.
func (cx cross) different(k kernel, x, y cells, same []sameRater) float64 {
	sum := k.between(x, y)
	for _, s := range same {
		sum -= cx.apart(k, s)
	}
	return max(0, sum) // rounding can leave −ε where different people agree
}

// apart returns δ of two ratings.
func (cx cross) apart(k kernel, s sameRater) float64 {
	one := func(code int32) cells { return k.summary(cells{}, cells{[]int32{code}, []float64{1}}) }
	return k.between(one(cx.x.codeOf(s.x)), one(cx.y.codeOf(s.y)))
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
	var ofPeople []float64
	if cx.margins != nil {
		ofPeople = make([]float64, len(cx.margins.code))
	}
	return func(wx, wy weighting) (observed, expected float64, why reason) {
		if wx.rater != nil && cx.x.rater == nil || wy.rater != nil && cx.y.rater == nil {
			return 0, 0, noRaters
		}
		marginX.reset()
		marginY.reset()
		clear(ofPeople)
		raters := wx.rater != nil || wy.rater != nil
		// times returns how often a pair of ratings by one person counts.
		times := func(s sameRater) float64 {
			return wx.ofRater(cx.x, int(s.x)) * wy.ofRater(cx.y, int(s.y))
		}
		// each calls f for the shared items that have a rating on both sides by different people.
		each := func(f func(i int, w float64, x, y group, pairs float64)) {
			for i, at := range cx.shared {
				w := wx.of(int(at[0]))
				if w == 0 {
					continue
				}
				x, y := readX.read(int(at[0]), wx.rater), readY.read(int(at[1]), wy.rater)
				pairs := cx.pairs[i]
				if raters {
					pairs = x.size * y.size
					for _, s := range cx.people.of(i) {
						pairs -= times(s)
					}
				}
				if x.size > 0 && y.size > 0 && pairs > 0 {
					f(i, w, x, y, pairs)
				}
			}
		}
		k, known := cx.sx.kernel, cx.observed != nil && !raters
		if cx.d.ranked() {
			each(func(_ int, w float64, x, y group, _ float64) {
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
		each(func(i int, w float64, x, y group, pairs float64) {
			disagreement := 0.0
			if known {
				disagreement = cx.observed[i]
			} else {
				total := k.between(x.cells, y.cells)
				for _, s := range cx.people.of(i) {
					total -= times(s) * cx.apart(k, s)
				}
				disagreement = max(0, total) / pairs
			}
			sum += w * (x.size + y.size) * disagreement
			sumX += w * x.size
			sumY += w * y.size
			marginX.add(x.cells, w)
			marginY.add(y.cells, w)
			cx.addPeople(i, w, wx, wy, ofPeople)
		})
		var same own
		for person := range cx.margins.number() {
			pairs, disagreement := cx.margins.same(k, person, ofPeople)
			same.pairs += pairs
			same.disagreement += disagreement
		}
		return cx.finish(sum, sumX, sumY, marginX.cells, marginY.cells, k, same)
	}
}

// addPeople adds the ratings of a shared item to the margins of the people in both studies.
func (cx cross) addPeople(item int, w float64, wx, wy weighting, columns []float64) {
	if cx.margins == nil {
		return
	}
	put := func(column int, x float64) { columns[column] += x }
	a, b := cx.shared[item][0], cx.shared[item][1]
	for t := cx.x.first[a]; t < cx.x.first[a+1]; t++ {
		cx.margins.add(0, int32(t), w*wx.ofRater(cx.x, t), put)
	}
	for t := cx.y.first[b]; t < cx.y.first[b+1]; t++ {
		cx.margins.add(1, int32(t), w*wy.ofRater(cx.y, t), put)
	}
}

// own is the pairs of labels that people have with themselves, across two studies, and the sum of their disagreements.
type own struct{ pairs, disagreement float64 }

// finish returns d_o and d_e from Σ (R_i+S_i)·(mean disagreement of item i), the numbers
// of ratings, the margins, and the pairs of labels by one person.
func (cx cross) finish(
	sum, ratingsX, ratingsY float64, x, y cells, k kernel, same own,
) (observed, expected float64, why reason) {
	if ratingsX == 0 {
		if cx.people != nil && len(cx.people.twice) > 0 {
			return 0, 0, noOtherPeople
		}
		return 0, 0, noSharedItems
	}
	total, pairs := k.between(x, y)-same.disagreement, ratingsX*ratingsY-same.pairs
	if pairs <= 0 || !positive(total, ratingsX*ratingsY, k, len(cx.x.values)) || total <= 1e-12*same.disagreement {
		return 0, 0, noVariation
	}
	return sum / (ratingsX + ratingsY), total / pairs, ""
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
	var ofPeople []float64
	if cx.margins != nil {
		ofPeople = make([]float64, len(cx.margins.code))
	}
	for i, at := range cx.shared {
		allX.add(cx.x.cell.slice(cx.x.start[at[0]], cx.x.start[at[0]+1]), 1)
		allY.add(cx.y.cell.slice(cx.y.start[at[1]], cx.y.start[at[1]+1]), 1)
		cx.addPeople(i, 1, weighting{}, weighting{}, ofPeople)
	}
	sumX, sumY := allX.sum(), allY.sum()
	pairs := sumX * sumY
	for person := range cx.margins.number() {
		own, _ := cx.margins.same(cx.sx.kernel, person, ofPeople)
		pairs -= own
	}
	fromX, _ := cx.sx.kernel.potential(q, allY.cells)
	_, toY := cx.sx.kernel.potential(q, allX.cells)
	ratio, sum := observed/expected, 0.0
	for i, at := range cx.shared {
		a, b := int(at[0]), int(at[1])
		rx, sy := cx.x.size[a], cx.y.size[b]
		do := (rx + sy) / (sumX + sumY) * (cx.observed[i] - observed)
		same := cx.ownOf(i, ofPeople)
		de := (cx.x.meanPotential(a, fromX, fromX) + cx.y.meanPotential(b, toY, toY) - same.disagreement -
			expected*(rx*sumY+sy*sumX-same.pairs)) / pairs
		u := (do - ratio*de) / expected
		sum += u * u
	}
	return math.Sqrt(sum * n / (n - 1)), true
}

// ownOf returns the pairs of the ratings of a shared item with all those that the same people gave in the other study.
func (cx cross) ownOf(item int, columns []float64) (sum own) {
	if cx.margins == nil {
		return sum
	}
	k := cx.sx.kernel
	for side, r := range []*Ratings{cx.x, cx.y} {
		i := cx.shared[item][side]
		for t := r.first[i]; t < r.first[i+1]; t++ {
			person := cx.margins.person[side][t]
			if person < 0 {
				continue
			}
			one := k.summary(cells{}, cells{[]int32{r.codeOf(int32(t))}, []float64{1}})
			other := cx.margins.of(1-side, int(person), columns)
			sum.pairs += cx.margins.size(other)
			if side == 0 {
				sum.disagreement += k.between(one, other)
			} else {
				sum.disagreement += k.between(other, one)
			}
		}
	}
	return sum
}

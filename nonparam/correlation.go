package nonparam

import "math"

// DisattenuatedCorrelation returns Spearman's (1904) correlation of the item means of
// two studies, corrected for their unreliability: r_xy/√(rel_x·rel_y) (Wong, Paritosh
// and Aroyo 2021, equation 12), over the items that both have. The reliability of a mean
// is ICC(1,k) of the study's ratings of those items, so that both studies need items
// with two ratings. The covariance of the means leaves out pairs of labels of an item by one
// person who is in both studies, as [CrossKappa] does. It can exceed 1. There is no SE; take the jackknife.
func DisattenuatedCorrelation(x, y *Ratings) (Estimate, error) {
	p := newPair(x, y, false)
	return p.estimate(DisattenuatedName, nil, Normalization{})
}

// correlation is Pearson's correlation of item means.
type correlation struct {
	pair
	mean     []pairMeans // of the shared items
	x        []float64   // the values, measured from their centre, by code
	spread   float64     // range of the values
	atX, atY int
}

// pairMeans is the mean rating of an item in each of two studies. Its other fields are means over the pairs of ratings
// by different people: the rating in the first study, in the second, and their product.
type pairMeans struct{ x, y, pairX, pairY, product float64 }

func newCorrelation(p pair, atX, atY int) (correlation, reason) {
	if len(p.shared) < 2 {
		return correlation{pair: p}, fewSharedItems
	}
	if why := squarable(p.x.values); why != "" {
		return correlation{pair: p}, why
	}
	c := correlation{pair: p.differing(), atX: atX, atY: atY, spread: p.x.spread(), x: newMoments(p.x.values).x}
	if len(c.shared) < 2 {
		return c, noOtherPeople
	}
	sum := func(r *Ratings, i int32) float64 { return r.size[i] * icc{Ratings: r, x: c.x}.mean(int(i)) }
	for i, at := range c.shared {
		x, y := at[0], at[1]
		c.mean = append(c.mean, c.pairMeans(c.people.of(i), sum(p.x, x), p.x.size[x], sum(p.y, y), p.y.size[y]))
	}
	return c, ""
}

// pairMeans returns the means of an item, given the sums of m and n ratings and the pairs by one person.
func (cor correlation) pairMeans(same []sameRater, sumX, m, sumY, n float64) pairMeans {
	c := pairMeans{x: sumX / m, y: sumY / n, pairX: sumX / m, pairY: sumY / n, product: sumX / m * (sumY / n)}
	if len(same) == 0 {
		return c
	}
	x, y, xy, pairs := n*sumX, m*sumY, sumX*sumY, m*n-float64(len(same))
	for _, s := range same {
		u, v := cor.x[cor.pair.x.codeOf(s.x)], cor.x[cor.pair.y.codeOf(s.y)]
		x, y, xy = x-u, y-v, xy-u*v
	}
	c.pairX, c.pairY, c.product = x/pairs, y/pairs, xy/pairs
	return c
}

func (cor correlation) evaluator() func([]weighting) (float64, reason) {
	return func(all []weighting) (float64, reason) {
		w := all[cor.atX]
		if w.rater != nil || all[cor.atY].rater != nil {
			return 0, ratersAsCopies
		}
		var n, sx, sy float64
		for i, c := range cor.mean {
			wi := w.of(int(cor.shared[i][0]))
			n += wi
			sx += wi * c.x
			sy += wi * c.y
		}
		if n < 2 {
			return 0, fewSharedItems
		}
		mx, my := sx/n, sy/n
		var xx, yy, xy float64
		for i, c := range cor.mean {
			wi := w.of(int(cor.shared[i][0]))
			dx, dy := c.x-mx, c.y-my
			xx += wi * dx * dx
			yy += wi * dy * dy
			xy += wi * (c.product - my*c.pairX - mx*c.pairY + mx*my)
		}
		return cor.finish(n, xx, yy, xy, 1e-20)
	}
}

// finish returns the correlation from sums of squares and products over n items. If all means are equal, only rounding
// errors are left of the sums.
func (cor correlation) finish(n, xx, yy, xy, rounding float64) (float64, reason) {
	if least := rounding * n * square(cor.spread); xx <= least || yy <= least {
		return 0, noMeanSpread
	}
	return xy / math.Sqrt(xx*yy), ""
}

// spread returns the range of the values.
func (r *Ratings) spread() float64 { return r.values[len(r.values)-1] - r.values[0] }

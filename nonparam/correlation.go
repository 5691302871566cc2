package nonparam

import "math"

// DisattenuatedCorrelation returns Spearman's (1904) correlation of the item means of
// two studies, corrected for their unreliability: r_xy/√(rel_x·rel_y) (Wong, Paritosh
// and Aroyo 2021, equation 12), over the items that both have. The reliability of a mean
// is ICC(1,k) of the study's ratings of those items, so that both studies need items
// with two ratings. It can exceed 1. There is no SE; take the jackknife.
func DisattenuatedCorrelation(x, y *Ratings) (Estimate, error) {
	p := newPair(x, y)
	return p.estimate(DisattenuatedName, nil, Normalization{})
}

// correlation is Pearson's correlation of item means.
type correlation struct {
	pair
	meanX, meanY []float64 // of the shared items
	itemX        []int32
	spread       float64 // range of the values
	atX, atY     int
}

func newCorrelation(p pair, atX, atY int) (correlation, reason) {
	if len(p.shared) < 2 {
		return correlation{}, fewSharedItems
	}
	if why := squarable(p.x.values); why != "" {
		return correlation{}, why
	}
	c := correlation{pair: p, atX: atX, atY: atY, spread: p.x.spread()}
	x := newMoments(p.x.values).x
	of := func(r *Ratings, i int32) float64 { return icc{Ratings: r, x: x}.mean(int(i)) }
	for _, at := range p.shared {
		c.meanX = append(c.meanX, of(p.x, at[0]))
		c.meanY = append(c.meanY, of(p.y, at[1]))
		c.itemX = append(c.itemX, at[0])
	}
	return c, ""
}

func (cor correlation) evaluator() func([]weighting) (float64, reason) {
	return func(all []weighting) (float64, reason) {
		w := all[cor.atX]
		if w.rater != nil || all[cor.atY].rater != nil {
			return 0, ratersAsCopies
		}
		var n, sx, sy float64
		for i, at := range cor.itemX {
			wi := w.of(int(at))
			n += wi
			sx += wi * cor.meanX[i]
			sy += wi * cor.meanY[i]
		}
		if n < 2 {
			return 0, fewSharedItems
		}
		mx, my := sx/n, sy/n
		var xx, yy, xy float64
		for i, at := range cor.itemX {
			wi := w.of(int(at))
			dx, dy := cor.meanX[i]-mx, cor.meanY[i]-my
			xx += wi * dx * dx
			yy += wi * dy * dy
			xy += wi * dx * dy
		}
		return cor.finish(n, xx, yy, xy, 1e-20)
	}
}

// finish returns the correlation from sums of squares and products over n items, of which
// rounding leaves a part where all means are equal.
func (cor correlation) finish(n, xx, yy, xy, rounding float64) (float64, reason) {
	if least := rounding * n * square(cor.spread); xx <= least || yy <= least {
		return 0, noMeanSpread
	}
	return xy / math.Sqrt(xx*yy), ""
}

// spread returns the range of the values.
func (r *Ratings) spread() float64 { return r.values[len(r.values)-1] - r.values[0] }

package study

import "math"

// level is the score of single labels.
func (g *grouped) level(of func(label float64) float64) score {
	x, weight := make([]float64, g.labelers), make([]float64, g.labelers) // by labeler
	var all Moments
	g.items(1, func(from, to int, rank float64) {
		w := 1 / float64(to-from)
		for n := from; n < to; n++ {
			l := g.labeler[n]
			weight[l] += w
			x[l] += w * (rank - x[l]) / weight[l]
			all.add(w, of(g.value[n]))
		}
	})
	s, far := score{}, 0.0
	g.items(1, func(from, to int, rank float64) {
		w := 1 / float64(to-from)
		for n := from; n < to; n++ {
			r, e := rank-x[g.labeler[n]], of(g.value[n])-all.Mean
			s.value += w * r * e
			s.variance += w * r * r * all.variance()
			s.largest, far = math.Max(s.largest, math.Abs(r)), math.Max(far, math.Abs(e))
		}
	})
	s.largest *= far
	return s
}

// reach is the number of the next labels of its item that a label is paired with. An item with up to 17 labels has all
// its pairs, and a larger one has 8 pairs for each label. The values of the labels do not decide which are paired.
const reach = 8

// pairs calls f for the pairs of labels of each item, with the rank of its number of labels and the weight of the
// pair. The weights of an item add up to 1.
func (g *grouped) pairs(f func(a, b int, x, weight float64)) {
	g.items(2, func(from, to int, x float64) {
		n := to - from
		if n <= 2*reach+1 {
			w := 2 / float64(n*(n-1))
			for b := from; b < to; b++ {
				for a := from; a < b; a++ {
					f(a, b, x, w)
				}
			}
			return
		}
		for at := range n {
			for step := 1; step <= reach; step++ {
				f(from+at, from+(at+step)%n, x, 1/float64(n*reach))
			}
		}
	})
}

// first calls f for the pairs of labels of each item with three or more; if there are many, only for its first labels.
// x is 1 for the pair of the first two labels and 0 for others, minus the item's mean.
func (g *grouped) first(f func(a, b int, x, weight float64)) {
	g.items(3, func(from, to int, _ float64) {
		n := min(to-from, 2*reach+1)
		w := 2 / float64(n*(n-1))
		for b := from; b < from+n; b++ {
			for a := from; a < b; a++ {
				f(a, b, indicator(b == from+1)-w, w)
			}
		}
	})
}

// pairsOf are pairs of labels within items, each with an x and a weight.
type pairsOf func(f func(a, b int, x, weight float64))

// disagreement is the score of pairs of labels.
func (g *grouped) disagreement(pairs pairsOf, distance func(a, b float64) float64) score {
	fitted := g.byPair(pairs)
	if fitted == nil {
		fitted = g.byLabeler(pairs)
	}
	var d Moments
	pairs(func(a, b int, _, w float64) { d.add(w, distance(g.value[a], g.value[b])) })
	s, far := score{pairs: true}, 0.0
	pairs(func(a, b int, x, w float64) {
		r, e := x-fitted(a, b), distance(g.value[a], g.value[b])-d.Mean
		s.value += w * r * e
		s.variance += w * r * r * d.variance()
		s.largest, far = math.Max(s.largest, math.Abs(r)), math.Max(far, math.Abs(e))
	})
	s.largest *= far
	return s
}

// byPair returns the mean rank of the items that both labelers of a pair label, so that their disagreement is compared
// with their own. It returns nil if two labelers meet fewer than ten times on average: a mean of few would remove a
// tenth of the variance of the ranks and more. With that many pairs, the disagreement that the sum of two labelers'
// effects misses counts as variance.
func (g *grouped) byPair(pairs pairsOf) func(a, b int) float64 {
	const often = 10
	all := 0
	pairs(func(int, int, float64, float64) { all++ })
	key := func(a, b int) [2]int32 {
		l, m := g.labeler[a], g.labeler[b]
		return [2]int32{min(l, m), max(l, m)}
	}
	means := map[[2]int32]*Moments{}
	pairs(func(a, b int, x, w float64) {
		if often*len(means) > all {
			return
		}
		of := means[key(a, b)]
		if of == nil {
			of = &Moments{}
			means[key(a, b)] = of
		}
		of.add(w, x)
	})
	if often*len(means) > all {
		return nil
	}
	return func(a, b int) float64 { return means[key(a, b)].Mean }
}

// byLabeler returns the regression of the rank of an item on indicators of two labelers, c_l + c_m.
func (g *grouped) byLabeler(pairs pairsOf) func(a, b int) float64 {
	sums, diagonal := make([]float64, g.labelers), make([]float64, g.labelers)
	pairs(func(a, b int, x, w float64) {
		for _, l := range []int32{g.labeler[a], g.labeler[b]} {
			sums[l] += w * x
			diagonal[l] += w
		}
	})
	c := conjugate(sums, diagonal, func(c, product []float64) {
		clear(product)
		pairs(func(a, b int, _, w float64) {
			l, m := g.labeler[a], g.labeler[b]
			product[l] += w * (c[l] + c[m])
			product[m] += w * (c[l] + c[m])
		})
	})
	return func(a, b int) float64 { return c[g.labeler[a]] + c[g.labeler[b]] }
}

// conjugate solves M c = b by conjugate gradients, preconditioned by the diagonal of M (Golub and Van Loan 2013,
// algorithm 11.5.1). The remaining error does not matter. The function product sets M c.
func conjugate(b, diagonal []float64, product func(c, product []float64)) []float64 {
	const (
		most  = 50
		small = 1e-12 // of the squared residual
	)
	c, p, mp, z := make([]float64, len(b)), make([]float64, len(b)), make([]float64, len(b)), make([]float64, len(b))
	r := append([]float64(nil), b...)
	precondition := func() float64 {
		rz := 0.0
		for l, d := range diagonal {
			if d > 0 {
				z[l] = r[l] / d
				rz += r[l] * z[l]
			}
		}
		return rz
	}
	rz := precondition()
	copy(p, z)
	for start, n := rz, 0; n < most && rz > small*start; n++ {
		product(p, mp)
		curvature := 0.0
		for l := range p {
			curvature += p[l] * mp[l]
		}
		if !(curvature > 0) {
			break
		}
		step := rz / curvature
		for l := range p {
			c[l] += step * p[l]
			r[l] -= step * mp[l]
		}
		next := precondition()
		for l := range p {
			p[l] = z[l] + next/rz*p[l]
		}
		rz = next
	}
	return c
}

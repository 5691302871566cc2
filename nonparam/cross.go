package nonparam

import (
	"math"
	"slices"
)

// people are the raters that two studies have in common. A person's tastes show in both studies, so that two labels of
// an item by one person agree better than those of two people do. Coefficients that compare studies leave such pairs
// out.
type people struct {
	rater []int32 // of each person, among the raters of the first study
	// person is, by source, the person of each rating, −1 for a rater that the other study does not have.
	person [2][]int32
	// twice are the pairs of ratings of an item by one person. The pairs of item i are begin[i]:begin[i+1].
	begin []int
	twice []sameRater
}

// sameRater is two ratings of an item by one person: their places among all ratings of each study.
type sameRater struct{ x, y int }

// pair is two studies with the same codes for the same values, on the items that both have.
type pair struct {
	*field
	people *people // that both have, whose own pairs do not count; nil: none, or all pairs count
}

// newPair returns two studies to be compared by pairs of labels by different people, or by all pairs.
func newPair(x, y source, all bool) pair {
	if x.table != nil && y.table != nil && x.table != y.table {
		panic("nonparam: the studies are of different tables")
	}
	x.Ratings, y.Ratings = sameCodes(x.Ratings, y.Ratings)
	p := pair{field: newField(x, y)}
	if !all {
		p.findPeople()
	}
	return p
}

// findPeople finds the people of both studies. The raters of two matrices are different ones.
func (p *pair) findPeople() {
	x, y := p.sources[0], p.sources[1]
	if x.table == nil || y.table == nil || x.rater == nil || y.rater == nil {
		return
	}
	ppl := &people{begin: make([]int, 1, len(p.items)+1)}
	to := [2][]int32{slices.Repeat([]int32{-1}, len(x.raters)), slices.Repeat([]int32{-1}, len(y.raters))}
	for i, id := range x.raters {
		if j, found := slices.BinarySearch(y.raters, id); found {
			to[0][i], to[1][j] = int32(len(ppl.rater)), int32(len(ppl.rater))
			ppl.rater = append(ppl.rater, int32(i))
		}
	}
	if len(ppl.rater) == 0 {
		return
	}
	for s, r := range p.sources {
		ppl.person[s] = make([]int32, len(r.rater))
		for t, rater := range r.rater {
			ppl.person[s][t] = to[s][rater]
		}
	}
	// The ratings of the last item of X by each person are a list that begins with head.
	head, link := slices.Repeat([]int{-1}, len(ppl.rater)), make([]int, len(x.rater))
	for i := range p.items {
		a, b := p.at[0][i], p.at[1][i]
		first := x.first[a]
		for t := first; t < x.first[a+1]; t++ {
			if k := ppl.person[0][t]; k >= 0 {
				link[t], head[k] = head[k], t
			}
		}
		for u := y.first[b]; u < y.first[b+1]; u++ {
			if k := ppl.person[1][u]; k >= 0 {
				for t := head[k]; t >= first; t = link[t] {
					ppl.twice = append(ppl.twice, sameRater{t, u})
				}
			}
		}
		ppl.begin = append(ppl.begin, len(ppl.twice))
	}
	p.people = ppl
}

// same calls visit with the codes of each pair of ratings of an item by one person, and how often it counts. It returns
// how many there are.
func (p pair) same(i int, c *count, visit func(x, y int32, times float64)) (pairs float64) {
	if p.people == nil {
		return 0
	}
	x, y := p.sources[0], p.sources[1]
	a, b := int(p.at[0][i]), int(p.at[1][i])
	for _, s := range p.people.twice[p.people.begin[i]:p.people.begin[i+1]] {
		if times := c.of(x.Ratings, 0, a, s.x) * c.of(y.Ratings, 1, b, s.y); times != 0 {
			pairs += times
			visit(x.codeOf(s.x), y.codeOf(s.y), times)
		}
	}
	return pairs
}

// emptied says why no pair of ratings by different people is left, if there is none, and how many items have one.
func (p pair) emptied() (why reason, others int) {
	own := 0
	for i := range p.items {
		same := 0
		if p.people != nil {
			same = p.people.begin[i+1] - p.people.begin[i]
		}
		if p.sources[0].size[p.at[0][i]]*p.sources[1].size[p.at[1][i]] > float64(same) {
			others, own = others+1, own+same
		}
	}
	if len(p.items) > 0 && (others == 0 || own > 0) {
		return noOtherPeople, others
	}
	return noSharedItems, others
}

// cross returns κ_x = 1 − d_o/d_e, how well the raters of two studies agree with each other (Wong, Paritosh and Aroyo
// 2021, equations 6 and 9 to 11). It covers the items in both studies, with any numbers of ratings. The ordinal
// distance takes its ranks from the ratings of both studies. SE is the linearisation over items (the infinitesimal
// jackknife), given the raters. The ordinal distance has none.
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
func (p pair) cross(d Distance) (*coefficient, reason) {
	if why, others := p.emptied(); others == 0 {
		return nil, why
	}
	if d == Ordinal {
		return p.crossOfRanks(), ""
	}
	k, why := d.kernel(p.sources[0].values, nil)
	if why != "" {
		return nil, why
	}
	return p.crossOf(k), ""
}

// bothOf holds the ratings of an item in both studies that count.
type bothOf struct {
	x, y      group
	different float64 // pairs of ratings by different people
}

func (p pair) read(x, y *summaries, i int, c *count, same func(x, y int32, times float64)) (of bothOf, ok bool) {
	of.x, of.y = c.read(x, 0, int(p.at[0][i]), 0), c.read(y, 1, int(p.at[1][i]), 1)
	if of.x.size <= 0 || of.y.size <= 0 {
		return of, false
	}
	of.different = of.x.size*of.y.size - p.same(i, c, same)
	return of, of.different > 0
}

func (p pair) crossOf(k kernel) *coefficient {
	x, y, q := p.sources[0].summarize(k), p.sources[1].summarize(k), len(p.sources[0].values)
	const sum, ofX, ofY, ownPairs, own, ofForm, first = 0, 1, 2, 3, 4, 5, 6
	dim := k.dim(q)
	emptied, _ := p.emptied()
	co := &coefficient{width: first + 2*dim, forms: []form{newForm(k, first, first+dim, dim)}, smooth: true,
		work: effort(k, q),
		rows: func(i int, c *count, to *row) {
			disagreement := 0.0
			of, ok := p.read(x, y, i, c, func(a, b int32, times float64) {
				disagreement -= times * k.between(one(k, a), one(k, b))
			})
			if !ok {
				return
			}
			disagreement = max(0, disagreement+k.between(of.x.cells, of.y.cells)) // rounding can leave −ε
			to.put(sum, (of.x.size+of.y.size)*disagreement/of.different)
			to.put(ofX, of.x.size)
			to.put(ofY, of.y.size)
			to.putAll(first, of.x.cells, 1)
			to.putAll(first+dim, of.y.cells, 1)
			to.crowd = p.people != nil
		},
		finish: func(x, _ []float64) (float64, reason) {
			return crossFrom(x[sum], x[ofX], x[ofY], x[ofForm], x[ownPairs], x[own], k, q, emptied)
		}}
	if p.people == nil {
		return co
	}
	cr := newCrowd(p.field, k, 0, p.people.rater, p.people.person[:]...)
	cr.fold = func(person int, columns []float64, times float64, to *row) {
		x, y := cr.of(0, person, columns), cr.of(1, person, columns)
		if pairs := cr.size(x) * cr.size(y) * times * times; pairs != 0 {
			to.put(ownPairs, pairs)
			to.put(own, times*times*k.between(x, y))
		}
	}
	cr.slopes = func(columns, slope []float64) []float64 {
		of := make([]float64, len(columns))
		for person := range cr.rater {
			for side := range 2 {
				other := cr.of(1-side, person, columns)
				n := cr.size(other)
				for at := cr.begin[side][person]; at < cr.begin[side][person+1]; at++ {
					of[at] = cr.slopeOf(side, at, other, n, slope[ownPairs], slope[own])
				}
			}
		}
		return of
	}
	co.crowd = cr
	return co
}

// crossFrom returns κ_x from Σ (R_i+S_i)·(mean disagreement of item i), the numbers of ratings, the disagreement of all
// pairs, and the pairs of ratings by one person with their disagreement.
func crossFrom(
	sum, ratingsX, ratingsY, all, ownPairs, own float64, k kernel, q int, emptied reason,
) (float64, reason) {
	if ratingsX == 0 {
		return 0, emptied
	}
	total, pairs := all-own, ratingsX*ratingsY-ownPairs
	if pairs <= 0 || !positive(total, ratingsX*ratingsY, k, q) || total <= 1e-12*own {
		return 0, noVariation
	}
	return 1 - sum/(ratingsX+ratingsY)/(total/pairs), ""
}

// crossOfRanks is κ_x of ranks. It counts pairs of values within items, by different people and by one person; if there
// are many values, it needs a second pass.
func (p pair) crossOfRanks() *coefficient {
	k := nominal{}
	x, y, q := p.sources[0].summarize(k), p.sources[1].summarize(k), len(p.sources[0].values)
	const ofX, ofY, ownPairs, first = 0, 1, 2, 3
	if q > mostRanked {
		return &coefficient{width: q, fixed: manyRanks,
			rows: func(i int, c *count, to *row) {
				if of, ok := p.read(x, y, i, c, func(_, _ int32, _ float64) {}); ok {
					to.putAll(0, of.x.cells, 1)
					to.putAll(0, of.y.cells, 1)
				}
			},
			then: func(sum []float64) *coefficient { return p.crossOf(newRanks(sum)) }}
	}
	pairs, own := first+2*q, first+2*q+q*q
	at := func(from int, a, b int32) int { return from + int(min(a, b))*q + int(max(a, b)) }
	emptied, _ := p.emptied()
	co := &coefficient{width: own, work: float64(2 * q * q),
		rows: func(i int, c *count, to *row) {
			same := len(to.code)
			of, ok := p.read(x, y, i, c, func(a, b int32, times float64) { to.put(at(pairs, a, b), -times) })
			if !ok {
				to.code, to.weight = to.code[:same], to.weight[:same]
				return
			}
			by := (of.x.size + of.y.size) / of.different
			for j := range to.weight {
				to.weight[j] *= by
			}
			for j, k := range of.x.code {
				for l, h := range of.y.code {
					if k != h {
						to.put(at(pairs, k, h), by*of.x.weight[j]*of.y.weight[l])
					}
				}
			}
			to.put(ofX, of.x.size)
			to.put(ofY, of.y.size)
			to.putAll(first, of.x.cells, 1)
			to.putAll(first+q, of.y.cells, 1)
			to.crowd = p.people != nil
		},
		finish: func(x, _ []float64) (float64, reason) {
			both, a, b := make([]float64, q), newDense(q), newDense(q)
			copy(a.weight, x[first:])
			copy(b.weight, x[first+q:])
			for k := range both {
				both[k] = a.weight[k] + b.weight[k]
			}
			k, ofOne := newRanks(both), 0.0
			if p.people != nil {
				ofOne = k.over(x[own:])
			}
			return crossFrom(k.over(x[pairs:]), x[ofX], x[ofY], k.between(a.cells, b.cells), x[ownPairs], ofOne, k, q,
				emptied)
		}}
	if p.people == nil {
		return co
	}
	co.width += q * q
	cr := newCrowd(p.field, k, 0, p.people.rater, p.people.person[:]...)
	cr.fold = func(person int, columns []float64, times float64, to *row) {
		x, y := cr.of(0, person, columns), cr.of(1, person, columns)
		to.put(ownPairs, cr.size(x)*cr.size(y)*times*times)
		for j, k := range x.code {
			for l, h := range y.code {
				if k != h {
					to.put(at(own, k, h), x.weight[j]*y.weight[l]*times*times)
				}
			}
		}
	}
	co.crowd = cr
	return co
}

// correlation returns Pearson's correlation of item means. The covariance leaves out pairs of labels of an item by one
// person who is in both studies, as κ_x does.
func (p pair) correlation() (*coefficient, reason) {
	values := p.sources[0].values
	if len(p.items) < 2 {
		return nil, fewSharedItems
	}
	if why := squarable(values); why != "" {
		return nil, why
	}
	if _, others := p.emptied(); others < 2 {
		return nil, noOtherPeople
	}
	k := newMoments(values)
	x, y, spread := p.sources[0].summarize(k), p.sources[1].summarize(k), square(p.sources[0].spread())
	return &coefficient{width: 8, work: 8, copies: ratersAsCopies,
		rows: func(i int, c *count, to *row) {
			var ownX, ownY, ownXY float64
			of, ok := p.read(x, y, i, c, func(a, b int32, times float64) {
				ownX, ownY, ownXY = ownX+times*k.x[a], ownY+times*k.x[b], ownXY+times*k.x[a]*k.x[b]
			})
			if !ok {
				return
			}
			m, n, sumX, sumY := of.x.size, of.y.size, of.x.weight[1], of.y.weight[1]
			meanX, meanY := sumX/m, sumY/n
			// Means over the pairs by different people: of the product, and of the rating in each study.
			product := (sumX*sumY - ownXY) / of.different
			pairX, pairY := (n*sumX-ownX)/of.different, (m*sumY-ownY)/of.different
			for k, x := range []float64{1, meanX, meanY, meanX * meanX, meanY * meanY, product, pairX, pairY} {
				to.put(k, x)
			}
		},
		// If all means are equal, only rounding errors are left of the sums.
		finish: func(x, _ []float64) (float64, reason) {
			n := x[0]
			if n < 2 {
				return 0, fewSharedItems
			}
			mx, my := x[1]/n, x[2]/n
			xx, yy, xy := x[3]-x[1]*mx, x[4]-x[2]*my, x[5]-my*x[6]-mx*x[7]+n*mx*my
			if least := 1e-14 * n * spread; xx <= least || yy <= least {
				return 0, noMeanSpread
			}
			return xy / math.Sqrt(xx*yy), ""
		}}, ""
}

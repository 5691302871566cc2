package nonparam

import "concord/study"

// newHalves prepares the methods that draw from one study.
func newHalves(r *Ratings, k int, o KRaterOptions) (statistic, reason) {
	if r.largestItem() > mostDrawn {
		return nil, tooManyRatings
	}
	size, need := k, 2*k
	if o.Method == WithinItems {
		need = 2
		if k > mostDrawn {
			return nil, tooManyDrawn
		}
	} else if most := r.largestHalf(); k > most {
		size, need = most, 2*most
	}
	if size == 0 {
		return nil, noPairs
	}
	s, why := newSplit(r, k, float64(k)/float64(size), o.Aggregate)
	if why != "" {
		return nil, why
	}
	d := newDrawer(r.values, o)
	for i, m := range r.size {
		if int(m) < need {
			continue
		}
		d.load(r, i, 0)
		s.add(i, d, o.draws(), func() (aggregate, aggregate) {
			if o.Method == WithinItems {
				return d.of(d.replaced(0, size)), d.of(d.replaced(0, size))
			}
			both := d.distinct(0, 2*size)
			return d.of(both[:size]), d.of(both[size:])
		})
		s.ratings += int(m)
	}
	if len(s.item) < 2 {
		return nil, tooFewRatings
	}
	return s, ""
}

// largestHalf returns the largest h such that at least half of the items with two
// ratings have 2h.
func (r *Ratings) largestHalf() int {
	var items int
	count := map[int]int{}
	most := 0
	for _, m := range r.size {
		if m >= 2 {
			h := int(m) / 2
			items++
			count[h]++
			most = max(most, h)
		}
	}
	have := 0
	for h := most; h >= 1; h-- {
		if have += count[h]; 2*have >= items {
			return h
		}
	}
	return 0
}

func (r *Ratings) largestItem() float64 {
	m := 0.0
	for _, n := range r.size {
		m = max(m, n)
	}
	return m
}

// newReplications prepares aggregates of k ratings from each of two studies.
func newReplications(p pair, k int, o KRaterOptions) (statistic, reason) {
	if max(p.x.largestItem(), p.y.largestItem()) > mostDrawn {
		return nil, tooManyRatings
	}
	s, why := newSplit(p.x, k, 1, o.Aggregate)
	if why != "" {
		return nil, why
	}
	d := newDrawer(p.x.values, o)
	for _, at := range p.shared {
		x, y := int(at[0]), int(at[1])
		if int(p.x.size[x]) < k || int(p.y.size[y]) < k {
			continue
		}
		d.load(p.x, x, 0)
		d.load(p.y, y, 1)
		s.add(x, d, o.draws(), func() (aggregate, aggregate) {
			return d.of(d.distinct(0, k)), d.of(d.distinct(1, k))
		})
		s.ratings += int(p.x.size[x] + p.y.size[y])
	}
	if len(s.item) < 2 {
		return nil, tooFewRatings
	}
	return s, ""
}

// typicalAggregate returns the usual aggregate of a study's ratings: the majority for labels without order or with the
// nominal distance, and otherwise the mean.
func (r *Ratings) typicalAggregate(d Distance) Aggregate {
	if d == Nominal || r.table != nil && r.table.Kind() == study.Nominal {
		return Majority
	}
	return Mean
}

// newTypicalHalves prepares the reliability of the aggregate that a study has, of the
// median number of ratings per item.
func newTypicalHalves(r *Ratings, d Distance) (statistic, reason) {
	o := KRaterOptions{Aggregate: r.typicalAggregate(d)}
	items, below, k := 0, 0, 0
	count := map[int]int{}
	most := int(r.largestItem())
	for _, m := range r.size {
		if m >= 2 {
			items++
			count[int(m)]++
		}
	}
	if items == 0 {
		return nil, noPairs
	}
	if most > mostDrawn {
		return nil, tooManyRatings
	}
	for k = 2; 2*(below+count[k]) < items; k++ {
		below += count[k]
	}
	return newHalves(r, k, o)
}

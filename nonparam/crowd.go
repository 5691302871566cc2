package nonparam

import (
	"slices"
)

// crowd is the distributions of the ratings of people. A person's part of the sums is no sum over items. A person has
// columns in each study: summaries of the ratings there, of the codes that occur.
type crowd struct {
	kernel
	column [2][]int32 // by source and rating: its column, or the first of three; −1: of nobody
	begin  [2][]int   // the columns of person k in a source are begin[k]:begin[k+1]
	code   []int32    // of each column
	person []int32    // of each column
	rater  []int32    // of each person, among the raters of source at
	at     int
	codes  [2]func(rating int) int32
	// fold adds to the sum what a person adds, given the columns and how often the person counts.
	fold func(person int, own []float64, times float64, to *row)
	// slopes returns the slopes of the columns from the sum's slopes; nil: there is no standard error.
	slopes func(own, slope []float64) []float64
}

// newCrowd lays out the columns. Person returns the person of a rating of each source, −1 for nobody.
func newCrowd(f *field, k kernel, at int, rater []int32, person ...[]int32) *crowd {
	cr := &crowd{kernel: k, rater: rater, at: at}
	for s, of := range person {
		if of == nil {
			continue
		}
		r := f.sources[s].Ratings
		cr.codes[s] = r.codeOf
		cr.layOut(s, of, len(r.values))
	}
	return cr
}

// layOut makes the columns of a source, in ascending order of the codes of each person.
func (cr *crowd) layOut(side int, person []int32, values int) {
	_, small := cr.kernel.(moments)
	cr.column[side] = slices.Repeat([]int32{-1}, len(person))
	by := make([][]int32, len(cr.rater)) // ratings of each person
	for t, k := range person {
		if k >= 0 {
			by[k] = append(by[k], int32(t))
		}
	}
	column := make([]int32, values) // of a code, of this person
	cr.begin[side] = []int{len(cr.code)}
	for k, own := range by {
		from := len(cr.code)
		if small {
			cr.code = append(cr.code, 0, 1, 2)
		} else {
			for _, t := range own {
				cr.code = append(cr.code, cr.codes[side](int(t)))
			}
			slices.Sort(cr.code[from:])
			cr.code = cr.code[:from+len(slices.Compact(cr.code[from:]))]
			for at, c := range cr.code[from:] {
				column[c] = int32(from + at)
			}
		}
		for _, t := range own {
			if cr.column[side][t] = int32(from); !small {
				cr.column[side][t] = column[cr.codes[side](int(t))]
			}
		}
		for range cr.code[from:] {
			cr.person = append(cr.person, int32(k))
		}
		cr.begin[side] = append(cr.begin[side], len(cr.code))
	}
}

// add adds a rating to its columns and returns its person, −1 for nobody.
func (cr *crowd) add(own []float64, side, rating int, by float64) int32 {
	if cr.column[side] == nil {
		return -1
	}
	at := cr.column[side][rating]
	if at < 0 {
		return -1
	}
	own[at] += by
	if m, small := cr.kernel.(moments); small {
		x := m.x[cr.codes[side](rating)]
		own[at+1] += by * x
		own[at+2] += by * x * x
	}
	return cr.person[at]
}

// slope returns the slope of a rating, given the slopes of the columns.
func (cr *crowd) slope(ofColumn []float64, side, rating int) float64 {
	at := cr.column[side][rating]
	if at < 0 {
		return 0
	}
	if m, small := cr.kernel.(moments); small {
		x := m.x[cr.codes[side](rating)]
		return ofColumn[at] + ofColumn[at+1]*x + ofColumn[at+2]*x*x
	}
	return ofColumn[at]
}

// of returns the ratings of a person in a study.
func (cr *crowd) of(side, person int, own []float64) cells {
	from, to := cr.begin[side][person], cr.begin[side][person+1]
	return cells{cr.code[from:to], own[from:to]}
}

// size returns the number of ratings in a summary.
func (cr *crowd) size(c cells) float64 {
	if _, small := cr.kernel.(moments); small {
		return c.weight[0]
	}
	return total(c.weight)
}

// restore gives a person back the columns that there were.
func (cr *crowd) restore(own, were []float64, person int) {
	for side := range cr.begin {
		if cr.begin[side] != nil {
			from, to := cr.begin[side][person], cr.begin[side][person+1]
			copy(own[from:to], were[from:to])
		}
	}
}

// slopeOf returns the slope of a column, given the slopes of the pairs with the other study's ratings and of their
// disagreement.
func (cr *crowd) slopeOf(side, at int, other cells, n, ofPairs, ofDisagreement float64) float64 {
	if _, small := cr.kernel.(moments); small {
		by, _ := cr.potential(3, other)
		if cr.code[at] == 0 {
			return ofPairs*n + ofDisagreement*by[0]
		}
		return ofDisagreement * by[cr.code[at]]
	}
	own := cells{cr.code[at : at+1], []float64{1}}
	if side == 0 {
		return ofPairs*n + ofDisagreement*cr.between(own, other)
	}
	return ofPairs*n + ofDisagreement*cr.between(other, own)
}

// byRater returns 1 − d_o/d_e with d_e over pairs of ratings by different raters. There is no SE; take the jackknife.
//
// Conger's (1980) kappa is of any number of raters: chance agreement follows from the distributions of two different
// raters, averaged over pairs of raters. Missing ratings are handled as by Gwet (2014): each rater's distribution is
// over the items that the rater rated.
//
// Iota is of Janson and Olsson (2001) for one variable: each rating has the same weight, and an item with one rating
// none. With missing ratings, over the N ratings of items with m_i ≥ 2 ratings, n_r of them by rater r,
//
//	d_o = Σ (m_i/N) 2SS_i/(m_i−1),  d_e = (2N·SST − Σ 2n_r SS_r)/(N² − Σ n_r²)
//
// and likewise for other distances. Without missing ratings it is the coefficient of these authors.
func (s scope) byRater(d Distance, c Coefficient) (*coefficient, reason) {
	byRatings := c == IotaName
	if why := s.needRaters(); why != "" {
		return nil, why
	}
	k, why := d.kernel(s.values, nil)
	if why != "" {
		return nil, why
	}
	own, q := s.summarize(k), len(s.values)
	const items, observed, n, nSame, same, ofForm, first = 0, 1, 2, 3, 4, 5, 6
	dim := k.dim(q)
	raters := make([]int32, len(s.raters))
	for r := range raters {
		raters[r] = int32(r)
	}
	persons := make([][]int32, s.own+1)
	persons[s.own] = s.rater
	crowd := newCrowd(s.field, k, s.own, raters, persons...)
	crowd.fold = func(person int, columns []float64, times float64, to *row) {
		c := crowd.of(s.own, person, columns)
		size, by := crowd.size(c), times
		if size < 0.5 { // whole numbers
			return
		}
		within := k.within(c)
		if !byRatings {
			by, within, size = times/size, within/(size*size), 1
		}
		to.put(n, times*size)
		to.put(nSame, square(times*size))
		to.put(same, times*times*within)
		to.putAll(first, c, by)
	}
	return &coefficient{width: first + dim, forms: []form{newForm(k, first, first, dim)}, crowd: crowd,
		work: (2 + s.total/float64(len(s.Ratings.items))) * effort(k, q) * 2,
		rows: func(i int, c *count, to *row) {
			g := c.read(own, s.own, s.place(i), 0)
			if g.size <= 0 || !s.present(c, i) {
				return
			}
			if g.pairs > 0 {
				by := 1.0
				if byRatings {
					by = g.size
				}
				to.put(items, by)
				to.put(observed, by*k.within(g.cells)/g.pairs)
			}
			to.crowd = g.pairs > 0 || !byRatings
		},
		finish: func(x, _ []float64) (float64, reason) {
			pairs := x[n]*x[n] - x[nSame]
			switch {
			case x[items] < 0.5:
				return 0, noPairs
			case pairs <= 1e-9:
				return 0, oneRater
			}
			expected := x[ofForm] - x[same]
			if !positive(expected, x[n]*x[n], k, q) || expected <= 1e-12*x[same] {
				return 0, noVariation
			}
			return 1 - x[observed]/x[items]/(expected/pairs), ""
		}}, ""
}

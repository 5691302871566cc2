package nonparam

// chance says how agreement by chance is defined.
type chance int

const (
	byNothing    chance = iota // percent agreement
	byProportion               // Fleiss
	byCategories               // Brennan-Prediger
	byDifficulty               // Gwet's AC
)

// byChance returns the coefficient of Gwet's family of a name. Kappa adjusted for prevalence and bias (Byrt, Bishop and
// Carlin 1993) is 2p_o − 1 for two categories. For any number of categories and raters it is the unweighted coefficient
// of Brennan and Prediger.
func (s scope) byChance(d Distance, c Coefficient) (*coefficient, reason) {
	switch c {
	case PercentAgreementName:
		return s.gwet(d, byNothing)
	case FleissKappaName:
		return s.gwet(d, byProportion)
	case GwetACName:
		return s.gwet(d, byDifficulty)
	case PABAKName:
		d = Nominal
	}
	return s.gwet(d, byCategories)
}

// gwet returns a coefficient of Gwet's family: 1 − d_o/d_e with d_o the mean over items of their mean pairwise
// disagreement, and d_e = 1 − p_e in the same unit.
//
// Percent agreement is the share of agreeing pairs of ratings of an item, averaged over the items with at least two
// ratings. Disagreement counts in proportion to the largest distance between two categories. Fleiss' (1971) kappa
// allows any number of ratings per item, with missing ratings as in Gwet (2014). Its p_e is Σ w_kl π_k π_l, where π
// averages the items' shares of each category. With T_w the sum of the agreement weights, Gwet's (2008) AC1 (AC2 for a
// distance other than Nominal) has p_e = T_w Σ π_k(1−π_k)/[q(q−1)]. Brennan and Prediger (1981) have p_e = T_w/q². SE
// is Gwet's (2014) linearisation over items, given the raters. It holds the share of the items with two ratings.
func (s scope) gwet(d Distance, by chance) (*coefficient, reason) {
	k, why := d.kernel(s.values, nil)
	if why != "" {
		return nil, why
	}
	q := len(s.values)
	if by != byNothing && q < 2 {
		return nil, oneCategory
	}
	own, largest := s.summarize(k), k.largest(q)
	if largest == 0 {
		largest = 1 // one category: nothing disagrees
	}
	all := newDense(q)
	for k := range all.weight {
		all.weight[k] = 1
	}
	qf := float64(q)
	weight := qf*qf - k.within(k.summary(cells{}, all.cells))/largest // T_w
	shares := own
	if by == byDifficulty {
		shares = s.summarize(nominal{})
	}
	const items, pairable, observed, ofForm, first = 0, 1, 2, 3, 4
	co := &coefficient{width: first - 1, smooth: true, work: effort(shares.kernel, q)}
	if by == byProportion || by == byDifficulty {
		dim := shares.dim(q)
		co.forms, co.width = []form{newForm(shares.kernel, first, first, dim)}, first+dim
	}
	co.rows = func(i int, c *count, to *row) {
		at := s.place(i)
		g := c.read(own, s.own, at, 0)
		if g.size <= 0 || !s.present(c, i) {
			return
		}
		to.put(items, 1)
		if g.pairs > 0 {
			to.put(pairable, 1)
			to.put(observed, own.within(g.cells)/g.pairs)
		}
		if co.forms != nil {
			if shares != own {
				g.cells = c.read(shares, s.own, at, 1).cells
			}
			to.putAll(first, g.cells, 1/g.size)
		}
	}
	co.finish = func(x, at []float64) (float64, reason) {
		n, expected := x[items], largest
		switch {
		case x[pairable] == 0:
			return 0, noPairs
		case by == byProportion && !positive(x[ofForm], n*n, k, q):
			return 0, noVariation
		case by == byProportion:
			expected = x[ofForm] / (n * n)
		case by == byCategories:
			expected = largest * (1 - weight/(qf*qf))
		case by == byDifficulty:
			expected = largest * (1 - weight*x[ofForm]/(n*n)/(qf*(qf-1)))
		}
		if at != nil {
			return at[items] / at[pairable] * (x[pairable] - x[observed]/expected) / n, ""
		}
		return 1 - x[observed]/x[pairable]/expected, ""
	}
	return co, ""
}

// alpha returns Krippendorff's alpha (2011),
//
//	α = 1 − (n−1) Σ o_ck δ² / Σ n_c n_k δ²
//
// over the items with at least two ratings, o the coincidences and n_c their margins. SE is Gwet's (2014) linearisation
// over items, given the raters, with n for n−1. The ordinal distance has none, because it depends on the margins.
func (s scope) alpha(d Distance) (*coefficient, reason) {
	if d == Ordinal {
		return s.alphaOfRanks(), ""
	}
	k, why := d.kernel(s.values, nil)
	if why != "" {
		return nil, why
	}
	return s.alphaOf(k), ""
}

func (s scope) alphaOf(k kernel) *coefficient {
	own, q := s.summarize(k), len(s.values)
	const observed, ratings, ofForm, first = 0, 1, 2, 3
	dim := k.dim(q)
	return &coefficient{width: first + dim, forms: []form{newForm(k, first, first, dim)}, smooth: true,
		work: effort(k, q),
		rows: func(i int, c *count, to *row) {
			if g := c.read(own, s.own, s.place(i), 0); g.pairs > 0 && s.present(c, i) {
				to.put(observed, g.size*k.within(g.cells)/g.pairs)
				to.put(ratings, g.size)
				to.putAll(first, g.cells, 1)
			}
		},
		finish: func(x, at []float64) (float64, reason) {
			n := x[ratings]
			if at == nil {
				n--
			}
			return alphaFrom(x[observed], x[ratings], n, x[ofForm], k, q)
		}}
}

// alphaFrom returns alpha from Σ m_i·(mean disagreement of item i), Σ m_i, that number less one, and the disagreement
// of all ratings.
func alphaFrom(observed, ratings, less, expected float64, k kernel, q int) (float64, reason) {
	if ratings == 0 {
		return 0, noPairs
	}
	if !positive(expected, ratings*ratings, k, q) {
		return 0, noVariation
	}
	return 1 - less*observed/expected, ""
}

// alphaOfRanks is alpha of ranks, which change with every item. It is a function of the numbers of pairs of values
// within items or, if there are many values, needs a second pass.
func (s scope) alphaOfRanks() *coefficient {
	own, q := s.summarize(nominal{}), len(s.values)
	read := func(i int, c *count) (group, bool) {
		g := c.read(own, s.own, s.place(i), 0)
		return g, g.pairs > 0 && s.present(c, i)
	}
	if q > mostRanked {
		return &coefficient{width: q, fixed: manyRanks,
			rows: func(i int, c *count, to *row) {
				if g, ok := read(i, c); ok {
					to.putAll(0, g.cells, 1)
				}
			},
			then: func(sum []float64) *coefficient { return s.alphaOf(newRanks(sum)) }}
	}
	return &coefficient{width: 1 + q + q*q, work: float64(2 * q * q),
		rows: func(i int, c *count, to *row) {
			g, ok := read(i, c)
			if !ok {
				return
			}
			to.put(0, g.size)
			to.putAll(1, g.cells, 1)
			for j, k := range g.code {
				for l, h := range g.code[:j] {
					to.put(1+q+int(h)*q+int(k), 2*g.weight[j]*g.weight[l]*g.size/g.pairs)
				}
			}
		},
		finish: func(x, _ []float64) (float64, reason) {
			margin := newDense(q)
			copy(margin.weight, x[1:])
			k := newRanks(margin.weight)
			return alphaFrom(k.over(x[1+q:]), x[0], x[0]-1, k.within(margin.cells), k, q)
		}}
}

// mostRanked is the number of values up to which an ordinal coefficient is computed from the numbers of pairs of
// values, which are as many as its square.
const mostRanked = 48

// over returns the sum of the squared differences of ranks over numbers of pairs of values, the smaller one first.
func (rk ranks) over(pairs []float64) float64 {
	s, q := 0.0, len(rk.x)
	for h := range q {
		for k, n := range pairs[h*q+h : (h+1)*q] {
			s += n * square(rk.x[h]-rk.x[h+k])
		}
	}
	return s
}

// mostSpecific is the number of categories that have an agreement each.
const mostSpecific = 50

// specific returns the agreement on a category. For two raters it is the share 2n_kk/(n_k+ + n_+k) of the ratings k
// that the other rater shares (Dice 1945). For two categories these are positive and negative agreement (Cicchetti and
// Feinstein 1990). For more raters it is the share of such pairs of ratings of an item (Uebersax 1982),
//
//	p_k = Σ_i n_ik(n_ik − 1) / Σ_i n_ik(n_i − 1).
func (s scope) specific(code int32) *coefficient {
	all := s.summarize(nominal{})
	return &coefficient{width: 2, work: 1,
		rows: func(i int, c *count, to *row) {
			at := s.place(i)
			g := c.read(all, s.own, at, 0)
			n := 0.0
			for j, k := range g.code {
				if k == code {
					n = g.weight[j]
				}
			}
			if n == 0 || g.pairs <= 0 {
				return
			}
			copies := n // pairs of a rating of the category with itself
			if times := c.times[s.own]; times != nil {
				copies = 0
				for t := s.first[at]; t < s.first[at+1]; t++ {
					if s.codeOf(t) == code {
						copies += square(times[s.rater[t]])
					}
				}
			}
			to.put(0, n*n-copies)
			to.put(1, n*g.size-copies)
		},
		finish: func(x, _ []float64) (float64, reason) {
			if x[1] < 0.5 { // whole numbers
				return 0, noSuchPair
			}
			return x[0] / x[1], ""
		}}
}

package nonparam

import "math"

// ofTwoRaters returns the coefficient of two raters of a name.
func (s scope) ofTwoRaters(d Distance, c Coefficient) (*coefficient, reason) {
	switch c {
	case CohenKappaName:
		return s.cohen(d)
	case ScottPiName:
		return s.scott(d)
	case LinCCCName:
		return s.lin()
	case KappaMaxName:
		return s.kappaMax()
	case KappaOverMaxName:
		return s.kappaOverMax()
	case PrevalenceIndexName:
		return s.prevalence()
	}
	return s.bias()
}

// joint is the codes that the first and the second rater gave to an item; −1 if there is not exactly one of each.
type joint struct{ first, second int32 }

// joints returns the pairs of ratings of two raters, or why there are none.
func (s scope) joints() ([]joint, reason) {
	if why := s.needRaters(); why != "" && why != oneRater {
		return nil, why
	}
	if len(s.raters) != 2 {
		return nil, notTwoRaters
	}
	pairs, none := make([]joint, len(s.field.items)), true
	for i := range pairs {
		at := s.place(i)
		t := s.first[at]
		if s.first[at+1]-t != 2 || s.rater[t] == s.rater[t+1] {
			pairs[i] = joint{-1, -1}
			continue
		}
		none = false
		if pairs[i] = (joint{s.codeOf(t), s.codeOf(t + 1)}); s.rater[t] > s.rater[t+1] {
			pairs[i] = joint{pairs[i].second, pairs[i].first}
		}
	}
	if none {
		return nil, noJointItems
	}
	return pairs, ""
}

// cohen returns Cohen's (1960) kappa of exactly two raters over the items that both rated, weighted (Cohen 1968) by the
// distance. SE is by Fleiss, Cohen and Everitt (1969) for κ ≠ 0, which are the influences without n/(n−1).
func (s scope) cohen(d Distance) (*coefficient, reason) {
	k, why := d.kernel(s.values, nil)
	if why != "" {
		return nil, why
	}
	pairs, why := s.joints()
	q := len(s.values)
	const items, observed, ofForm, first = 0, 1, 2, 3
	dim := k.dim(q)
	return &coefficient{width: first + 2*dim, forms: []form{newForm(k, first, first+dim, dim)}, smooth: true,
		exact: true, copies: fixedRaters, fixed: fixedRaters,
		rows: func(i int, _ *count, to *row) {
			if p := pairs[i]; p.first >= 0 {
				a, b := one(k, p.first), one(k, p.second)
				to.put(items, 1)
				to.put(observed, k.between(a, b))
				to.putAll(first, a, 1)
				to.putAll(first+dim, b, 1)
			}
		},
		finish: func(x, _ []float64) (float64, reason) {
			n := x[items]
			if n == 0 {
				return 0, noJointItems
			}
			expected := x[ofForm] / (n * n)
			if !positive(expected, 1, k, q) {
				return 0, noVariation
			}
			return 1 - x[observed]/n/expected, ""
		}}, why
}

// lin returns Lin's (1989) coefficient of concordance of two raters over the items that both rated,
//
//	ρ_c = 2s_xy / (s_x² + s_y² + (x̄ − ȳ)²),   s with the divisor n,
//
// and for more raters the ratio of the sums of both sides over pairs of raters (Barnhart, Haber and Song 2002, King and
// Chinchilli 2001). This is Conger's kappa with the squared distance. For two raters it is Cohen's kappa with that
// distance, and SE is Lin's (1989, corrected 2000), which assumes normally distributed ratings. For more raters there
// is none.
func (s scope) lin() (*coefficient, reason) {
	if len(s.raters) != 2 {
		return s.byRater(Quadratic, CongerKappaName)
	}
	co, why := s.cohen(Quadratic)
	if why != "" {
		return nil, why
	}
	co.se = func(sum []float64) (float64, bool) {
		n := sum[0]
		if n < 3 {
			return 0, false
		}
		mx, my := sum[4]/n, sum[7]/n
		xx, yy := sum[5]/n-mx*mx, sum[8]/n-my*my
		xy := (xx + yy - sum[1]/n + square(mx-my)) / 2
		if min(xx, yy, math.Abs(xy)) <= 1e-14*square(s.spread()) { // rounding
			return 0, false
		}
		r, rho := xy/math.Sqrt(xx*yy), 2*xy/(xx+yy+square(mx-my))
		u2 := square(mx-my) / math.Sqrt(xx*yy)
		variance := (1-r*r)*rho*rho*(1-rho*rho)/(r*r) + 2*rho*rho*rho*(1-rho)*u2/r - square(rho*rho*u2)/(2*r*r)
		return math.Sqrt(max(0, variance) / (n - 2)), variance > 0
	}
	return co, ""
}

// scott returns Scott's (1955) pi of exactly two raters over the items that both rated. This is Fleiss' kappa of those
// ratings. SE is Gwet's.
func (s scope) scott(d Distance) (*coefficient, reason) {
	pairs, why := s.joints()
	if why != "" {
		return nil, why
	}
	co, why := s.gwet(d, byProportion)
	if why != "" {
		return nil, why
	}
	co.copies, co.fixed = fixedRaters, fixedRaters
	ofAll := co.rows
	co.rows = func(i int, c *count, to *row) {
		if pairs[i].first >= 0 {
			ofAll(i, c, to)
		}
	}
	return co, ""
}

// ofTable returns a coefficient of the table of two raters' categories. It needs the number of items, how often each
// rater gave each category, and on how many items they agree.
func (s scope) ofTable(
	twoCategories bool, of func(n, equal float64, first, second []float64) (float64, reason),
) (*coefficient, reason) {
	pairs, why := s.joints()
	q := len(s.values)
	switch {
	case why != "":
		return nil, why
	case twoCategories && q != 2:
		return nil, notTwoCategories
	}
	return &coefficient{width: 2 + 2*q, copies: fixedRaters, fixed: fixedRaters,
		rows: func(i int, _ *count, to *row) {
			p := pairs[i]
			if p.first < 0 {
				return
			}
			to.put(0, 1)
			if p.first == p.second {
				to.put(1, 1)
			}
			to.put(2+int(p.first), 1)
			to.put(2+q+int(p.second), 1)
		},
		finish: func(x, _ []float64) (float64, reason) {
			if x[0] == 0 {
				return 0, noJointItems
			}
			return of(x[0], x[1], x[2:2+q], x[2+q:])
		}}, ""
}

// kappaMax returns the largest value that Cohen's kappa can have if the raters use the categories as often as they do
// (Cohen 1960): (Σ min(p_k, q_k) − p_e)/(1 − p_e).
func (s scope) kappaMax() (*coefficient, reason) {
	return s.ofTable(false, func(n, _ float64, first, second []float64) (float64, reason) {
		chance, most, why := ofMargins(n, first, second)
		return (most - chance) / (n - chance), why
	})
}

// kappaOverMax returns Cohen's kappa, unweighted, over the largest (Sim and Wright 2005).
func (s scope) kappaOverMax() (*coefficient, reason) {
	return s.ofTable(false, func(n, equal float64, first, second []float64) (float64, reason) {
		chance, most, why := ofMargins(n, first, second)
		if why == "" && !(most-chance > 1e-12*n) {
			why = noMost
		}
		return (equal - chance) / (most - chance), why
	})
}

// ofMargins returns the number of items on which the raters agree by chance, and at most.
func ofMargins(n float64, first, second []float64) (chance, most float64, why reason) {
	for k, p := range first {
		chance += p / n * second[k]
		most += min(p, second[k])
	}
	if !(n-chance > 1e-12*n) {
		why = noVariation
	}
	return chance, most, why
}

// prevalence returns (a − d)/n (Byrt, Bishop and Carlin 1993): how much more often two raters agree on the positive, or
// the larger, of two categories than on the other.
func (s scope) prevalence() (*coefficient, reason) {
	return s.ofTable(true, func(n, _ float64, first, second []float64) (float64, reason) {
		return (first[1] + second[1] - n) / n, "" // first + second is 2a + b + c
	})
}

// bias returns (b − c)/n (Byrt, Bishop and Carlin 1993): how much more often the first of two raters gives the
// positive, or the larger, of two categories.
func (s scope) bias() (*coefficient, reason) {
	return s.ofTable(true, func(n, _ float64, first, second []float64) (float64, reason) {
		return (first[1] - second[1]) / n, ""
	})
}

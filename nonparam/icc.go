package nonparam

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// icc is an intraclass correlation of McGraw and Wong (1996) for a single rating or for the mean of an item's ratings.
//
// The one-way forms allow unequal numbers of ratings, with k₀ = (N − Σm_i²/N)/(n−1) for their number. They then have no
// limits. The two-way forms need each rater to have rated each item once. ICC(C,k) is Cronbach's alpha.
type icc struct {
	form    Coefficient
	twoWay  bool
	unequal bool // numbers of ratings
	squares func(sum []float64) (squaresOf, reason)
}

// intraclass returns an intraclass correlation. With fixedK, a reliability of means is for the actual number of
// ratings, even without some of them.
func (s scope) intraclass(form Coefficient, fixedK bool) (*coefficient, reason) {
	if why := squarable(s.values); why != "" {
		return nil, why
	}
	if len(s.field.items) < 2 {
		return nil, oneItem
	}
	m := newMoments(s.values)
	co, why := &coefficient{copies: ratersAsCopies}, reason("")
	if form == ICC1Name || form == ICC1kName {
		s.oneWay(co, m)
	} else {
		why = s.twoWay(co, m)
	}
	co.icc.form = form
	for i := range s.field.items {
		co.icc.unequal = co.icc.unequal || s.size[s.place(i)] != s.size[s.place(0)]
	}
	co.finish = func(x, _ []float64) (float64, reason) {
		sq, why := co.icc.squares(x)
		if why != "" {
			return 0, why
		}
		return sq.value(form)
	}
	if why != "" || !fixedK || form != ICC1kName {
		return co, why
	}
	all, why := co.icc.squares(newEngine(co, s.field, nil).total)
	co.finish = func(x, _ []float64) (float64, reason) {
		sq, why := co.icc.squares(x)
		if why != "" {
			return 0, why
		}
		v, why := sq.value(ICC1Name)
		return steppedUp(v, all.k, why)
	}
	return co, why
}

// oneWay sets the rows and the mean squares between and within items.
func (s scope) oneWay(co *coefficient, k moments) {
	own, span := s.summarize(k), square(s.spread())
	const items, ratings, sizes, sum, between, within = 0, 1, 2, 3, 4, 5
	co.width, co.work = 6, 10
	co.rows = func(i int, c *count, to *row) {
		g := c.read(own, s.own, s.place(i), 0)
		if g.size <= 0 || !s.present(c, i) {
			return
		}
		x := g.weight[1]
		for k, x := range []float64{1, g.size, g.size * g.size, x, x * x / g.size, max(0, g.weight[2]-x*x/g.size)} {
			to.put(k, x)
		}
	}
	co.icc = &icc{squares: func(x []float64) (squaresOf, reason) {
		n, m := x[items], x[ratings]
		if n < 2 {
			return squaresOf{}, oneItem
		}
		if m <= n {
			return squaresOf{}, noPairs
		}
		ofItems, rounding := max(0, x[between]-square(x[sum])/m), 1e-14*m*span // what is left if all are equal
		if ofItems+x[within] <= rounding {
			return squaresOf{}, noVariation
		}
		if ofItems <= rounding {
			ofItems = 0
		}
		return squaresOf{n: n, k: (m - x[sizes]/m) / (n - 1), r: ofItems / (n - 1), w: x[within] / (m - n)}, ""
	}}
}

// twoWay sets the rows and the mean squares of complete data: of items, of raters from the sums of their deviations
// from the means of items, and of the rest. It says why the data are not complete.
func (s scope) twoWay(co *coefficient, m moments) reason {
	co.icc, co.fixed = &icc{twoWay: true}, incomplete
	if why := s.needRaters(); why != "" {
		return why
	}
	k, span := len(s.raters), square(s.spread())
	kf := float64(k)
	const items, sum, between, within, first = 0, 1, 2, 3, 4
	co.width = first + k
	grid := make([][]float64, len(s.field.items))
	for i := range grid {
		at := s.place(i)
		grid[i] = slices.Repeat([]float64{math.NaN()}, k)
		for t := s.first[at]; t < s.first[at+1]; t++ {
			grid[i][s.rater[t]] = m.x[s.codeOf(t)]
		}
		if s.size[at] != kf || math.IsNaN(total(grid[i])) {
			return notComplete
		}
	}
	co.rows = func(i int, _ *count, to *row) {
		mean, deviations := total(grid[i])/kf, 0.0
		for j, x := range grid[i] {
			to.put(first+j, x-mean)
			deviations += square(x - mean)
		}
		to.put(items, 1)
		to.put(sum, mean)
		to.put(between, mean*mean)
		to.put(within, deviations)
	}
	co.icc.squares = func(x []float64) (squaresOf, reason) {
		n := x[items]
		if n < 2 {
			return squaresOf{}, oneItem
		}
		sq := squaresOf{n: n, k: kf, r: kf * max(0, x[between]-square(x[sum])/n), w: x[within]}
		for _, d := range x[first:] {
			sq.c += d * d / n
		}
		sq.e = max(0, sq.w-sq.c)
		if sq.r+sq.w <= 1e-14*n*kf*span {
			return sq, noVariation
		}
		if sq.r <= 1e-14*n*kf*span {
			sq.r = 0
		}
		rounding := max(1e-14*sq.w, 1e-20*n*kf*span)
		for _, of := range []*float64{&sq.c, &sq.e} {
			if *of <= rounding {
				*of = 0
			}
		}
		sq.r /= n - 1
		sq.c /= kf - 1
		sq.e /= (n - 1) * (kf - 1)
		sq.w /= n * (kf - 1)
		return sq, ""
	}
	return ""
}

// spread returns the range of the values.
func (r *Ratings) spread() float64 { return r.values[len(r.values)-1] - r.values[0] }

// limits returns the F limits, or the reason why there are none.
func (ic *icc) limits(sum []float64, level float64) (*Limits, reason) {
	if ic.unequal {
		return nil, sizesDiffer
	}
	s, why := ic.squares(sum)
	if why != "" {
		return nil, why
	}
	lower, upper := s.limits(ic.form, level)
	if !finite(lower, upper) {
		return nil, noLimits
	}
	if lower > upper { // by rounding, where the items do not vary
		lower, upper = upper, lower
	}
	return &Limits{Lower: lower, Upper: upper, Level: level, Method: "f"}, ""
}

func wrongLevel(level float64) error {
	return fmt.Errorf("nonparam: the level of an interval must lie between 0 and 1, not %v", level)
}

// SpearmanBrown returns the reliability of the mean of k ratings if one rating has the given reliability (Spearman
// 1910, Brown 1910): kρ/[1+(k−1)ρ]. k may be a fraction. It panics if k is not positive.
func SpearmanBrown(reliability, k float64) float64 {
	if !(k > 0) {
		panic("nonparam: k must be positive")
	}
	return k * reliability / (1 + (k-1)*reliability)
}

// steppedUp is SpearmanBrown of a reliability for which it exists.
func steppedUp(reliability, k float64, why reason) (float64, reason) {
	switch {
	case why != "":
		return 0, why
	case k > 1 && reliability <= -1/(k-1):
		return 0, notReliable
	}
	return SpearmanBrown(reliability, k), ""
}

// squaresOf are the mean squares of an analysis of variance of n items and k raters.
type squaresOf struct {
	n, k       float64
	r, c, e, w float64 // between items, between raters, residual, within items
}

// value returns the coefficient. It is undefined if the estimated variance of the ratings, or of their means, is not
// positive.
func (sq squaresOf) value(c Coefficient) (float64, reason) {
	noise := sq.e
	if c == ICC1Name || c == ICC1kName {
		noise = sq.w
	}
	variance := sq.r
	switch c {
	case ICC1Name, ICCC1Name:
		variance = sq.r + (sq.k-1)*noise
	case ICCA1Name:
		variance = sq.r + (sq.k-1)*sq.e + sq.k*(sq.c-sq.e)/sq.n
	case ICCAkName:
		variance = sq.r + (sq.c-sq.e)/sq.n
	}
	// A difference that is 0 but for rounding is no variance.
	const rounding = 1e-13
	switch {
	case variance > rounding*(sq.r+sq.k*(noise+sq.c)):
		return (sq.r - noise) / variance, ""
	case sq.r == 0:
		return 0, noItemSpread
	}
	return 0, noVariance
}

// limits returns the confidence limits of McGraw and Wong (1996, Table 7). They are not finite if there are none.
func (sq squaresOf) limits(c Coefficient, level float64) (lower, upper float64) {
	n, k := sq.n, sq.k
	p := 1 - (1-level)/2
	quantile := func(df1, df2 float64) float64 { return distuv.F{D1: df1, D2: df2}.Quantile(p) }
	switch c {
	case ICC1Name, ICC1kName, ICCC1Name, ICCCkName:
		noise, df2 := sq.w, n*(k-1)
		if c == ICCC1Name || c == ICCCkName {
			noise, df2 = sq.e, (n-1)*(k-1)
		}
		f := sq.r / noise
		low, high := f/quantile(n-1, df2), f*quantile(df2, n-1)
		if c == ICC1kName || c == ICCCkName {
			return 1 - 1/low, 1 - 1/high
		}
		return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)
	}
	// The average's limits are Spearman-Brown images of the single rating's.
	rho, _ := sq.value(ICCA1Name)
	a := k * rho / (n * (1 - rho))
	b := 1 + k*rho*(n-1)/(n*(1-rho))
	v := square(a*sq.c+b*sq.e) / (square(a*sq.c)/(k-1) + square(b*sq.e)/((n-1)*(k-1)))
	if !(v > 0 && finite(v)) {
		return math.NaN(), math.NaN() // no degrees of freedom are left
	}
	f1, f2 := quantile(n-1, v), quantile(v, n-1)
	rest := k*sq.c + (k*n-k-n)*sq.e
	lower = n * (sq.r - f1*sq.e) / (f1*rest + n*sq.r)
	upper = n * (f2*sq.r - sq.e) / (rest + n*f2*sq.r)
	if c == ICCAkName {
		if lower <= -1/(k-1) {
			return math.Inf(-1), SpearmanBrown(upper, k) // the lower limit is behind the pole
		}
		return SpearmanBrown(lower, k), SpearmanBrown(upper, k)
	}
	return lower, upper
}

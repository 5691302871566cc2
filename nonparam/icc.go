package nonparam

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// ICC returns an intraclass correlation of McGraw and Wong (1996), one of [ICC1Name],
// [ICCA1Name], [ICCC1Name] for a single rating and [ICC1kName], [ICCAkName], [ICCCkName]
// for the mean of an item's ratings, with F limits at the level, such as 0.95.
//
// The one-way forms allow unequal numbers of ratings, with k₀ = (N − Σm_i²/N)/(n−1) for their number. They then have no
// limits. The two-way forms need each rater to have rated each item once. ICC(C,k) is Cronbach's alpha. Another
// coefficient, or a level that is not between 0 and 1, is an error.
func ICC(r *Ratings, c Coefficient, level float64) (Estimate, error) {
	if !c.intraclass() {
		return Estimate{}, fmt.Errorf("nonparam: %q is not an intraclass correlation", c)
	}
	if !(level > 0 && level < 1) {
		return Estimate{}, wrongLevel(level)
	}
	e, st, why := prepareSingle(c, r, nil)
	if why == "" {
		why = finish(&e, st, 1)
	}
	if why != "" {
		return Estimate{}, undefined(e, why)
	}
	e.Interval, _ = st.(icc).limits(level)
	return e, nil
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

func square(x float64) float64 { return x * x }

// finite reports whether all are finite.
func finite(xs ...float64) bool {
	for _, x := range xs {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

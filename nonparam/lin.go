package nonparam

import "math"

// LinCCC returns Lin's (1989) coefficient of concordance of two raters over the items that both rated,
//
//	ρ_c = 2s_xy / (s_x² + s_y² + (x̄ − ȳ)²),   s with the divisor n,
//
// and for more raters the ratio of the sums of both sides over pairs of raters (Barnhart, Haber and Song 2002, King and
// Chinchilli 2001), which is Conger's kappa with the squared distance; missing ratings are as in [CongerKappa]. For two
// raters SE is Lin's (1989, corrected 2000), which assumes normally distributed ratings. For more raters there is none.
func LinCCC(r *Ratings) (Estimate, error) { return single(LinCCCName, r, nil) }

// lin is the coefficient of two raters, which is Cohen's kappa with the squared distance.
type lin struct {
	cohen
	x []float64
}

func newLin(r *Ratings) (statistic, reason) {
	if len(r.raters) != 2 {
		return newByRater(r, Quadratic, conger)
	}
	c, why := newCohen(r, Quadratic)
	return lin{c, newMoments(r.values).x}, why
}

func (l lin) standardError() (float64, bool) {
	n := float64(len(l.item))
	if n < 3 {
		return 0, false
	}
	var mx, my, xx, yy, xy float64
	for j := range l.item {
		mx += l.x[l.first[j]] / n
		my += l.x[l.second[j]] / n
	}
	for j := range l.item {
		x, y := l.x[l.first[j]]-mx, l.x[l.second[j]]-my
		xx += x * x / n
		yy += y * y / n
		xy += x * y / n
	}
	if xx == 0 || yy == 0 || xy == 0 {
		return 0, false
	}
	r, rho := xy/math.Sqrt(xx*yy), 2*xy/(xx+yy+square(mx-my))
	u2 := square(mx-my) / math.Sqrt(xx*yy)
	variance := (1-r*r)*rho*rho*(1-rho*rho)/(r*r) + 2*rho*rho*rho*(1-rho)*u2/r - square(rho*rho*u2)/(2*r*r)
	return math.Sqrt(max(0, variance) / (n - 2)), variance > 0
}

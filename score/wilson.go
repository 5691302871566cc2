package score

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/wilson"
)

// wilson returns e with limits within bounds: Wilson's (1927, Journal of the American Statistical Association 22) for a
// share of n* labels, n* = p(1 − p)/SE², with Student's quantile for the normal one. Franco, Little, Louis and Slud
// (2019, Journal of Survey Statistics and Methodology 7) found these best for shares in surveys. The mean of other
// bounded labels has them as a share of the way between the bounds.
//
// If people's labels are all the same, SE is 0, and n* is size. So it is if p is not between 0 and 1.
func (e Estimate) wilson(bounds [2]float64, size float64, same bool, level float64) Estimate {
	span := bounds[1] - bounds[0]
	p := min(1, max(0, (e.Value-bounds[0])/span))
	n := p * (1 - p) * span * span / (e.SE * e.SE)
	if same || p == 0 || p == 1 {
		n = size
	}
	if math.IsInf(n, 1) { // all is known
		e.Lower, e.Upper = e.Value, e.Value
		return e
	}
	t := distuv.StudentsT{Sigma: 1, Nu: max(1, e.DF)}.Quantile((1 + level) / 2)
	lower, upper := wilson.Limits(p, n, t)
	e.Lower, e.Upper = bounds[0]+span*lower, bounds[0]+span*upper
	return e
}

// size returns the number of labelled items that an estimate by people alone rests on: (Σ shares)²/Σ shares² (Kish
// 1965), and +Inf if all items are known without noise.
func (f *fitted) size() float64 {
	drawn := float64(f.labelled) / float64(f.items)
	return f.kish / (1 - f.signal*drawn)
}

// apart returns the limits of a difference of two estimates with the correlation r, from the limits of each (MOVER: Zou
// and Donner 2008, Statistics in Medicine 27; for two shares Newcombe 1998, the same journal 17).
func apart(a, b Estimate, r float64) (lower, upper float64) {
	limit := func(first, second float64) float64 {
		return math.Sqrt(max(0, first*first+second*second-2*r*first*second))
	}
	d := a.Value - b.Value
	return d - limit(a.Value-a.Lower, b.Upper-b.Value), d + limit(a.Upper-a.Value, b.Value-b.Lower)
}

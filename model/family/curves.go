package family

import (
	"math"
	"slices"

	"concord/internal/effect"
)

// termsTogether is how many terms of a series are computed at a time, and seriesError the largest share of a variance
// that the omitted ones may have.
const (
	termsTogether = 8
	seriesError   = 1e-11
)

// series is the mean label of normal effects, expanded in Hermite polynomials: see [effect.Hermite]. With Mean + τz the
// linear predictor, τ² = SD² + Rest² and t = SD/τ, m has the coefficients C_n and h has tⁿC_n.
type series struct {
	hermite     effect.Hermite
	left        float64 // Σ C_n² of the terms to come
	terms, most int     // so far, and that there are
	term        [effect.MostTerms]float64
	tail        [effect.MostTerms / termsTogether]float64 // left after the terms up to here
}

// start begins with the first terms. The values of m at the nodes are given, and their variance.
func (s *series) start(m []float64, variance float64) {
	s.hermite.Start(m)
	s.left, s.terms, s.most = variance, 0, s.hermite.Most
}

// extend computes the next terms.
func (s *series) extend() {
	some := s.term[s.terms : s.terms+termsTogether]
	s.hermite.Next(some)
	for _, c := range some {
		s.left -= c * c
	}
	s.tail[s.terms/termsTogether] = math.Max(s.left, 0)
	s.terms += termsTogether
}

// expand returns moments by a series, and sets parts to the variances of the mean label given each of several effects
// alone, whose standard deviations are sds. Together these effects make up the linear predictor. ok is false if the
// series has too many terms. They are there nevertheless if they are kept.
func (w *work) expand(
	parts []float64, r Response, at Point, sds, own []float64, s *series, keep bool,
) (mean, between, total float64, ok bool) {
	tau := math.Hypot(at.SD, at.Rest)
	w.sds = append(append(w.sds[:0], sds...), at.SD)
	of := Point{Mean: at.Mean, SD: tau}
	whole, ok := s.hermite.Set(of.argument(own), slices.Max(w.sds)/tau)
	if s.most = 0; !ok || !whole && !keep {
		return 0, 0, 0, false
	}
	mean, variance, total := w.sums(r, of, tau, &s.hermite.Rule, own)
	w.parts, w.mean = resized(w.parts, len(w.sds)), resized(w.mean, len(w.sds))
	clear(w.parts)
	for t, sd := range w.sds {
		w.mean[t] = sd / tau // tⁿ
	}
	for s.start(w.first, variance); whole && s.terms < s.most; {
		from := s.terms
		s.extend()
		ok = true
		for t, power := range w.mean {
			for _, c := range s.term[from:s.terms] {
				w.parts[t] += power * power * c * c
				power *= w.sds[t] / tau
			}
			w.mean[t] = power
			ok = ok && power*power*s.tail[from/termsTogether] <= seriesError*w.parts[t]
		}
		if ok {
			copy(parts, w.parts)
			return mean, w.parts[len(sds)], total, true
		}
	}
	return 0, 0, 0, false
}

// Curves are the h of several studies, for the moments of each and their correlations. They are not shared between
// goroutines.
type Curves struct {
	of    Response
	study []curve
	work  work
	pairs Pairs
	a, b  []float64
}

type curve struct {
	at            Point
	own           []float64
	series        series
	t             float64 // SD/τ of the series
	mean, between float64
}

// NewCurves returns memory for a number of studies.
func NewCurves(r Response, studies int) *Curves { return &Curves{of: r, study: make([]curve, studies)} }

// Set sets the h of a study and returns its moments, see [Moments].
func (c *Curves) Set(study int, at Point, own []float64) (mean, between, total float64) {
	return c.SetParts(study, at, nil, nil, own)
}

// SetParts is [Curves.Set]. It also sets parts to the variances of the mean label given each of several effects alone,
// which have the standard deviations sds. The items' is the first. Together these effects make up the linear predictor.
func (c *Curves) SetParts(study int, at Point, parts, sds, own []float64) (mean, between, total float64) {
	const least = 1e-5 // stands for the limit where the SD goes to 0
	s := &c.study[study]
	limit := at.SD < least
	at.SD = math.Max(at.SD, least)
	s.at, s.own, s.t, s.series.most = at, append(s.own[:0], own...), at.SD/math.Hypot(at.SD, at.Rest), 0
	s.mean, s.between, total = c.work.moments(parts, c.of, at, sds, own, &s.series, true)
	if limit { // h is linear
		s.series.terms = len(s.series.term)
		clear(s.series.term[1:])
		clear(s.series.tail[:])
		return s.mean, 0, total
	}
	return s.mean, s.between, total
}

// Correlation returns the correlation of h of two studies where their u have the correlation rho. If an SD is 0 it is
// the limit as the SD goes to 0.
func (c *Curves) Correlation(a, b int, rho float64) float64 {
	x, y := &c.study[a], &c.study[b]
	unit := math.Sqrt(x.between * y.between)
	covariance, ok := covariance(&x.series, &y.series, rho*(x.t*y.t), seriesError*unit)
	if !ok {
		covariance = c.integrate(x, y, rho)
	}
	return math.Max(-1, math.Min(1, covariance/unit))
}

// covariance returns the sum of ρⁿ times the products of two series' terms. By the inequality of Cauchy and Schwarz,
// all later terms together are at most |ρ|ⁿ √(tail·tail). ok is false if this bound never becomes small.
func covariance(x, y *series, rho, small float64) (sum float64, ok bool) {
	power := rho
	for n := 0; n < min(x.most, y.most); n += termsTogether {
		for _, s := range [2]*series{x, y} {
			if s.terms == n {
				s.extend()
			}
		}
		for i, v := range x.term[n : n+termsTogether] {
			sum += power * (v * y.term[n+i])
			power *= rho
		}
		if math.Abs(power)*math.Sqrt(x.tail[n/termsTogether]*y.tail[n/termsTogether]) <= small {
			return sum, true
		}
	}
	return 0, false
}

// integrate returns a covariance as a mean over pairs of effects, in the order of the studies that needs fewer.
func (c *Curves) integrate(x, y *curve, rho float64) float64 {
	if y.at.SD < x.at.SD || y.at.SD == x.at.SD && y.at.Mean < x.at.Mean {
		x, y = y, x
	}
	c.pairs.Set(x.at, y.at, x.own, y.own, rho)
	h := func(own []float64, mean float64) func(dst, effects []float64, at Point) {
		return func(dst, effects []float64, at Point) {
			c.work.label(c.of, at, 1, effects, own)
			for i, h := range c.work.first {
				dst[i] = h - mean
			}
		}
	}
	c.a, c.b = c.pairs.A(c.a, 1, h(x.own, x.mean)), c.pairs.B(c.b, 1, h(y.own, y.mean))
	covariance := 0.0
	for i, w := range c.pairs.Weight() {
		covariance += w * c.a[i] * c.b[i]
	}
	return covariance
}

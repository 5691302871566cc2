package family

import (
	"math"

	"concord/internal/effect"
)

// termsTogether is how many terms of a series are computed at a time, and seriesError the largest share of a variance
// that the omitted ones may have.
const (
	termsTogether = 8
	seriesError   = 1e-11
)

// series is h of normal effects, expanded in Hermite polynomials: see [effect.Hermite]. With Mean + τz the linear
// predictor, τ² = SD² + Rest² and t = SD/τ, m has the coefficients C_n and h has tⁿC_n.
type series struct {
	hermite  effect.Hermite
	t, power float64 // tⁿ of the next term
	left     float64 // Σ C_n² of the terms to come
	between  float64 // Σ t²ⁿC_n² of the terms so far
	terms    int     // so far
	enough   int     // terms for the variance; 0: there are too many
	term     [effect.MostTerms]float64
}

// extend computes the next terms.
func (s *series) extend() {
	some := s.term[s.terms : s.terms+termsTogether]
	s.hermite.Next(some)
	for i, c := range some {
		s.left -= c * c
		some[i] = s.power * c
		s.between += some[i] * some[i]
		s.power *= s.t
	}
	s.terms += termsTogether
}

// expand returns moments by a series, which needs no average over the rest. ok is false if it has too many terms.
func (w *work) expand(r Response, at Point, own []float64, s *series) (mean, between, total float64, ok bool) {
	tau := math.Hypot(at.SD, at.Rest)
	t := at.SD / tau
	of := Point{Mean: at.Mean, SD: tau}
	s.terms, s.enough = 0, 0
	if !s.hermite.Set(of.argument(own), t) {
		return 0, 0, 0, false
	}
	mean, s.left, total = w.sums(r, of, tau, &s.hermite.Rule, own)
	s.hermite.Start(w.first)
	for s.t, s.power, s.between = t, t, 0; s.terms < s.hermite.Most; {
		s.extend()
		if s.power*s.power*math.Max(s.left, 0) <= seriesError*s.between {
			s.enough = s.terms
			return mean, s.between, total, true
		}
	}
	return 0, 0, 0, false
}

// expandAll sets parts to the variances of h of several effects, and returns the mean and the variance of a label. ok
// is false if the series of one has too many terms.
func (w *work) expandAll(
	parts []float64, r Response, mean float64, sds, own []float64,
) (first, total float64, ok bool) {
	tau, most := 0.0, 0.0
	for _, sd := range sds {
		tau, most = math.Hypot(tau, sd), math.Max(most, sd)
	}
	of, s := Point{Mean: mean, SD: tau}, &w.series
	s.terms, s.enough = 0, 0
	if !(tau > 0) || !s.hermite.Set(of.argument(own), most/tau) {
		return 0, 0, false
	}
	first, s.left, total = w.sums(r, of, tau, &s.hermite.Rule, own)
	s.hermite.Start(w.first)
	clear(parts)
	w.mean = resized(w.mean, len(sds)) // powers
	for t, sd := range sds {
		w.mean[t] = sd / tau
	}
	for s.t, s.power, s.between = 1, 1, 0; s.terms < s.hermite.Most; {
		from := s.terms
		s.extend()
		ok = true
		for t, power := range w.mean {
			for _, c := range s.term[from:s.terms] {
				parts[t] += power * power * c * c
				power *= sds[t] / tau
			}
			w.mean[t] = power
			ok = ok && power*power*math.Max(s.left, 0) <= seriesError*parts[t]
		}
		if ok {
			return first, total, true
		}
	}
	return 0, 0, false
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
	mean, between float64
}

// NewCurves returns memory for a number of studies.
func NewCurves(r Response, studies int) *Curves { return &Curves{of: r, study: make([]curve, studies)} }

// Set sets the h of a study and returns its moments, see [Moments].
func (c *Curves) Set(study int, at Point, own []float64) (mean, between, total float64) {
	const least = 1e-5 // stands for the limit where the SD goes to 0
	s := &c.study[study]
	limit := at.SD < least
	at.SD = math.Max(at.SD, least)
	s.at, s.own, s.series.enough = at, append(s.own[:0], own...), 0
	s.mean, s.between, total = c.work.moments(c.of, at, own, &s.series)
	if limit { // h is linear
		clear(s.series.term[1:])
		s.series.power = 0
		return s.mean, 0, total
	}
	return s.mean, s.between, total
}

// Correlation returns the correlation of h of two studies where their u have the correlation rho. If an SD is 0 it is
// the limit as the SD goes to 0.
func (c *Curves) Correlation(a, b int, rho float64) float64 {
	x, y := &c.study[a], &c.study[b]
	covariance := 0.0
	if x.series.enough > 0 && y.series.enough > 0 {
		n := min(max(x.series.enough, y.series.enough), x.series.hermite.Most, y.series.hermite.Most)
		for _, s := range []*series{&x.series, &y.series} {
			for s.terms < n {
				s.extend()
			}
		}
		power := rho
		for i, v := range x.series.term[:n] {
			covariance += power * (v * y.series.term[i])
			power *= rho
		}
	} else {
		covariance = c.integrate(x, y, rho)
	}
	return math.Max(-1, math.Min(1, covariance/math.Sqrt(x.between*y.between)))
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

package locate

import (
	"math"

	"concord/model/internal/tuning"
)

// If all labels of an item agree, and they are binary or ordered, the mode of its effect and the curvature there do
// not show where the effect is. The labels cut a normal density off on one side. The result lies further out than its
// mode and is wider than its curvature says, twice as wide if effects are spread widely.
//
// So the constants of items' effects come from the mean and the variance of that density, which makes coordinates
// about standard normal. With D and d in place of an item's labels in a study, the effect has this mean and variance
// given the item's other studies. That is one round of expectation propagation (Minka 2001), from the normal
// approximations at the modes.

// A tilted density is the density of an effect b given all but the labels of one study, N(m, v), times their
// likelihood. It is evaluated at points from left to right that lie the closer together the nearer they are to the
// mode.
type tilted struct {
	at             float64 // the mode
	mean, variance float64 // m and v; v = 0: the labels say nothing
	// Points are at ± narrow·sinh(t) for equidistant |t| ≤ reach.
	narrow, reach float64

	last struct{ x, slope, curvature float64 } // of the logarithm of the density at the point before
	log  float64                               // its logarithm, less that at the first point
	most float64                               // the largest of these, in units of whose exponential sums are
	sums [3]float64                            // of weights, times b − mode, times its square
}

// newTilted returns the density of an effect. At its mode the labels have a derivative and an information, and
// variance is its variance with them.
func newTilted(mode, derivative, info, variance float64) tilted {
	const rounding = 1e-9
	without := 1/variance - info // precision
	if info <= 0 || !(without > rounding/variance) {
		return tilted{at: mode}
	}
	v, narrow := 1/without, math.Sqrt(variance)
	return tilted{
		at: mode, mean: mode - v*derivative, variance: v,
		narrow: narrow, reach: math.Asinh(tuning.MomentReach * math.Sqrt(v) / narrow),
	}
}

// point returns the point t of −1 … 1.
func (ti *tilted) point(t float64) float64 { return ti.at + ti.narrow*math.Sinh(t*ti.reach) }

// add adds the next point, at t, where the log-likelihood has a derivative and an information. Between points the
// logarithm of the density is taken as the quintic without its highest term that has its derivatives at both. By
// Euler–Maclaurin that adds h/2 (g₀ + g₁) + h²/12 (g′₀ − g′₁).
func (ti *tilted) add(t, derivative, info float64) {
	if ti.variance == 0 {
		return
	}
	x := ti.point(t)
	slope, curvature := derivative-(x-ti.mean)/ti.variance, -info-1/ti.variance
	first := ti.sums[0] == 0
	if !first {
		h := x - ti.last.x
		ti.log += h*(slope+ti.last.slope)/2 + h*h*(ti.last.curvature-curvature)/12
	}
	ti.last.x, ti.last.slope, ti.last.curvature = x, slope, curvature
	if first || ti.log > ti.most {
		scale := math.Exp(ti.most - ti.log)
		for i := range ti.sums {
			ti.sums[i] *= scale
		}
		ti.most = ti.log
	}
	b, weight := x-ti.at, math.Exp(ti.log-ti.most)*math.Cosh(t*ti.reach)
	ti.sums[0] += weight
	ti.sums[1] += weight * b
	ti.sums[2] += weight * b * b
}

// moments returns the mean and the variance of the density.
func (ti *tilted) moments() (mean, variance float64) {
	b := ti.sums[1] / ti.sums[0]
	return ti.at + b, ti.sums[2]/ti.sums[0] - b*b
}

// moments returns a term's effects by their moments: their means, with the derivative and the information of the normal
// approximation to the labels.
func (e *em) moments(term int) sampledEffects {
	c := e.terms[term]
	out := e.sampled(term)
	of := make([]tilted, len(c.Effect))
	for j := range of {
		of[j] = newTilted(out.effect[j], out.grad[j], out.info[j], c.Variance[j])
	}
	for n := range tuning.MomentNodes {
		t := 2*float64(n)/(tuning.MomentNodes-1) - 1
		for j := range of {
			c.Effect[j] = of[j].point(t)
		}
		e.refresh()
		grad, info := e.cells(e.grad, term), e.cells(e.info, term)
		for j := range of {
			of[j].add(t, grad[j], info[j])
		}
	}
	copy(c.Effect, out.effect)
	e.refresh()
	for j, ti := range of {
		if ti.variance == 0 {
			continue
		}
		mean, variance := ti.moments()
		if !(variance > 0) { // beyond what double precision tells
			continue
		}
		out.effect[j] = mean
		// The variance in a flat tail may come out next to that without the labels.
		out.info[j] = math.Max(1/variance-1/ti.variance, tuning.LeastInformation*out.info[j])
		out.grad[j] = (mean - ti.mean) / ti.variance
	}
	return out
}

// located returns a term's effects as the labels locate them, with derivatives and information.
func (su *Setup) located(term int) sampledEffects {
	if term == 0 && su.Regime.Follows && !su.Data.Integrated() {
		return su.em.moments(term)
	}
	return su.em.sampled(term)
}

package model

import (
	"math"
	"math/rand/v2"

	"concord/sampler"
)

// slopes are what the items' effects are multiplied by, in a model in which labelers have sensitivities λ.
//
// The labels are the same if all λ of a study are multiplied by a number and its items' effects divided by it. What is
// sampled is therefore the items' effects in units of their standard deviation, u = b/σ, and the slopes
//
//	β_k = σλ_k = σ + e_k,  e_k ~ N(0, τ²),  τ = σω,
//
// which the labels tell as they tell the effects of labelers: σ is to the e_k as μ is to those, and its coordinate, as
// that of μ, is σ plus the mean of the e_k, which is well known where labelers are few and differ much. A σ below 0 is
// that of the mirror image, u and all λ with the other sign.
type slopes struct {
	term  int     // whose effects are the e_k
	study []int32 // of each, as the rows are
	// By study: σ with its sign and the derivative with respect to it, and that with respect to |τ|.
	scale, scaleBar, sdBar []float64
}

// newSlopes returns nil for data without sensitivities.
func newSlopes(d *data) *slopes {
	term, k := d.slopes(), d.Studies
	if term < 0 {
		return nil
	}
	return &slopes{
		term: term, study: d.Study,
		scale: make([]float64, k), scaleBar: make([]float64, k), sdBar: make([]float64, k),
	}
}

// slopesForward sets σ from its coordinate and the mean effects of the term, and the slopes of rows.
func (ps *parameters) slopesForward(slope, effect, mean []float64) {
	sl := ps.slopes
	for s, m := range mean {
		sl.scale[s] = ps.scales[0].sd[s] - m
	}
	for u, e := range effect {
		slope[u] = sl.scale[sl.study[u]] + e
	}
}

// slopesBackward adds the derivatives of the priors of σ and ω to those with respect to slopes, and returns the log
// prior.
func (ps *parameters) slopesBackward(slopeBar []float64) (logp float64) {
	sl := ps.slopes
	clear(sl.scaleBar)
	for u, g := range slopeBar {
		sl.scaleBar[sl.study[u]] += g
	}
	for s, signed := range sl.scale {
		sigma, omega := ps.sd(0, s), ps.sd(sl.term, s)
		lpItem, gItem := ps.priors.termSD(ps.of[0], s, sigma)
		lp, g := ps.priors.termSD(ps.of[sl.term], s, omega)
		if ps.absent[sl.term][s] {
			logp += lpItem
			sl.scaleBar[s] += math.Copysign(gItem, signed*gItem)
			continue
		}
		logp += lpItem + lp - math.Log(sigma) // dω = dτ/σ
		sl.scaleBar[s] += math.Copysign(1, signed) * (gItem - (g*omega+1)/sigma)
		sl.sdBar[s] = g / sigma
	}
	return logp
}

// isSlopes reports whether a term is that of slopes.
func (ps *parameters) isSlopes(term int) bool { return ps.slopes != nil && ps.slopes.term == term }

// isSloped reports whether a term's effects are multiplied by slopes: they are in units of their standard deviation.
func (ps *parameters) isSloped(term int) bool {
	return ps.slopes != nil && ps.of[term].Name == ps.of[ps.slopes.term].Multiplies
}

// signed returns the standard deviation of a term with the sign of what its effects are multiplied by.
func (ps *parameters) signed(term, s int) float64 {
	switch {
	case ps.isSloped(term):
		return ps.slopes.scale[s]
	case ps.isSlopes(term):
		return ps.scales[term].sd[s] / ps.slopes.scale[s]
	}
	return ps.scales[term].sd[s]
}

// sd returns the standard deviation of the effects of a term, of sensitivities ω.
func (ps *parameters) sd(term, s int) float64 { return math.Abs(ps.signed(term, s)) }

// effect returns the effect of a term, given the number that stands for it: of sensitivities λ − 1.
func (ps *parameters) effect(term, s int, x float64) float64 {
	switch {
	case ps.isSloped(term):
		return x * ps.slopes.scale[s]
	case ps.isSlopes(term):
		return x / ps.slopes.scale[s]
	}
	return x
}

// startFrom returns where chains start that are sampled with a metric: nil for a model without sensitivities and
// without residuals of labelers, where it is at random about the set-up's point. Slopes start near those of the
// set-up. From slopes at random, many of them of the wrong sign, a chain may not find back: where half of the labelers
// are taken to be mirrored, each label agrees with some others, and the posterior has one mode of its own for each such
// half.
//
// Where labelers' residuals start, their standard deviation, that of the logarithm of σ, is at most 1, or 1.5 times
// that of the set-up: from far out, where a residual is e⁻¹⁰⁰, no step is small enough.
func (su *setup) startFrom(metric *sampler.Metric) func(rng *rand.Rand, chain int, x []float64) {
	t, noise := su.data.slopes(), su.d.noise
	if t < 0 && noise < 0 {
		return nil
	}
	const spread, spreadSlopes, most = 1.5, 0.3, 1.5
	return func(rng *rand.Rand, _ int, x []float64) {
		for i := range x {
			x[i] = spread * rng.NormFloat64()
		}
		metric.Apply(x, x)
		center := metric.Center
		// within keeps the coordinate of a standard deviation at most that of some standard deviations in its units.
		within := func(i int, units float64) {
			largest := math.Asinh(units)
			x[i] = math.Max(-largest, math.Min(largest, x[i]))
		}
		if noise >= 0 {
			for s, unit := range su.units[noise] {
				i := su.d.terms[noise].sd + s
				within(i, math.Max(1/unit, most*math.Sinh(math.Abs(center[i]))))
			}
		}
		if t < 0 {
			return
		}
		at := su.d.terms[t]
		for i := at.z; i < at.z+at.effects; i++ {
			x[i] = center[i] + spreadSlopes/spread*(x[i]-center[i])
		}
		for i := at.sd; i < at.sd+su.d.k; i++ {
			within(i, most*math.Max(1, math.Sinh(math.Abs(center[i]))))
		}
	}
}

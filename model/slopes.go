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
// which the labels tell as they tell the effects of labelers: σ is to the e_k as μ is to those, and they are offset by
// it, see [effects.Factor]. The coordinates of the scales are those of σ and ω, so that nothing is singular where σ
// tends to 0 and all slopes with it, and goes through 0 to the mirror image: a σ below 0 has u and all λ with the other
// sign.
type slopes struct {
	term  int     // whose effects are the e_k
	study []int32 // of each, as the rows are
	// By study: ω with its sign; σ with its sign and the derivative with respect to it.
	omega, scale, scaleBar []float64
}

// newSlopes returns nil for data without sensitivities.
func newSlopes(d *data) *slopes {
	term, k := d.slopes(), d.Studies
	if term < 0 {
		return nil
	}
	return &slopes{
		term: term, study: d.Study,
		omega: make([]float64, k), scale: make([]float64, k), scaleBar: make([]float64, k),
	}
}

// slopesForward sets the slopes of rows.
func (ps *parameters) slopesForward(slope, effect []float64) {
	for u, e := range effect {
		slope[u] = ps.slopes.scale[ps.slopes.study[u]] + e
	}
}

// slopesBackward sets the derivatives with respect to σ to those of the slopes and of the prior of σ, which it returns.
func (ps *parameters) slopesBackward(slopeBar []float64) (logp float64) {
	sl := ps.slopes
	clear(sl.scaleBar)
	for u, g := range slopeBar {
		sl.scaleBar[sl.study[u]] += g
	}
	for s, signed := range sl.scale {
		lp, g := ps.priors.termSD(ps.of[0], s, math.Abs(signed))
		logp += lp
		sl.scaleBar[s] += math.Copysign(g, g*signed)
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
		return ps.slopes.omega[s]
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

// startFrom returns where chains start that are sampled with a metric: nil where it is at random about the set-up's
// point. Where items' constants follow how far items are spread, their standard deviations start at most at 1.5 times
// those of the set-up, or 1.5 of their coordinates' units: where labelers hardly ever differ, labels say little of how
// large they are, and a chain that starts at a thousand logits, where steps have to be a thousandth of the spread,
// takes long to come back. Slopes start near those of the set-up.
// From slopes at random, many of them of the wrong sign, a chain may not find back: where half of the labelers
// are taken to be mirrored, each label agrees with some others, and the posterior has one mode of its own for each such
// half.
//
// Where labelers' residuals start, their standard deviation, that of the logarithm of σ, is at most 1, or 1.5 times
// that of the set-up: from far out, where a residual is e⁻¹⁰⁰, no step is small enough.
func (su *setup) startFrom(metric *sampler.Metric) func(rng *rand.Rand, chain int, x []float64) {
	t, noise := su.data.slopes(), su.d.noise
	wide := su.follows() && su.marginal == nil && su.onGrid == nil
	if t < 0 && noise < 0 && !wide {
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
		if wide {
			at := su.d.terms[0]
			for i := at.sd; i < at.sd+su.d.k; i++ {
				within(i, most*math.Max(1, math.Sinh(math.Abs(center[i]))))
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

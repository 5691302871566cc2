package model

import (
	"math"

	"concord/model/internal/labels"
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
func newSlopes(d *labels.Compiled) *slopes {
	term, k := d.SlopeTerm(), d.Studies
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

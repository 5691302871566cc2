package blocks

import (
	"math"

	"concord/model/internal/labels"
	"concord/model/spec"
)

// Slopes are the factors of the items' effects, in a model in which labelers have discriminations λ.
//
// The likelihood is the same if all λ of a study are multiplied by a number and its items' effects divided by it. The
// sampler therefore moves the items' effects in units of their standard deviation, u = b/σ, and the slopes
//
//	β_k = σλ_k = σ + e_k,  e_k ~ N(0, τ²),  τ = σω,
//
// The labels determine the slopes as they determine the effects of labelers. σ is to the e_k as μ is to labeler
// effects, and σ is their offset (see [effects.Factor]). The coordinates of the scales are for σ and ω. So nothing is
// singular if σ and all slopes tend to 0. Beyond 0 is the mirror image: with σ below 0, u and all λ have the other
// sign.
type Slopes struct {
	Term  int     // whose effects are the e_k
	study []int32 // of each, as the rows are
	// By study: ω with its sign; σ with its sign and the derivative with respect to it.
	Omega, Scale, scaleBar []float64
}

// newSlopes returns nil for data without discriminations.
func newSlopes(d *labels.Compiled) *Slopes {
	term, k := d.SlopeTerm(), d.Studies
	if term < 0 {
		return nil
	}
	return &Slopes{
		Term: term, study: d.Study,
		Omega: make([]float64, k), Scale: make([]float64, k), scaleBar: make([]float64, k),
	}
}

// slopesForward sets the slopes of rows.
func (ps *Point) slopesForward(slope, effect []float64) {
	for u, e := range effect {
		slope[u] = ps.Slopes.Scale[ps.Slopes.study[u]] + e
	}
}

// slopesBackward sets the derivatives with respect to σ, from the slopes and from the prior of σ, and returns its log
// prior.
func (ps *Point) slopesBackward(slopeBar []float64) (logp float64) {
	sl := ps.Slopes
	clear(sl.scaleBar)
	for u, g := range slopeBar {
		sl.scaleBar[sl.study[u]] += g
	}
	for s, signed := range sl.Scale {
		lp, g := ps.Priors.LogTermSD(ps.Of[0], s, math.Abs(signed))
		logp += lp
		sl.scaleBar[s] += math.Copysign(g, g*signed)
	}
	return logp
}

// IsSlopes reports whether a term is the term of slopes.
func (ps *Point) IsSlopes(term int) bool { return ps.Slopes != nil && ps.Slopes.Term == term }

// isSloped reports whether a term's effects are multiplied by slopes, and so are in units of their standard deviation.
func (ps *Point) isSloped(term int) bool {
	return ps.Slopes != nil && ps.Of[term].Name == ps.Of[ps.Slopes.Term].Multiplies
}

// Signed returns the standard deviation of a term with the sign of the factor of its effects.
func (ps *Point) Signed(term, s int) float64 {
	switch {
	case ps.isSloped(term):
		return ps.Slopes.Scale[s]
	case ps.IsSlopes(term):
		return ps.Slopes.Omega[s]
	}
	return ps.Scales[term].SD[s]
}

// SD returns the standard deviation of the effects of a term; for discriminations it is ω.
func (ps *Point) SD(term, s int) float64 {
	sd := math.Abs(ps.Signed(term, s))
	if term == 0 && ps.ItemDF >= 0 {
		sd *= spec.StudentSD(ps.DF)
	}
	return sd
}

// Effect returns the effect of a term, given the number that stands for it; for discriminations it is λ − 1.
func (ps *Point) Effect(term, s int, x float64) float64 {
	switch {
	case ps.isSloped(term):
		return x * ps.Slopes.Scale[s]
	case ps.IsSlopes(term):
		return x / ps.Slopes.Scale[s]
	}
	return x
}

package effects

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"

	"concord/internal/logproduct"
)

// NewStudent returns a factor whose effects have Student's t distribution in place of the normal one, b = Cη with
//
//	p(η) ∝ (1 + ηᵀη/ν)^(−(ν + K)/2),
//
// independently for each level. The coordinates are those of [NewFull] with the effects offset: they are a map from z
// to η, and the density of η only takes another place in it, unless levels have [Factor.SetBends]. One study is as
// several.
func NewStudent(levels, k int, count []int32) *Factor {
	f := newFull(levels, k, count)
	f.Center, f.student = make([]float64, k), true
	return f
}

// etaDensity returns the log density of η, up to the constant of the standard normal one, and sets the score.
func (f *Factor) etaDensity(st *State) float64 {
	if !f.student {
		return -0.5 * floats.Dot(st.eta, st.eta)
	}
	k, df := f.K, st.DF
	levels, n := float64(f.Levels), float64(k)
	product, pull := logproduct.New(), 0.0
	for o := 0; o < len(st.eta); o += k {
		square := 0.0
		for _, e := range st.eta[o : o+k] {
			square += e * e
		}
		product.Times(1 + square/df)
		weight := (df + n) / (df + square)
		pull += weight * square
		for a, e := range st.eta[o : o+k] {
			st.score[o+a] = weight * e
		}
	}
	log := product.Log()
	upper, _ := math.Lgamma(0.5 * (df + n))
	lower, _ := math.Lgamma(0.5 * df)
	st.DFGrad = 0.5*levels*(mathext.Digamma(0.5*(df+n))-mathext.Digamma(0.5*df)-n/df) - 0.5*log + 0.5*pull/df
	return levels*(upper-lower-0.5*n*math.Log(0.5*df)) - 0.5*(df+n)*log
}

// scoreBackward adds to etabar, from effectsBackward, what the score has that η has not.
func (f *Factor) scoreBackward(st *State, etabar []float64) {
	for i, e := range st.eta {
		etabar[i] += e - st.score[i]
	}
}

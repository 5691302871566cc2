package model

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/internal/logproduct"
	"concord/model/internal/matrix"
	"concord/model/internal/spec"
)

// scaleState is the Cholesky factor C = S·L of a factor's covariance. The diagonal of S
// is unit·sinh(u): like a logarithm where σ is large, and through 0 to the other sign
// where σ may be 0, so that there is no boundary and no long tail of log σ → −∞. A
// change of sign is the same density mirrored: σ is its absolute value, and ρ changes sign. Rows of C after those that
// have correlations are the loadings' (see [loadings]). Of correlations in coordinates of another kind (see [bartlett])
// C is a root that is not triangular.
type scaleState struct {
	unit    []float64     // about the size of σ
	sd      []float64     // signed
	at      []hyperbolics // of the coordinates: σ is unit·sinh
	c, cbar []float64     // C and the derivative with respect to it
	l, lbar []float64     // the root of the correlations; nil: none
	studies int           // whose standard deviations are the term's own, and which are correlated
	cor     correlations  // of those studies
}

// newScaleState returns the state of a term whose effects in the first studies are correlated, or in none.
func newScaleState(k int, correlated bool, unit []float64, studies int, cor correlations) scaleState {
	s := scaleState{unit: unit, c: make([]float64, k*k), cbar: make([]float64, k*k), sd: make([]float64, k),
		at: make([]hyperbolics, k), studies: studies, cor: cor}
	if correlated {
		s.l, s.lbar = make([]float64, studies*studies), make([]float64, studies*studies)
	}
	return s
}

// lowerRoot stores the lower triangular root of CCᵀ.
func (st *scaleState) lowerRoot(dst []float64) {
	k := len(st.sd)
	if st.cor.width(0) == 1 { // C is triangular
		copy(dst, st.c)
		return
	}
	clear(dst)
	for i := range k {
		for j := range i + 1 {
			dst[i*k+j] = floats.Dot(st.c[i*k:(i+1)*k], st.c[j*k:(j+1)*k])
		}
	}
	matrix.Cholesky(dst, k)
}

// correlations stores the correlations of effects that have these signs, row by row below the diagonal.
func (st *scaleState) correlations(dst []float64, signed func(s int) float64) {
	k := st.studies
	for i := range k {
		for j := range i {
			v := 0.0
			for m := range st.cor.width(j) {
				v += st.l[i*k+m] * st.l[j*k+m]
			}
			if signed(i) < 0 != (signed(j) < 0) {
				v = -v
			}
			dst[spec.PairIndex(i, j)] = v
		}
	}
}

// variance returns that of the effects of a study, of a triangular C.
func (st *scaleState) variance(s int) float64 {
	v, k := 0.0, len(st.sd)
	for _, c := range st.c[s*k : s*k+s+1] {
		v += c * c
	}
	return v
}

// scales is the block of the standard deviations and correlations of terms.
type scales struct {
	*parameters
	of []int // the terms
}

// allScales returns the block of all terms but the labelers' residuals, which come before σ.
func (ps *parameters) allScales() scales {
	sc := scales{parameters: ps}
	for t := range ps.scales {
		if t != ps.noise {
			sc.of = append(sc.of, t)
		}
	}
	return sc
}

func (sc scales) size() (n int) {
	for _, t := range sc.of {
		n += sc.k
		if sc.terms[t].cor >= 0 {
			n += sc.scales[t].cor.size()
		}
	}
	return n
}

// forward implements [block].
func (sc scales) forward(x []float64) {
	for _, t := range sc.of {
		sc.term(x, t)
	}
}

// backward implements [block].
func (sc scales) backward(grad, x []float64) {
	for _, t := range sc.of {
		sc.logp += sc.termBackward(grad, x, t)
	}
}

// term sets C of a term from the coordinates of scales and correlations, and from σ where its scale is a ratio.
func (sc scales) term(x []float64, term int) {
	ps := sc.parameters
	k, st, at := ps.k, &ps.scales[term], ps.terms[term]
	for s := range k {
		if ps.absent[term][s] {
			continue
		}
		st.at[s] = newHyperbolics(x[at.sd+s])
		st.sd[s] = st.unit[s] * st.at[s].sinh
		switch {
		case ps.ratio[term]:
			st.sd[s] *= ps.own[s*ps.ownCount]
		case ps.isSloped(term):
			ps.slopes.scale[s] = st.sd[s]
		case ps.isSlopes(term):
			ps.slopes.omega[s] = st.sd[s]
			st.sd[s] *= ps.slopes.scale[s]
		}
	}
	if st.l == nil {
		for s := range k {
			st.c[s*k+s] = st.sd[s]
		}
		return
	}
	st.cor.factor(st.l, x[at.cor:])
	if ps.isSloped(term) {
		copy(st.c, st.l)
		return
	}
	for s := range st.studies {
		for e := range st.cor.width(s) {
			st.c[s*k+e] = st.sd[s] * st.l[s*st.studies+e]
		}
	}
	if term == 0 && ps.loadings != nil {
		ps.loadings.scaleForward(ps)
	}
}

// termBackward adds to grad the derivatives of the priors of a term's standard deviations and correlations and of what
// depends on its C, and returns the log prior.
func (sc scales) termBackward(grad, x []float64, term int) (logp float64) {
	ps := sc.parameters
	k, st, at, sloped, isSlopes := ps.k, &ps.scales[term], ps.terms[term], ps.isSloped(term), ps.isSlopes(term)
	prior := &ps.termPriors[term]
	prior.clear()
	var scale []float64
	if ps.of[term].Added() {
		scale = ps.priors.scale
	}
	jacobian := logproduct.New()
	for s := range k {
		u := x[at.sd+s]
		if ps.absent[term][s] { // nothing depends on the coordinate
			logp -= 0.5 * u * u
			grad[at.sd+s] -= u
			if st.l != nil && s < st.studies {
				clear(st.lbar[s*st.studies : s*st.studies+st.cor.width(s)])
			}
			continue
		}
		if sloped { // C has no scale
			st.at[s].timesCosh(&jacobian)
			copy(st.lbar[s*k:s*k+s+1], st.cbar[s*k:])
			grad[at.sd+s] += st.at[s].tanh() // and see below
			continue
		}
		signed := ps.signed(term, s)
		times := 1.0
		if scale != nil {
			times = scale[s]
		}
		d := times * prior.add(times*math.Abs(signed))
		st.at[s].timesCosh(&jacobian)
		d = math.Copysign(d, d*signed)
		g := 0.0 // of C
		if st.l == nil {
			g = st.cbar[s*k+s]
		} else {
			for e := range st.cor.width(s) {
				g += st.cbar[s*k+e] * st.l[s*st.studies+e]
				st.lbar[s*st.studies+e] = st.cbar[s*k+e] * st.sd[s]
			}
		}
		if isSlopes { // τ = σω
			ps.slopes.scaleBar[s] += g * ps.slopes.omega[s]
			g *= ps.slopes.scale[s]
		}
		g += d
		slope := st.unit[s] * st.at[s].cosh
		if ps.ratio[term] { // σ_t = σ·ratio, whose Jacobian has another log σ
			sigma := ps.own[s*ps.ownCount]
			slope *= sigma
			jacobian.Times(sigma)
			ps.ownBar[s*ps.ownCount] += (g*st.sd[s] + 1) / sigma
		}
		grad[at.sd+s] += st.at[s].tanh() + g*slope
	}
	logp += prior.value() + jacobian.Log()
	if isSlopes { // all is known of σ
		for s, bar := range ps.slopes.scaleBar {
			of := &ps.scales[0]
			grad[ps.terms[0].sd+s] += bar * of.unit[s] * of.at[s].cosh
		}
	}
	if st.l != nil && st.studies > 1 {
		logp += st.cor.backward(grad[at.cor:], st.lbar, st.l, x[at.cor:])
	}
	if term == 0 && ps.loadings != nil {
		logp += ps.loadings.backward(ps, grad, x)
	}
	return logp
}

package blocks

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/internal/logproduct"
	"concord/model/internal/matrix"
	"concord/model/internal/tuning"
	"concord/model/spec"
)

// Scale is the Cholesky factor C = S·L of a factor's covariance. The diagonal of S is unit·sinh(u). It is like a
// logarithm if σ is large, and goes through 0 to the other sign if σ may be 0. So there is no boundary and no long tail
// of log σ → −∞. A change of sign gives the same density mirrored: σ is the absolute value, and ρ changes sign. The
// rows of the loadings (see [Loadings]) come after the rows with correlations. If correlations have other coordinates
// (see [Bartlett]), C is a root that is not triangular.
type Scale struct {
	Unit    []float64     // about the size of σ
	SD      []float64     // signed
	at      []Hyperbolics // of the coordinates: σ is unit·sinh
	C, CBar []float64     // C and the derivative with respect to it
	L, LBar []float64     // the root of the correlations; nil: none
	studies int           // the first ones, which have the term's standard deviations and correlations
	Cor     correlations  // of those studies
	levels  *exchangeable // nil: another covariance
}

// newScaleState returns the scale of a term. If correlated, its effects in the first studies have correlations.
func newScaleState(k int, correlated bool, unit []float64, studies int, cor correlations) Scale {
	s := Scale{Unit: unit, C: make([]float64, k*k), CBar: make([]float64, k*k), SD: make([]float64, k),
		at: make([]Hyperbolics, k), studies: studies, Cor: cor}
	if correlated {
		s.L, s.LBar = make([]float64, studies*studies), make([]float64, studies*studies)
	}
	return s
}

// LowerRoot stores the lower triangular root of CCᵀ.
func (st *Scale) LowerRoot(dst []float64) {
	k := len(st.SD)
	if st.Cor.width(0) == 1 { // C is triangular
		copy(dst, st.C)
		return
	}
	clear(dst)
	for i := range k {
		for j := range i + 1 {
			dst[i*k+j] = floats.Dot(st.C[i*k:(i+1)*k], st.C[j*k:(j+1)*k])
		}
	}
	matrix.Cholesky(dst, k)
}

// Correlations stores the correlations of a term's effects, which have these signs, in the order of [spec.Term.Pair].
func (st *Scale) Correlations(dst []float64, of spec.Term, signed func(s int) float64) {
	k := st.studies
	for i := range k {
		for j := range i {
			at, ok := of.Pair(i, j)
			if !ok {
				continue
			}
			v := 0.0
			for m := range st.Cor.width(j) {
				v += st.L[i*k+m] * st.L[j*k+m]
			}
			if signed(i) < 0 != (signed(j) < 0) {
				v = -v
			}
			dst[at] = v
		}
	}
}

// Variance returns the variance of the effects of a study, for a triangular C.
func (st *Scale) Variance(s int) float64 {
	v, k := 0.0, len(st.SD)
	for _, c := range st.C[s*k : s*k+s+1] {
		v += c * c
	}
	return v
}

// Scales is the block of the standard deviations and correlations of terms.
type Scales struct {
	*Point
	of []int // the terms
}

// AllScales returns the block of all terms but the labelers' residuals, which come before σ.
func (ps *Point) AllScales() *Scales {
	sc := &Scales{Point: ps}
	for t := range ps.Scales {
		if t != ps.ResidualTerm {
			sc.of = append(sc.of, t)
		}
	}
	return sc
}

func (sc *Scales) Size() (n int) {
	for _, t := range sc.of {
		n += sc.K
		if sc.Terms[t].Cor >= 0 {
			n += sc.Scales[t].Cor.Size()
		}
	}
	return n
}

// Forward implements [Block].
func (sc *Scales) Forward(x []float64) {
	for _, t := range sc.of {
		sc.Term(x, t)
	}
}

// Backward implements [Block].
func (sc *Scales) Backward(grad, x []float64) {
	for _, t := range sc.of {
		sc.LogDensity += sc.termBackward(grad, x, t)
	}
}

// Term sets C of a term from the coordinates of scales and correlations, and from σ if its scale is a ratio.
func (sc *Scales) Term(x []float64, term int) {
	ps := sc.Point
	k, st, at := ps.K, &ps.Scales[term], ps.Terms[term]
	if st.levels != nil {
		st.levels.forward(st, x[at.SD:])
		return
	}
	for s := range k {
		if ps.Absent[term][s] {
			continue
		}
		st.at[s] = NewHyperbolics(x[at.SD+s])
		st.SD[s] = st.Unit[s] * st.at[s].Sinh
		switch {
		case ps.ratio[term]:
			st.SD[s] *= ps.Own[s*ps.OwnCount]
		case ps.isSloped(term):
			ps.Slopes.Scale[s] = st.SD[s]
		case ps.IsSlopes(term):
			ps.Slopes.Omega[s] = st.SD[s]
			st.SD[s] *= ps.Slopes.Scale[s]
		}
	}
	if st.L == nil {
		for s := range k {
			st.C[s*k+s] = st.SD[s]
		}
		return
	}
	st.Cor.Factor(st.L, x[at.Cor:])
	if ps.isSloped(term) {
		copy(st.C, st.L)
		return
	}
	for s := range st.studies {
		for e := range st.Cor.width(s) {
			st.C[s*k+e] = st.SD[s] * st.L[s*st.studies+e]
		}
	}
	if term == 0 && ps.Loadings != nil {
		ps.Loadings.scaleForward(ps)
	}
}

// termBackward returns the log prior of a term. It adds to grad the derivatives of the priors of the term's standard
// deviations and correlations, and of the functions of its C.
func (sc *Scales) termBackward(grad, x []float64, term int) (logp float64) {
	ps := sc.Point
	k, st, at, sloped, isSlopes := ps.K, &ps.Scales[term], ps.Terms[term], ps.isSloped(term), ps.IsSlopes(term)
	prior := &ps.termPriors[term]
	prior.clear()
	var scale []float64
	if ps.Of[term].OfLabels() {
		scale = ps.Priors.Scale
	}
	if st.levels != nil {
		return st.levels.backward(st, prior, scale, grad[at.SD:], x[at.SD:])
	}
	jacobian := logproduct.New()
	for s := range k {
		u := x[at.SD+s]
		if ps.Absent[term][s] { // nothing depends on the coordinate
			logp -= 0.5 * u * u
			grad[at.SD+s] -= u
			if st.L != nil && s < st.studies {
				clear(st.LBar[s*st.studies : s*st.studies+st.Cor.width(s)])
			}
			continue
		}
		if sloped { // C has no scale
			st.at[s].timesCosh(&jacobian)
			copy(st.LBar[s*k:s*k+s+1], st.CBar[s*k:])
			grad[at.SD+s] += st.at[s].Tanh() // and see below
			continue
		}
		signed := ps.Signed(term, s)
		times := 1.0
		if scale != nil {
			times = scale[s]
		}
		d := times * prior.add(times*math.Abs(signed))
		st.at[s].timesCosh(&jacobian)
		d = math.Copysign(d, d*signed)
		g := 0.0 // of C
		if st.L == nil {
			g = st.CBar[s*k+s]
		} else {
			for e := range st.Cor.width(s) {
				g += st.CBar[s*k+e] * st.L[s*st.studies+e]
				st.LBar[s*st.studies+e] = st.CBar[s*k+e] * st.SD[s]
			}
		}
		if isSlopes { // τ = σω
			ps.Slopes.scaleBar[s] += g * ps.Slopes.Omega[s]
			g *= ps.Slopes.Scale[s]
		}
		g += d
		slope := st.Unit[s] * st.at[s].Cosh
		if ps.ratio[term] { // σ_t = σ·ratio, whose Jacobian has another log σ
			sigma := ps.Own[s*ps.OwnCount]
			slope *= sigma
			jacobian.Times(sigma)
			ps.OwnBar[s*ps.OwnCount] += (g*st.SD[s] + 1) / sigma
		}
		grad[at.SD+s] += st.at[s].Tanh() + g*slope
	}
	logp += prior.value() + jacobian.Log()
	if isSlopes { // all derivatives with respect to σ are known now
		for s, bar := range ps.Slopes.scaleBar {
			of := &ps.Scales[0]
			grad[ps.Terms[0].SD+s] += bar * of.Unit[s] * of.at[s].Cosh
		}
	}
	if st.L != nil && st.studies > 1 {
		logp += st.Cor.backward(grad[at.Cor:], st.LBar, st.L, x[at.Cor:])
	}
	if term == 0 && ps.Loadings != nil {
		logp += ps.Loadings.backward(ps, grad, x)
	}
	return logp
}

// ScaleCoordinates stores the coordinates of standard deviations and, if cor is not nil, of
// correlations of effects whose covariance has the Cholesky factor root.
func ScaleCoordinates(sd, cor, root, unit []float64, st *Scale) {
	k := len(unit)
	if st.levels != nil {
		st.levels.coordinates(sd, root, unit)
		return
	}
	for s := range st.studies {
		sd[s] = math.Asinh(floats.Norm(root[s*k:s*k+s+1], 2) / unit[s])
	}
	if cor != nil && st.studies > 1 {
		l := st.LBar // scratch
		UnitRows(l, root, k, st.studies)
		st.Cor.unconstrained(cor, l, tuning.MostPartial)
	}
}

// UnitRows stores in l, n×n, the Cholesky factor of the correlations of the first n of k studies whose covariance has
// the Cholesky factor root. A study without effects has no correlation.
func UnitRows(l, root []float64, k, n int) {
	clear(l)
	for s := range n {
		row := root[s*k : s*k+s+1]
		norm := floats.Norm(row, 2)
		if norm == 0 {
			l[s*n+s] = 1
			continue
		}
		floats.ScaleTo(l[s*n:s*n+s+1], 1/norm, row)
	}
}

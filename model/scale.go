package model

import (
	"gonum.org/v1/gonum/floats"

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

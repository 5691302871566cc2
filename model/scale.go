package model

// scaleState is the Cholesky factor C = S·L of a factor's covariance. The diagonal of S
// is unit·sinh(u): like a logarithm where σ is large, and through 0 to the other sign
// where σ may be 0, so that there is no boundary and no long tail of log σ → −∞. A
// change of sign is the same density mirrored: σ is its absolute value, and ρ changes sign. Rows of C after those that
// have correlations are the loadings' (see [loadings]).
type scaleState struct {
	unit    []float64   // about the size of σ
	sd      []float64   // signed
	c, cbar []float64   // C and the derivative with respect to it
	l, lbar []float64   // the correlation's Cholesky factor; nil: no correlations
	cor     correlation // of the studies whose standard deviations are the term's own
}

func newScaleState(k int, correlated bool, unit []float64, cor correlation) scaleState {
	s := scaleState{unit: unit, c: make([]float64, k*k), cbar: make([]float64, k*k), sd: make([]float64, k),
		cor: cor}
	if correlated {
		s.l, s.lbar = make([]float64, cor.k*cor.k), make([]float64, cor.k*cor.k)
	}
	return s
}

// correlations stores the correlations of effects that have these signs, row by row below the diagonal.
func (st *scaleState) correlations(dst []float64, signed func(s int) float64) {
	k := st.cor.k
	for i := range k {
		for j := range i {
			v := 0.0
			for m := range j + 1 {
				v += st.l[i*k+m] * st.l[j*k+m]
			}
			if signed(i) < 0 != (signed(j) < 0) {
				v = -v
			}
			dst[pairIndex(i, j)] = v
		}
	}
}

// variance returns that of the effects of a study.
func (st *scaleState) variance(s int) float64 {
	v, k := 0.0, len(st.sd)
	for _, c := range st.c[s*k : s*k+s+1] {
		v += c * c
	}
	return v
}

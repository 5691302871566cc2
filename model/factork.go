package model

// forwardK sets η of a full factor of any number of studies, before stretch, and
// returns −Σ log L_ii.
func (f *factor) forwardK(st *factorState, z, c, tau []float64) float64 {
	k := f.k
	logs := newLogProduct()
	for j := range f.levels {
		info, work := f.info[j*k:(j+1)*k], f.work[j*k:(j+1)*k]
		l := st.chol[j*k*k : (j+1)*k*k]
		h, eta := st.h[j*k:(j+1)*k], st.eta[j*k:(j+1)*k]
		f.information(l, info, c, tau)
		for a := range k {
			w := 0.0
			for s := a; s < k; s++ {
				w += c[s*k+a] * tau[s] * work[s]
			}
			h[a] = w
		}
		cholesky(l, k)
		solveLower(l, h, k)
		for a := range k {
			eta[a] = z[j*k+a] + h[a]
			logs.add(l[a*k+a])
		}
		solveLowerT(l, eta, k)
	}
	return -logs.total()
}

// backwardK replaces zbar, the derivative with respect to η before stretch, by that
// with respect to z and adds to cbar and taubar what comes of M: the adjoint of
// forwardK step by step.
func (f *factor) backwardK(st *factorState, zbar, c, tau, cbar, taubar []float64) {
	k := f.k
	w, m, lbar := st.w, st.m, st.lbar
	for j := range f.levels {
		info, work := f.info[j*k:(j+1)*k], f.work[j*k:(j+1)*k]
		l := st.chol[j*k*k : (j+1)*k*k]
		h, eta, v := st.h[j*k:(j+1)*k], st.eta[j*k:(j+1)*k], zbar[j*k:(j+1)*k]
		solveLower(l, v, k)
		copy(w, v)
		solveLowerT(l, w, k)
		for a := range k {
			for e := range a + 1 {
				lbar[a*k+e] = -eta[a]*v[e] - w[a]*h[e]
			}
			lbar[a*k+a] -= 1 / l[a*k+a]
		}
		choleskyBackward(m, lbar, l, st.t, k)
		f.informationBackward(m, info, c, tau, cbar, taubar)
		for s := range k {
			cw := 0.0
			for a := range s + 1 {
				cbar[s*k+a] += tau[s] * work[s] * w[a]
				cw += c[s*k+a] * w[a]
			}
			taubar[s] += work[s] * cw
		}
	}
}

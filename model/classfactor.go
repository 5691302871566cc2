package model

import "math"

// classForward sets L, R and A of every class of a full factor and returns
// −Σ log L_ii over all levels.
func (f *factor) classForward(st *classState, c, tau []float64) float64 {
	k := f.k
	logp := 0.0
	for u, n := range f.count {
		o := u * k * k
		l, r, a := st.l[o:o+k*k], st.r[o:o+k*k], st.a[o:o+k*k]
		f.information(l, f.info[u*k:(u+1)*k], c, tau)
		cholesky(l, k)
		invertLower(r, l, k)
		det := 1.0
		for i := range k {
			det *= l[i*k+i]
		}
		logp -= n * math.Log(det)
		// A = Rᵀ(R Cᵀτ), column by column.
		for s := range k {
			for i := k - 1; i >= 0; i-- {
				x := 0.0
				for e := range min(i, s) + 1 {
					x += r[i*k+e] * c[s*k+e]
				}
				a[i*k+s] = x * tau[s]
			}
			for i := range k {
				x := 0.0
				for e := i; e < k; e++ {
					x += r[e*k+i] * a[e*k+s]
				}
				a[i*k+s] = x
			}
		}
	}
	return logp
}

// classBackward adds to cbar and taubar what comes of L, R and A of every class.
//
// With B = Cᵀτ and A = M⁻¹B: B̄ = M⁻¹Ā and M̄ = −B̄Aᵀ; with R = L⁻¹: L̄ = −RᵀR̄Rᵀ.
func (f *factor) classBackward(st *factorState, c, tau, cbar, taubar []float64) {
	k := f.k
	m, lbar, t, b := st.m, st.lbar, st.t, st.b
	for u, n := range f.count {
		o := u * k * k
		l, r, a := st.class.l[o:o+k*k], st.class.r[o:o+k*k], st.class.a[o:o+k*k]
		rbar, abar := st.class.rbar[o:o+k*k], st.class.abar[o:o+k*k]
		multiplyTransposed(t, r, rbar, k)
		for i := range k {
			for j := range i + 1 {
				x := 0.0
				for e := range j + 1 {
					x += t[i*k+e] * r[j*k+e]
				}
				lbar[i*k+j] = -x
			}
			lbar[i*k+i] -= n / l[i*k+i]
		}
		choleskyBackward(m, lbar, l, t, k)
		multiply(t, r, abar, k)
		multiplyTransposed(b, r, t, k)
		for i := range k {
			for j := range k {
				x := 0.0
				for s := range k {
					x += b[i*k+s]*a[j*k+s] + b[j*k+s]*a[i*k+s]
				}
				m[i*k+j] -= 0.5 * x
			}
		}
		f.informationBackward(m, f.info[u*k:(u+1)*k], c, tau, cbar, taubar)
		for s := range k {
			x := 0.0
			for i := range s + 1 {
				cbar[s*k+i] += tau[s] * b[i*k+s]
				x += c[s*k+i] * b[i*k+s]
			}
			taubar[s] += x
		}
	}
}

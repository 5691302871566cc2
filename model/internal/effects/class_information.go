package effects

import (
	"math"

	"concord/model/internal/matrix"
)

// classForward sets R and A for every class of a full factor and returns −Σ log U_ii over all levels.
func (f *Factor) classForward(st *State, c, tau []float64) float64 {
	switch {
	case f.K >= wideFrom:
		return f.classForwardWide(st, c, tau)
	case f.K == 2:
		return f.classForward2(st, c, tau)
	case f.K == 3:
		return f.classForward3(st, c, tau)
	}
	return f.classForwardK(st, c, tau)
}

// classForwardK is classForward for a few studies.
func (f *Factor) classForwardK(st *State, c, tau []float64) float64 {
	k := f.K
	logp := 0.0
	for i, n := range f.count {
		o := i * k * k
		u, r, a := st.class.u[o:o+k*k], st.class.r[o:o+k*k], st.class.a[o:o+k*k]
		f.information(u, f.info[i*k:(i+1)*k], c, tau)
		matrix.RootLower(u, k)
		matrix.InvertLower(r, u, k)
		det := 1.0
		for i := range k {
			det *= u[i*k+i]
		}
		logp -= n * math.Log(det)
		// A = R(RᵀCᵀτ), column by column.
		for s := range k {
			for i := range k {
				x := 0.0
				for e := i; e <= s; e++ {
					x += r[e*k+i] * c[s*k+e]
				}
				a[i*k+s] = x * tau[s]
			}
			for i := k - 1; i >= 0; i-- {
				x := 0.0
				for e := range i + 1 {
					x += r[i*k+e] * a[e*k+s]
				}
				a[i*k+s] = x
			}
		}
	}
	return logp
}

// classBackward adds to cbar and taubar the derivatives that pass through U, R and A of every class.
func (f *Factor) classBackward(st *State, c, tau, cbar, taubar []float64) {
	switch {
	case f.K >= wideFrom:
		f.classBackwardWide(st, c, tau, cbar, taubar)
	case f.K == 2:
		f.classBackward2(st, c, tau, cbar, taubar)
	case f.K == 3:
		f.classBackward3(st, c, tau, cbar, taubar)
	default:
		f.classBackwardK(st, c, tau, cbar, taubar)
	}
}

// classBackwardK is classBackward for a few studies.
//
// With B = Cᵀτ and A = M⁻¹B: B̄ = M⁻¹Ā and M̄ = −B̄Aᵀ; with R = U⁻¹: ŪUᵀ = −RᵀR̄.
func (f *Factor) classBackwardK(st *State, c, tau, cbar, taubar []float64) {
	k := f.K
	m, root, t, b := st.m, st.root, st.t, st.b
	for u, n := range f.count {
		o := u * k * k
		r, a := st.class.r[o:o+k*k], st.class.a[o:o+k*k]
		rbar, abar := st.class.rbar[o:o+k*k], st.class.abar[o:o+k*k]
		matrix.MultiplyTransposed(root, r, rbar, k)
		for i := range k {
			for j := range i + 1 {
				root[i*k+j] = -root[i*k+j]
			}
			root[i*k+i] -= n
		}
		matrix.RootBackward(m, root, r, t, k)
		matrix.MultiplyTransposed(t, r, abar, k)
		matrix.MultiplyLower(b, r, t, k)
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

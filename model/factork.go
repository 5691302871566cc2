package model

import "math"

// forwardK is forward for a full factor of any number of studies.
func (f *factor) forwardK(st *factorState, z, c, tau []float64) float64 {
	k := f.k
	half := 0.0
	logs := newLogProduct()
	for j := range f.levels {
		info, work := f.info[j*k:(j+1)*k], f.work[j*k:(j+1)*k]
		l := st.chol[j*k*k : (j+1)*k*k]
		h, eta, b := st.h[j*k:(j+1)*k], st.eta[j*k:(j+1)*k], st.effect[j*k:(j+1)*k]
		for a := range k {
			w := 0.0
			for s := a; s < k; s++ {
				w += c[s*k+a] * tau[s] * work[s]
			}
			h[a] = w
			for e := range a + 1 {
				m := 0.0
				for s := a; s < k; s++ {
					m += c[s*k+a] * tau[s] * info[s] * c[s*k+e]
				}
				l[a*k+e] = m
			}
			l[a*k+a]++
		}
		cholesky(l, k)
		solveLower(l, h, k)
		for a := range k {
			eta[a] = z[j*k+a] + h[a]
			logs.add(l[a*k+a])
		}
		solveLowerT(l, eta, k)
		for s := range k {
			x := 0.0
			for a := range s + 1 {
				x += c[s*k+a] * eta[a]
			}
			b[s] = x
			half += eta[s] * eta[s]
		}
	}
	return -0.5*half - logs.total()
}

// backwardK is backward for a full factor of any number of studies: the adjoint of
// forwardK step by step, with the reverse of the Cholesky factorisation as in Murray
// (2016, "Differentiation of the Cholesky decomposition", equation 10).
func (f *factor) backwardK(st *factorState, zbar, c, tau, cbar, taubar []float64) {
	k := f.k
	v, w, m, lbar, t := st.v, st.w, st.m, st.lbar, st.t
	for j := range f.levels {
		info, work := f.info[j*k:(j+1)*k], f.work[j*k:(j+1)*k]
		l := st.chol[j*k*k : (j+1)*k*k]
		h, eta, g := st.h[j*k:(j+1)*k], st.eta[j*k:(j+1)*k], st.grad[j*k:(j+1)*k]
		for a := range k {
			x := -eta[a]
			for s := a; s < k; s++ {
				x += c[s*k+a] * g[s]
			}
			v[a] = x
		}
		solveLower(l, v, k)
		copy(zbar[j*k:(j+1)*k], v)
		copy(w, v)
		solveLowerT(l, w, k)

		clear(lbar)
		for a := range k {
			for e := range a + 1 {
				lbar[a*k+e] = -eta[a]*v[e] - w[a]*h[e]
			}
			lbar[a*k+a] -= 1 / l[a*k+a]
		}
		// Φ = tril(Lᵀ L̄) with halved diagonal, then S = L⁻ᵀ Φ L⁻¹.
		clear(t)
		for a := range k {
			for e := range a + 1 {
				x := 0.0
				for i := a; i < k; i++ {
					x += l[i*k+a] * lbar[i*k+e]
				}
				t[a*k+e] = x
			}
			t[a*k+a] *= 0.5
		}
		for a := range k { // rows: Φ L⁻¹, solved from the right
			row := t[a*k : (a+1)*k]
			for e := k - 1; e >= 0; e-- {
				for i := e + 1; i < k; i++ {
					row[e] -= row[i] * l[i*k+e]
				}
				row[e] /= l[e*k+e]
			}
		}
		for e := range k { // columns: L⁻ᵀ ·
			for a := k - 1; a >= 0; a-- {
				x := t[a*k+e]
				for i := a + 1; i < k; i++ {
					x -= l[i*k+a] * t[i*k+e]
				}
				t[a*k+e] = x / l[a*k+a]
			}
		}
		for a := range k {
			for e := range k {
				m[a*k+e] = 0.5 * (t[a*k+e] + t[e*k+a])
			}
		}
		for s := range k {
			cw := 0.0
			cmc := 0.0
			for a := range s + 1 {
				cm := 0.0
				for e := range s + 1 {
					cm += c[s*k+e] * m[e*k+a]
				}
				cbar[s*k+a] += 2*tau[s]*info[s]*cm + tau[s]*work[s]*w[a] + g[s]*eta[a]
				cw += c[s*k+a] * w[a]
				cmc += cm * c[s*k+a]
			}
			taubar[s] += info[s]*cmc + work[s]*cw
		}
	}
}

// cholesky replaces the lower triangle of the positive definite a (k×k row-major)
// by its Cholesky factor.
func cholesky(a []float64, k int) {
	for j := range k {
		d := a[j*k+j]
		for i := range j {
			d -= a[j*k+i] * a[j*k+i]
		}
		d = math.Sqrt(d)
		a[j*k+j] = d
		for r := j + 1; r < k; r++ {
			x := a[r*k+j]
			for i := range j {
				x -= a[r*k+i] * a[j*k+i]
			}
			a[r*k+j] = x / d
		}
	}
}

// solveLower replaces x by L⁻¹x.
func solveLower(l, x []float64, k int) {
	for i := range k {
		v := x[i]
		for j := range i {
			v -= l[i*k+j] * x[j]
		}
		x[i] = v / l[i*k+i]
	}
}

// solveLowerT replaces x by L⁻ᵀx.
func solveLowerT(l, x []float64, k int) {
	for i := k - 1; i >= 0; i-- {
		v := x[i]
		for j := i + 1; j < k; j++ {
			v -= l[j*k+i] * x[j]
		}
		x[i] = v / l[i*k+i]
	}
}

package model

import "concord/model/internal/dense"

// From so many studies on, a factor's passes are products of matrices, levels × K by K×K.
const wideFrom = 5

// wideState is the scratch of a full factor of many studies.
type wideState struct {
	z, d, e       []float64 // levels of one class, as many at once as there is room for
	transposed, q []float64 // k×k
}

// wideRows is how many levels are gathered at once.
const wideRows = 64

func newWideState(k int) wideState {
	n := wideRows * k
	v := make([]float64, 3*n+2*k*k)
	return wideState{z: v[:n], d: v[n : 2*n], e: v[2*n : 3*n], transposed: v[3*n : 3*n+k*k], q: v[3*n+k*k:]}
}

// part returns some of the levels of class u, from the given one on, and where the rest begins.
func (c *classes) part(u, from int) (levels []int32, next int) {
	from += int(c.first[u])
	to := min(from+wideRows, int(c.first[u+1]))
	return c.order[from:to], to - int(c.first[u])
}

// gather copies the rows of levels from v, levels × k, to dst.
func gather(dst, v []float64, levels []int32, k int) []float64 {
	for i, j := range levels {
		copy(dst[i*k:(i+1)*k], v[int(j)*k:(int(j)+1)*k])
	}
	return dst[:len(levels)*k]
}

// scatter copies rows back.
func scatter(v, src []float64, levels []int32, k int) {
	for i, j := range levels {
		copy(v[int(j)*k:(int(j)+1)*k], src[i*k:(i+1)*k])
	}
}

// gatherWork gathers the d of levels of a class, less its shift.
func (f *factor) gatherWork(st *factorState, u int, levels []int32) []float64 {
	k := f.k
	d := gather(st.wide.d, f.work, levels, k)
	follow := st.class.follow[u*k : (u+1)*k]
	for o := 0; o < len(d); o += k {
		for s, x := range follow {
			d[o+s] -= x
		}
	}
	return d
}

// forwardWide is forwardK.
func (f *factor) forwardWide(st *factorState, z []float64) {
	k, w := f.k, &st.wide
	for u := range f.count {
		r, a := st.class.r[u*k*k:(u+1)*k*k], st.class.a[u*k*k:(u+1)*k*k]
		for from := 0; from < int(f.count[u]); {
			levels, next := f.part(u, from)
			n := len(levels)
			e := w.e[:n*k]
			clear(e)
			transpose(w.transposed, r, k)
			dense.MulAdd(e, gather(w.z, z, levels, k), w.transposed, n, k, k)
			transpose(w.transposed, a, k)
			dense.MulAdd(e, f.gatherWork(st, u, levels), w.transposed, n, k, k)
			scatter(st.eta, e, levels, k)
			from = next
		}
	}
}

// backwardWide is backwardK. What it adds to R̄ above the diagonal has no meaning.
func (f *factor) backwardWide(st *factorState, zbar, z []float64) {
	k, w := f.k, &st.wide
	for u := range f.count {
		o := u * k * k
		r, rbar, abar := st.class.r[o:o+k*k], st.class.rbar[o:o+k*k], st.class.abar[o:o+k*k]
		pull := st.class.pull[u*k : (u+1)*k]
		for from := 0; from < int(f.count[u]); {
			levels, next := f.part(u, from)
			n := len(levels)
			bar := gather(w.e, zbar, levels, k)
			for o := 0; o < len(bar); o += k {
				for i, x := range bar[o : o+k] {
					pull[i] += x
				}
			}
			zs := gather(w.z, z, levels, k)
			dense.MulTransAdd(rbar, bar, zs, n, k, k)
			dense.MulTransAdd(abar, bar, f.gatherWork(st, u, levels), n, k, k)
			clear(zs)
			dense.MulAdd(zs, bar, r, n, k, k)
			scatter(zbar, zs, levels, k)
			from = next
		}
	}
}

// shiftWide is shiftK.
func (f *factor) shiftWide(st *factorState, shift, c []float64) float64 {
	k := f.k
	square := 0.0
	for o := 0; o < len(st.eta); o += k {
		for a, x := range shift {
			e := st.eta[o+a] + x
			st.eta[o+a] = e
			square += e * e
		}
	}
	transpose(st.wide.transposed, c, k)
	clear(st.effect)
	dense.MulAdd(st.effect, st.eta, st.wide.transposed, f.levels, k, k)
	return square
}

// effectsBackwardWide is effectsBackward. What it adds to cbar above the diagonal has no meaning.
func (f *factor) effectsBackwardWide(st *factorState, etabar, c, cbar []float64) {
	for i, e := range st.eta {
		etabar[i] = -e
	}
	dense.MulAdd(etabar, st.grad, c, f.levels, f.k, f.k)
	dense.MulTransAdd(cbar, st.grad, st.eta, f.levels, f.k, f.k)
}

// informationWide is information.
func (f *factor) informationWide(st *factorState, m, d, c, tau []float64) {
	k, q := f.k, st.wide.q
	for s := range k {
		x := tau[s] * d[s]
		for a := range k {
			q[s*k+a] = x * c[s*k+a]
		}
	}
	clear(m)
	for a := range k {
		m[a*k+a] = 1
	}
	dense.MulTransAdd(m, c, q, k, k, k)
}

// classForwardWide is classForward of one class but for the logarithms: U, R and A.
func (f *factor) classForwardWide(st *factorState, u, r, a, d, c, tau []float64) {
	k, w := f.k, &st.wide
	f.informationWide(st, u, d, c, tau)
	rootLower(u, k)
	invertLower(r, u, k)
	// A = R(CR)ᵀτ.
	clear(w.q)
	dense.MulAdd(w.q, c, r, k, k, k)
	for s := range k {
		for i := range k {
			w.transposed[i*k+s] = w.q[s*k+i] * tau[s]
		}
	}
	clear(a)
	dense.MulAdd(a, r, w.transposed, k, k, k)
}

// classBackwardWide stores in m and b what classBackward computes of one class of n levels: the derivative
// with respect to M, and M⁻¹Ā.
func (f *factor) classBackwardWide(st *factorState, n float64, r, a, rbar, abar []float64) {
	k, w := f.k, &st.wide
	m, root, t, b := st.m, st.root, st.t, st.b
	clear(root)
	dense.MulTransAdd(root, r, rbar, k, k, k)
	// Φ of rootBackward: the lower triangle, the diagonal halved.
	for i := range k {
		for j := range i {
			root[i*k+j] = -root[i*k+j]
		}
		root[i*k+i] = -0.5 * (root[i*k+i] + n)
		clear(root[i*k+i+1 : (i+1)*k])
	}
	clear(t)
	dense.MulAdd(t, r, root, k, k, k)
	transpose(w.transposed, r, k)
	clear(w.q)
	dense.MulAdd(w.q, t, w.transposed, k, k, k)
	symmetricPart(m, w.q, 1, k)

	clear(t)
	dense.MulTransAdd(t, r, abar, k, k, k)
	clear(b)
	dense.MulAdd(b, r, t, k, k, k)
	transpose(w.transposed, a, k)
	clear(w.q)
	dense.MulAdd(w.q, b, w.transposed, k, k, k)
	symmetricPart(root, w.q, -1, k)
	for i, x := range root {
		m[i] += x
	}
}

// informationBackwardWide is informationBackward.
func (f *factor) informationBackwardWide(st *factorState, m, d, c, tau, cbar, taubar []float64) {
	k, q := f.k, st.wide.q
	clear(q)
	dense.MulAdd(q, c, m, k, k, k)
	for s := range k {
		x, cmc := 2*tau[s]*d[s], 0.0
		for a := range s + 1 {
			cbar[s*k+a] += x * q[s*k+a]
			cmc += q[s*k+a] * c[s*k+a]
		}
		taubar[s] += d[s] * cmc
	}
}

// transpose stores Aᵀ in t.
func transpose(t, a []float64, k int) {
	for i := range k {
		for j, x := range a[i*k : (i+1)*k] {
			t[j*k+i] = x
		}
	}
}

// symmetricPart stores ½x(A + Aᵀ) in s.
func symmetricPart(s, a []float64, x float64, k int) {
	for i := range k {
		for j := range i + 1 {
			v := 0.5 * x * (a[i*k+j] + a[j*k+i])
			s[i*k+j], s[j*k+i] = v, v
		}
	}
}

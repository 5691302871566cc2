package effects

import (
	"concord/model/internal/dense"
	"concord/model/internal/matrix"
)

// From so many studies on, a factor's passes are products of matrices, levels × K by K×K.
const wideFrom = 5

// width returns how many elements of row s of C may differ from 0, which are the first: of many studies all, as C is
// any root there.
func (f *Factor) width(s int) int {
	if f.K >= wideFrom {
		return f.K
	}
	return s + 1
}

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
func (f *Factor) gatherWork(st *State, u int, levels []int32) []float64 {
	k := f.K
	d := gather(st.wide.d, f.target, levels, k)
	offset := st.class.offset[u*k : (u+1)*k]
	for o := 0; o < len(d); o += k {
		for s, x := range offset {
			d[o+s] -= x
		}
	}
	return d
}

// forwardWide is forwardK.
func (f *Factor) forwardWide(st *State, z []float64) {
	k, w := f.K, &st.wide
	for u := range f.count {
		r, a := st.class.r[u*k*k:(u+1)*k*k], st.class.a[u*k*k:(u+1)*k*k]
		for from := 0; from < int(f.count[u]); {
			levels, next := f.part(u, from)
			n := len(levels)
			e := w.e[:n*k]
			clear(e)
			matrix.Transpose(w.transposed, r, k)
			dense.MulAdd(e, gather(w.z, z, levels, k), w.transposed, n, k, k)
			matrix.Transpose(w.transposed, a, k)
			dense.MulAdd(e, f.gatherWork(st, u, levels), w.transposed, n, k, k)
			scatter(st.eta, e, levels, k)
			from = next
		}
	}
}

// backwardWide is backwardK. What it adds to R̄ above the diagonal has no meaning.
func (f *Factor) backwardWide(st *State, zbar, z []float64) {
	k, w := f.K, &st.wide
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
func (f *Factor) shiftWide(st *State, shift, c []float64) float64 {
	k := f.K
	square := 0.0
	for o := 0; o < len(st.eta); o += k {
		for a, x := range shift {
			e := st.eta[o+a] + x
			st.eta[o+a] = e
			square += e * e
		}
	}
	matrix.Transpose(st.wide.transposed, c, k)
	clear(st.Effect)
	dense.MulAdd(st.Effect, st.eta, st.wide.transposed, f.Levels, k, k)
	return square
}

// effectsBackwardWide is effectsBackward. Of a triangular C, what it adds to cbar above the diagonal has no meaning.
func (f *Factor) effectsBackwardWide(st *State, etabar, c, cbar []float64) {
	for i, e := range st.eta {
		etabar[i] = -e
	}
	dense.MulAdd(etabar, st.Grad, c, f.Levels, f.K, f.K)
	dense.MulTransAdd(cbar, st.Grad, st.eta, f.Levels, f.K, f.K)
}

// informationWide is information.
func (f *Factor) informationWide(st *State, m, d, c, tau []float64) {
	k, q := f.K, st.wide.q
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
func (f *Factor) classForwardWide(st *State, u, r, a, d, c, tau, targetTau []float64) {
	k, w := f.K, &st.wide
	f.informationWide(st, u, d, c, tau)
	matrix.RootLower(u, k)
	matrix.InvertLower(r, u, k)
	// A = R(CR)ᵀτ.
	clear(w.q)
	dense.MulAdd(w.q, c, r, k, k, k)
	for s := range k {
		for i := range k {
			w.transposed[i*k+s] = w.q[s*k+i] * targetTau[s]
		}
	}
	clear(a)
	dense.MulAdd(a, r, w.transposed, k, k, k)
}

// classBackwardWide stores in m and b what classBackward computes of one class of n levels: the derivative
// with respect to M, and M⁻¹Ā.
func (f *Factor) classBackwardWide(st *State, n float64, r, a, rbar, abar []float64) {
	k, w := f.K, &st.wide
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
	matrix.Transpose(w.transposed, r, k)
	clear(w.q)
	dense.MulAdd(w.q, t, w.transposed, k, k, k)
	matrix.SymmetricPart(m, w.q, 1, k)

	clear(t)
	dense.MulTransAdd(t, r, abar, k, k, k)
	clear(b)
	dense.MulAdd(b, r, t, k, k, k)
	matrix.Transpose(w.transposed, a, k)
	clear(w.q)
	dense.MulAdd(w.q, b, w.transposed, k, k, k)
	matrix.SymmetricPart(root, w.q, -1, k)
	for i, x := range root {
		m[i] += x
	}
}

// informationBackwardWide is informationBackward.
func (f *Factor) informationBackwardWide(st *State, m, d, c, tau, cbar, taubar []float64) {
	k, q := f.K, st.wide.q
	clear(q)
	dense.MulAdd(q, c, m, k, k, k)
	for s := range k {
		x, cmc := 2*tau[s]*d[s], 0.0
		for a := range k {
			cbar[s*k+a] += x * q[s*k+a]
			cmc += q[s*k+a] * c[s*k+a]
		}
		taubar[s] += d[s] * cmc
	}
}

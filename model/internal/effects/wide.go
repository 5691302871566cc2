package effects

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"concord/model/internal/dense"
	"concord/model/internal/matrix"
	"concord/model/internal/tuning"
)

// With this many studies or more, a factor's passes are products of matrices, levels × K by K×K.
//
// With M = UᵀU, R = U⁻¹ and W = CR, level by level
//
//	y = z + Wᵀτd,  η = Ry,  b = Wy,
//
// The same η follows from [classState] with A = RWᵀτ, but this takes no M⁻¹. If the mean of η is reparameterised, b is
// Cη, because η moves in between. In a class, r is R, a is W, and abar is W̄; u becomes Rᵀ as soon as its diagonal has
// been read. Derivatives with respect to R are summed above its diagonal too, where they have no meaning.
const wideFrom = tuning.WholeEffects

// wideState is the memory of a full factor of many studies, and its scratch.
type wideState struct {
	y                   []float64 // levels × k, in the order of the classes
	z, effect, bar      []float64 // levels of one class, as many at once as there is room for
	transposed, q, half []float64 // k×k
	moving              []float64 // (k + 1) × k: τW, and the part of y that all levels share
	scratch             []float64 // of triangular matrices
}

// wideRows is how many levels are gathered at once.
const wideRows = tuning.WholeRows

func newWideState(levels, k int) wideState {
	n := func(rows int) []float64 { return make([]float64, rows*k) }
	return wideState{
		y: n(levels), z: n(wideRows), effect: n(wideRows), bar: n(wideRows),
		transposed: n(k), q: n(k), half: n(k), moving: n(k + 1), scratch: n(2 * 8),
	}
}

// sortTarget sets work, of many studies.
func (f *Factor) sortTarget() {
	k := f.K
	if k < wideFrom || f.Starts != nil {
		return
	}
	f.work = make([]float64, 0, f.Levels*(k+1))
	for _, j := range f.order {
		f.work = append(append(f.work, f.target[int(j)*k:(int(j)+1)*k]...), 1)
	}
}

// part returns some of the levels of class u, from the given one on, and where the rest begins.
func (c *classes) part(u, from int) (levels []int32, next int) {
	from += int(c.first[u])
	to := min(from+wideRows, int(c.first[u+1]))
	return c.order[from:to], to - int(c.first[u])
}

// rows returns the rows of some levels of v, levels × k. If there is one class, its levels are in the order of v, and
// rows returns a part of v. Otherwise it returns a copy.
func (f *Factor) rows(copied, v []float64, levels []int32) []float64 {
	k := f.K
	if len(f.count) == 1 {
		o := int(levels[0]) * k
		return v[o : o+len(levels)*k]
	}
	for i, j := range levels {
		copy(copied[i*k:(i+1)*k], v[int(j)*k:(int(j)+1)*k])
	}
	return copied[:len(levels)*k]
}

// putRows writes back to v what [Factor.rows] returned.
func (f *Factor) putRows(v, rows []float64, levels []int32) {
	if len(f.count) == 1 {
		return
	}
	k := f.K
	for i, j := range levels {
		copy(v[int(j)*k:(int(j)+1)*k], rows[i*k:(i+1)*k])
	}
}

// classWide returns the matrices of class u.
func (f *Factor) classWide(st *State, u int) (transposed, r, w, rbar, wbar []float64) {
	n := f.K * f.K
	of := func(v []float64) []float64 { return v[u*n : (u+1)*n] }
	return of(st.class.u), of(st.class.r), of(st.class.a), of(st.class.rbar), of(st.class.abar)
}

// classForwardWide sets R and W of every class and returns −Σ log U_ii over all levels.
func (f *Factor) classForwardWide(st *State, c, tau []float64) float64 {
	k, wide := f.K, &st.wide
	logp := 0.0
	for u, n := range f.count {
		m, r, w, _, _ := f.classWide(st, u)
		f.informationWide(st, m, f.info[u*k:(u+1)*k], c, tau)
		dense.RootInverse(m, r, wide.scratch, k)
		logp -= n * logDiagonal(m, k)
		dense.Mul(w, c, r, k, k, k)
		matrix.Transpose(m, r, k)
	}
	return logp
}

// logDiagonal returns Σ log U_ii.
func logDiagonal(u []float64, k int) float64 {
	log, product := 0.0, 1.0
	for i := range k {
		if product *= u[i*k+i]; product > 1e100 {
			log += math.Log(product)
			product = 1
		}
	}
	return log + math.Log(product)
}

// informationWide stores I + CᵀτDC in m.
func (f *Factor) informationWide(st *State, m, d, c, tau []float64) {
	k, q := f.K, st.wide.q
	for s := range k {
		floats.ScaleTo(q[s*k:(s+1)*k], tau[s]*d[s], c[s*k:(s+1)*k])
	}
	dense.MulTransHalf(m, c, q, k, k)
	for a := range k {
		m[a*k+a]++
	}
}

// forwardWide is forwardK; it sets the effects too if they are offset.
func (f *Factor) forwardWide(st *State, z, tau []float64) {
	k, wide := f.K, &st.wide
	for u := range f.count {
		transposed, _, w, _, _ := f.classWide(st, u)
		offset := st.class.offset[u*k : (u+1)*k]
		same := wide.moving[k*k:]
		clear(same)
		for s, x := range tau {
			row := wide.moving[s*k : (s+1)*k]
			floats.ScaleTo(row, x, w[s*k:(s+1)*k])
			if offset[s] != 0 {
				floats.AddScaled(same, -offset[s], row)
			}
		}
		if f.Center != nil {
			matrix.Transpose(wide.transposed, w, k)
		}
		for from := 0; from < int(f.count[u]); {
			at := int(f.first[u]) + from
			levels, next := f.part(u, from)
			n := len(levels)
			y := wide.y[at*k : (at+n)*k]
			copy(y, f.rows(wide.z, z, levels))
			dense.MulAdd(y, f.work[at*(k+1):], wide.moving, n, k+1, k)
			eta := f.rows(wide.z, st.eta, levels)
			dense.Mul(eta, y, transposed, n, k, k)
			f.putRows(st.eta, eta, levels)
			if f.Center != nil {
				b := f.rows(wide.effect, st.Effect, levels)
				dense.Mul(b, y, wide.transposed, n, k, k)
				f.putRows(st.Effect, b, levels)
			}
			from = next
		}
	}
}

// shiftWide is shiftK for many studies.
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
	dense.Mul(st.Effect, st.eta, st.wide.transposed, f.Levels, k, k)
	return square
}

// effectsBackwardWide is effectsBackward of a factor whose mean is reparameterised; for offset effects backwardWide
// does it. If C is triangular, the values that it adds to cbar above the diagonal have no meaning.
func (f *Factor) effectsBackwardWide(st *State, etabar, c, cbar []float64) {
	for i, e := range st.eta {
		etabar[i] = -e
	}
	dense.MulAdd(etabar, st.Grad, c, f.Levels, f.K, f.K)
	dense.MulTransAdd(cbar, st.Grad, st.eta, f.Levels, f.K, f.K)
}

// backwardWide sets zbar to the derivative with respect to z, and adds the derivative with respect to x to xbar. It
// stores the derivatives with respect to R and W, and adds the derivative with respect to τ through d. If the mean of
// the factor is reparameterised, zbar holds the derivative with respect to η before the call.
//
// With η = Ry, b = Wy and g the derivative with respect to b, z̄ = ȳ = Rᵀη̄ + Wᵀg. The others are R̄ = η̄yᵀ and W̄ =
// gyᵀ + τd z̄ᵀ.
func (f *Factor) backwardWide(st *State, zbar, tau, taubar, xbar []float64) {
	k, wide := f.K, &st.wide
	for u := range f.count {
		_, r, w, rbar, wbar := f.classWide(st, u)
		sums := wide.moving // of d and 1 with z̄
		clear(sums)
		clear(rbar)
		clear(wbar)
		for from := 0; from < int(f.count[u]); {
			at := int(f.first[u]) + from
			levels, next := f.part(u, from)
			n := len(levels)
			y, out := wide.y[at*k:(at+n)*k], f.rows(wide.bar, zbar, levels)
			if f.Center != nil {
				eta, g := f.rows(wide.z, st.score, levels), f.rows(wide.effect, st.Grad, levels)
				floats.ScaleTo(wide.q, -1, r) // η̄ = −η, or minus the score
				dense.Mul(out, eta, wide.q, n, k, k)
				dense.MulAdd(out, g, w, n, k, k)
				dense.MulTransAdd(wbar, g, y, n, k, k)
				dense.MulTransHalfAdd(rbar, eta, y, n, k)
			} else {
				bar := wide.z[:n*k]
				copy(bar, out)
				dense.Mul(out, bar, r, n, k, k)
				dense.MulTransHalfAdd(rbar, bar, y, n, k)
			}
			dense.MulTransAdd(sums, f.work[at*(k+1):], out, n, k+1, k)
			f.putRows(zbar, out, levels)
			from = next
		}
		if f.Center != nil {
			floats.Scale(-1, rbar)
		}
		f.targetBackwardWide(st, u, sums, tau, taubar, xbar)
	}
}

// targetBackwardWide adds the derivatives that pass through d to W̄ of a class, taubar and xbar. sums holds Σ d z̄ᵀ of
// the class's levels and, in the last row, Σ z̄.
func (f *Factor) targetBackwardWide(st *State, u int, sums, tau, taubar, xbar []float64) {
	k := f.K
	_, _, w, _, wbar := f.classWide(st, u)
	pull := sums[k*k:]
	for s := range k {
		at := u*k + s
		row, own := sums[s*k:(s+1)*k], w[s*k:(s+1)*k]
		if f.Center != nil {
			floats.AddScaled(row, -st.class.offset[at], pull)
			xbar[s] -= f.info[at] * f.offsetScale(s) * tau[s] * floats.Dot(own, pull)
		}
		taubar[s] += floats.Dot(own, row)
		floats.AddScaled(wbar[s*k:(s+1)*k], tau[s], row)
	}
}

// classBackwardWide adds to cbar and taubar the derivatives that pass through U, R and W of every class.
func (f *Factor) classBackwardWide(st *State, c, tau, cbar, taubar []float64) {
	k, wide := f.K, &st.wide
	for u, n := range f.count {
		transposed, r, _, rbar, wbar := f.classWide(st, u)
		dense.MulAdd(cbar, wbar, transposed, k, k, k)
		dense.MulTransHalfAdd(rbar, c, wbar, k, k)

		// The derivative with respect to M is the symmetric part of RΦRᵀ, see [matrix.RootBackward], with
		// ŪUᵀ = −RᵀR̄ − n.
		phi, product := wide.q, wide.half
		dense.MulTransLowerHalf(phi, r, rbar, k)
		for i := range k {
			for j := range i {
				phi[i*k+j] = -phi[i*k+j]
			}
			phi[i*k+i] = -0.5 * (phi[i*k+i] + n)
			clear(phi[i*k+i+1 : (i+1)*k])
		}
		dense.MulLower(product, r, phi, k, k)
		dense.MulLower(wide.transposed, product, transposed, k, k)
		matrix.SymmetricPart(product, wide.transposed, 1, k)

		o := u * k
		f.informationBackwardWide(st, product, f.info[o:o+k], c, tau, cbar, taubar)
	}
}

// informationBackwardWide adds to cbar and taubar the derivatives through M, whose derivative is m.
func (f *Factor) informationBackwardWide(st *State, m, d, c, tau, cbar, taubar []float64) {
	k, q := f.K, st.wide.q
	dense.Mul(q, c, m, k, k, k)
	for s := range k {
		cm, row := q[s*k:(s+1)*k], c[s*k:(s+1)*k]
		floats.AddScaled(cbar[s*k:(s+1)*k], 2*tau[s]*d[s], cm)
		taubar[s] += d[s] * floats.Dot(cm, row)
	}
}

package effects

import "gonum.org/v1/gonum/floats"

// effects sets the effects b = Cη of a full factor whose effects are offset and returns −½ Σ η².
func (f *Factor) effects(st *State, c []float64) float64 {
	if f.K >= wideFrom { // forwardWide has set the effects
		return -0.5 * floats.Dot(st.eta, st.eta)
	}
	clear(st.v)
	return -0.5 * f.shift(st, st.v, c)
}

// shift adds shift to every η, sets the effects b = Cη and returns Σ η².
func (f *Factor) shift(st *State, shift, c []float64) float64 {
	switch {
	case f.K == 2:
		return f.shift2(st, shift, c)
	case f.K == 3:
		return f.shift3(st, shift, c)
	case f.K >= wideFrom:
		return f.shiftWide(st, shift, c)
	}
	return f.shiftK(st, shift, c)
}

// shiftK is shift for any number of studies.
func (f *Factor) shiftK(st *State, shift, c []float64) float64 {
	k := f.K
	square := 0.0
	for j := range f.Levels {
		eta, b := st.eta[j*k:(j+1)*k], st.Effect[j*k:(j+1)*k]
		for a, x := range shift {
			eta[a] += x
			square += eta[a] * eta[a]
		}
		for s := range k {
			x := 0.0
			for a := range s + 1 {
				x += c[s*k+a] * eta[a]
			}
			b[s] = x
		}
	}
	return square
}

// shift2 is shift written out for two studies.
func (f *Factor) shift2(st *State, shift, c []float64) float64 {
	c00, c10, c11, s0, s1 := c[0], c[2], c[3], shift[0], shift[1]
	eta, b := st.eta[:2*f.Levels], st.Effect[:2*f.Levels]
	square := 0.0
	for o := 0; o+1 < len(eta); o += 2 {
		e0, e1 := eta[o]+s0, eta[o+1]+s1
		square += e0*e0 + e1*e1
		eta[o], eta[o+1] = e0, e1
		b[o], b[o+1] = c00*e0, c10*e0+c11*e1
	}
	return square
}

// shift3 is shift written out for three studies.
func (f *Factor) shift3(st *State, shift, c []float64) float64 {
	c00, c10, c11, c20, c21, c22, s0, s1, s2 := c[0], c[3], c[4], c[6], c[7], c[8], shift[0], shift[1], shift[2]
	eta, b := st.eta[:3*f.Levels], st.Effect[:3*f.Levels]
	square := 0.0
	for len(eta) >= 3 && len(b) >= 3 {
		e0, e1, e2 := eta[0]+s0, eta[1]+s1, eta[2]+s2
		square += e0*e0 + e1*e1 + e2*e2
		eta[0], eta[1], eta[2] = e0, e1, e2
		b[0], b[1], b[2] = c00*e0, c10*e0+c11*e1, c20*e0+c21*e1+c22*e2
		eta, b = eta[3:], b[3:]
	}
	return square
}

// effectsBackward sets etabar to Cᵀg − η and adds g ηᵀ to cbar.
func (f *Factor) effectsBackward(st *State, etabar, c, cbar []float64) {
	k := f.K
	switch {
	case k == 2:
		effectsBackward2(st, etabar, c, cbar)
		return
	case k == 3:
		effectsBackward3(st, etabar, c, cbar)
		return
	case k >= wideFrom:
		f.effectsBackwardWide(st, etabar, c, cbar)
		return
	}
	effectsBackwardK(st, etabar, c, cbar, k)
}

// effectsBackwardK is effectsBackward for any number of studies.
func effectsBackwardK(st *State, etabar, c, cbar []float64, k int) {
	for o := 0; o < len(etabar); o += k {
		g, eta := st.Grad[o:o+k], st.eta[o:o+k]
		for a := range k {
			x := -eta[a]
			for s := a; s < k; s++ {
				x += c[s*k+a] * g[s]
				cbar[s*k+a] += g[s] * eta[a]
			}
			etabar[o+a] = x
		}
	}
}

// effectsBackward2 is effectsBackward written out for two studies.
func effectsBackward2(st *State, etabar, c, cbar []float64) {
	c00, c10, c11 := c[0], c[2], c[3]
	var b00, b10, b11 float64
	grad, eta := st.Grad[:len(etabar)], st.eta[:len(etabar)]
	for o := 0; o+1 < len(etabar); o += 2 {
		g0, g1, e0, e1 := grad[o], grad[o+1], eta[o], eta[o+1]
		etabar[o] = c00*g0 + c10*g1 - e0
		etabar[o+1] = c11*g1 - e1
		b00 += g0 * e0
		b10 += g1 * e0
		b11 += g1 * e1
	}
	cbar[0] += b00
	cbar[2] += b10
	cbar[3] += b11
}

// effectsBackward3 is effectsBackward written out for three studies.
func effectsBackward3(st *State, etabar, c, cbar []float64) {
	c00, c10, c11, c20, c21, c22 := c[0], c[3], c[4], c[6], c[7], c[8]
	var b00, b10, b11, b20, b21, b22 float64
	grad, eta := st.Grad[:len(etabar)], st.eta[:len(etabar)]
	for len(grad) >= 3 && len(eta) >= 3 && len(etabar) >= 3 {
		g0, g1, g2, e0, e1, e2 := grad[0], grad[1], grad[2], eta[0], eta[1], eta[2]
		etabar[0] = c00*g0 + c10*g1 + c20*g2 - e0
		etabar[1] = c11*g1 + c21*g2 - e1
		etabar[2] = c22*g2 - e2
		b00 += g0 * e0
		b10 += g1 * e0
		b11 += g1 * e1
		b20 += g2 * e0
		b21 += g2 * e1
		b22 += g2 * e2
		grad, eta, etabar = grad[3:], eta[3:], etabar[3:]
	}
	cbar[0] += b00
	cbar[3] += b10
	cbar[4] += b11
	cbar[6] += b20
	cbar[7] += b21
	cbar[8] += b22
}

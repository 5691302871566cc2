package effects

// Passes over all levels are written out for two studies, as loops over two studies take longer than what they do. They
// compute in the order of the passes for any number of studies, so that the numbers are the same to the last bit.

// forward2 is forwardK for two studies.
func (f *Factor) forward2(st *State, z []float64) {
	eta, target := st.eta[:len(z)], f.target[:len(z)]
	for j, u := range f.of {
		r, a := st.class.r[4*u:4*u+4], st.class.a[4*u:4*u+4]
		offset := st.class.offset[2*u : 2*u+2]
		z0, z1, d0, d1 := z[2*j], z[2*j+1], target[2*j]-offset[0], target[2*j+1]-offset[1]
		eta[2*j] = r[0]*z0 + a[0]*d0 + a[1]*d1
		eta[2*j+1] = r[2]*z0 + r[3]*z1 + a[2]*d0 + a[3]*d1
	}
}

// backward2 is backwardK for two studies.
func (f *Factor) backward2(st *State, zbar, z []float64) {
	zbar, target := zbar[:len(z)], f.target[:len(z)]
	for j, u := range f.of {
		r, rbar, abar := st.class.r[4*u:4*u+4], st.class.rbar[4*u:4*u+4], st.class.abar[4*u:4*u+4]
		offset, pull := st.class.offset[2*u:2*u+2], st.class.pull[2*u:2*u+2]
		e0, e1 := zbar[2*j], zbar[2*j+1]
		z0, z1, d0, d1 := z[2*j], z[2*j+1], target[2*j]-offset[0], target[2*j+1]-offset[1]
		pull[0] += e0
		pull[1] += e1
		rbar[0] += e0 * z0
		rbar[2] += e1 * z0
		rbar[3] += e1 * z1
		abar[0] += e0 * d0
		abar[1] += e0 * d1
		abar[2] += e1 * d0
		abar[3] += e1 * d1
		zbar[2*j], zbar[2*j+1] = r[0]*e0+r[2]*e1, r[3]*e1
	}
}

// shift2 is shiftK for two studies.
func (f *Factor) shift2(st *State, shift, c []float64) float64 {
	c00, c10, c11, s0, s1 := c[0], c[2], c[3], shift[0], shift[1]
	eta, b := st.eta[:2*f.Levels], st.Effect[:2*f.Levels]
	square := 0.0
	for o := 0; o+1 < len(eta); o += 2 {
		e0, e1 := eta[o]+s0, eta[o+1]+s1
		square += e0 * e0
		square += e1 * e1
		eta[o], eta[o+1] = e0, e1
		b[o], b[o+1] = c00*e0, c10*e0+c11*e1
	}
	return square
}

// effectsBackward2 is effectsBackwardK for two studies.
func effectsBackward2(st *State, etabar, c, cbar []float64) {
	c00, c10, c11, b00, b10, b11 := c[0], c[2], c[3], cbar[0], cbar[2], cbar[3]
	grad, eta := st.Grad[:len(etabar)], st.eta[:len(etabar)]
	for o := 0; o+1 < len(etabar); o += 2 {
		g0, g1, e0, e1 := grad[o], grad[o+1], eta[o], eta[o+1]
		etabar[o], etabar[o+1] = -e0+c00*g0+c10*g1, -e1+c11*g1
		b00 += g0 * e0
		b10 += g1 * e0
		b11 += g1 * e1
	}
	cbar[0], cbar[2], cbar[3] = b00, b10, b11
}

package effects

// forward3 is forwardK written out for three studies.
func (f *Factor) forward3(st *State, z []float64) {
	eta, work := st.eta[:len(z)], f.target[:len(z)]
	for j, u := range f.of {
		r, a := st.class.r[9*u:9*u+9], st.class.a[9*u:9*u+9]
		offset, eta := st.class.offset[3*u:3*u+3], eta[3*j:3*j+3]
		z, d := z[3*j:3*j+3], work[3*j:3*j+3]
		z0, z1, z2, d0, d1, d2 := z[0], z[1], z[2], d[0]-offset[0], d[1]-offset[1], d[2]-offset[2]
		eta[0] = r[0]*z0 + a[0]*d0 + a[1]*d1 + a[2]*d2
		eta[1] = r[3]*z0 + r[4]*z1 + a[3]*d0 + a[4]*d1 + a[5]*d2
		eta[2] = r[6]*z0 + r[7]*z1 + r[8]*z2 + a[6]*d0 + a[7]*d1 + a[8]*d2
	}
}

// backward3 is backwardK written out for three studies.
func (f *Factor) backward3(st *State, zbar, z []float64) {
	zbar, work := zbar[:len(z)], f.target[:len(z)]
	for j, u := range f.of {
		r, rbar, abar := st.class.r[9*u:9*u+9], st.class.rbar[9*u:9*u+9], st.class.abar[9*u:9*u+9]
		offset, pull := st.class.offset[3*u:3*u+3], st.class.pull[3*u:3*u+3]
		z, d, bar := z[3*j:3*j+3], work[3*j:3*j+3], zbar[3*j:3*j+3]
		z0, z1, z2, d0, d1, d2 := z[0], z[1], z[2], d[0]-offset[0], d[1]-offset[1], d[2]-offset[2]
		e0, e1, e2 := bar[0], bar[1], bar[2]
		pull[0] += e0
		pull[1] += e1
		pull[2] += e2
		bar[0], bar[1], bar[2] = r[0]*e0+r[3]*e1+r[6]*e2, r[4]*e1+r[7]*e2, r[8]*e2
		rbar[0] += z0 * e0
		rbar[3] += z0 * e1
		rbar[4] += z1 * e1
		rbar[6] += z0 * e2
		rbar[7] += z1 * e2
		rbar[8] += z2 * e2
		abar[0] += d0 * e0
		abar[1] += d1 * e0
		abar[2] += d2 * e0
		abar[3] += d0 * e1
		abar[4] += d1 * e1
		abar[5] += d2 * e1
		abar[6] += d0 * e2
		abar[7] += d1 * e2
		abar[8] += d2 * e2
	}
}

package effects

// forward2 is forwardK written out for two studies.
func (f *Factor) forward2(st *State, z []float64) {
	eta, work := st.eta[:len(z)], f.target[:len(z)]
	for j, u := range f.of {
		r, a := st.class.r[4*u:4*u+4], st.class.a[4*u:4*u+4]
		offset := st.class.offset[2*u : 2*u+2]
		z0, z1, d0, d1 := z[2*j], z[2*j+1], work[2*j]-offset[0], work[2*j+1]-offset[1]
		eta[2*j] = r[0]*z0 + a[0]*d0 + a[1]*d1
		eta[2*j+1] = r[2]*z0 + r[3]*z1 + a[2]*d0 + a[3]*d1
	}
}

// backward2 is backwardK written out for two studies.
func (f *Factor) backward2(st *State, zbar, z []float64) {
	zbar, work := zbar[:len(z)], f.target[:len(z)]
	for j, u := range f.of {
		r, rbar, abar := st.class.r[4*u:4*u+4], st.class.rbar[4*u:4*u+4], st.class.abar[4*u:4*u+4]
		e0, e1 := zbar[2*j], zbar[2*j+1]
		offset := st.class.offset[2*u : 2*u+2]
		z0, z1, d0, d1 := z[2*j], z[2*j+1], work[2*j]-offset[0], work[2*j+1]-offset[1]
		pull := st.class.pull[2*u : 2*u+2]
		pull[0] += e0
		pull[1] += e1
		zbar[2*j], zbar[2*j+1] = r[0]*e0+r[2]*e1, r[3]*e1
		rbar[0] += z0 * e0
		rbar[2] += z0 * e1
		rbar[3] += z1 * e1
		abar[0] += d0 * e0
		abar[1] += d1 * e0
		abar[2] += d0 * e1
		abar[3] += d1 * e1
	}
}

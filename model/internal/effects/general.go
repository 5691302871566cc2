package effects

// forwardK sets η = Rz + A d of each level of a full factor of any number of studies,
// before its mean is reparameterised.
func (f *Factor) forwardK(st *State, z []float64) {
	k := f.K
	for j, u := range f.of {
		r, a := st.class.r[int(u)*k*k:(int(u)+1)*k*k], st.class.a[int(u)*k*k:(int(u)+1)*k*k]
		offset := st.class.offset[int(u)*k : (int(u)+1)*k]
		z, d, eta := z[j*k:(j+1)*k], f.target[j*k:(j+1)*k], st.eta[j*k:(j+1)*k]
		for i := range k {
			x := 0.0
			for s := range i + 1 {
				x += r[i*k+s] * z[s]
			}
			for s, d := range d {
				x += a[i*k+s] * (d - offset[s])
			}
			eta[i] = x
		}
	}
}

// backwardK replaces zbar, the derivative with respect to η before its mean is reparameterised, by the derivative with
// respect to z. It adds the derivatives with respect to R and A.
func (f *Factor) backwardK(st *State, zbar, z []float64) {
	k := f.K
	for j, u := range f.of {
		o := int(u) * k * k
		r, rbar, abar := st.class.r[o:o+k*k], st.class.rbar[o:o+k*k], st.class.abar[o:o+k*k]
		offset, pull := st.class.offset[int(u)*k:(int(u)+1)*k], st.class.pull[int(u)*k:(int(u)+1)*k]
		z, d, bar := z[j*k:(j+1)*k], f.target[j*k:(j+1)*k], zbar[j*k:(j+1)*k]
		for i := range k {
			pull[i] += bar[i]
			for s := range i + 1 {
				rbar[i*k+s] += bar[i] * z[s]
			}
			for s, d := range d {
				abar[i*k+s] += bar[i] * (d - offset[s])
			}
		}
		for s := range k {
			x := 0.0
			for i := s; i < k; i++ {
				x += r[i*k+s] * bar[i]
			}
			bar[s] = x
		}
	}
}

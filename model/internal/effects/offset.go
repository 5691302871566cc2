package effects

// setOffset sets the shift D(x − x₀) of d of each class, if the effects are offset.
func (f *Factor) setOffset(st *classState, x []float64) {
	if f.Center == nil {
		return
	}
	for i, d := range f.info {
		s := i % f.K
		st.offset[i] = d * f.offsetScale(s) * (x[s] - f.Center[s])
	}
}

// offsetBackward adds to xbar the derivatives with respect to x: η = Rz + A(d − D(x − x₀)).
func (f *Factor) offsetBackward(st *classState, xbar []float64) {
	if f.Center == nil {
		return
	}
	k := f.K
	for i, d := range f.info {
		u, s := i/k, i%k
		x := 0.0
		for e := range k {
			x += st.a[u*k*k+e*k+s] * st.pull[u*k+e]
		}
		xbar[s] -= d * f.offsetScale(s) * x
	}
}

// isOffset reports whether the effects are offset, all of a study together or one by one.
func (f *Factor) isOffset() bool { return f.Center != nil || f.Follows }

func (f *Factor) offsetScale(study int) float64 {
	if f.OffsetScale == nil {
		return 1
	}
	return f.OffsetScale[study]
}

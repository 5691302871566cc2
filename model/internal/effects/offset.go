package effects

// setOffset sets the shift D(x − x₀) of d of each class, if the effects are offset.
func (f *Factor) setOffset(st *classState, x []float64) {
	if f.Center == nil {
		return
	}
	for s, center := range f.Center {
		moved := f.offsetScale(s) * (x[s] - center)
		for i := s; i < len(f.info); i += f.K {
			st.offset[i] = f.info[i] * moved
		}
	}
}

// offsetBackward adds to xbar the derivatives with respect to x of η = Rz + A(d − D(x − x₀)).
func (f *Factor) offsetBackward(st *classState, xbar []float64) {
	if f.Center == nil {
		return
	}
	k := f.K
	for s := range k {
		sum := 0.0
		for u := range f.count {
			x, a := 0.0, st.a[u*k*k+s:(u+1)*k*k]
			for e, pull := range st.pull[u*k : (u+1)*k] {
				x += a[e*k] * pull
			}
			sum += f.info[u*k+s] * x
		}
		xbar[s] -= f.offsetScale(s) * sum
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

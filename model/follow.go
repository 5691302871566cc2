package model

// follow sets the shift D(x − x₀) of d of each class, if the factor follows.
func (f *factor) follow(st *classState, x []float64) {
	if f.center == nil {
		return
	}
	for i, d := range f.info {
		s := i % f.k
		st.follow[i] = d * (x[s] - f.center[s])
	}
}

// followBackward adds to xbar the derivatives with respect to x: η = Rz + A(d − D(x − x₀)).
func (f *factor) followBackward(st *classState, xbar []float64) {
	if f.center == nil {
		return
	}
	k := f.k
	for i, d := range f.info {
		u, s := i/k, i%k
		x := 0.0
		for e := range k {
			x += st.a[u*k*k+e*k+s] * st.pull[u*k+e]
		}
		xbar[s] -= d * x
	}
}

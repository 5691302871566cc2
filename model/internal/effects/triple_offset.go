package effects

import "concord/model/internal/dense"

// offsetTriples is the further memory of factors of three studies whose effects are offset, and of their states: levels
// class by class, for [dense.TriplesForward].
type offsetTriples struct {
	target []float64 // d of each level in the order of the classes, and a 0
}

// tripleState is the memory of an evaluation of such a factor.
type tripleState struct {
	maps []dense.TripleMap // by class
	eta  []float64         // as target
	bar  dense.TripleBar
}

// isOffsetTriple reports whether the factor is one of three studies whose effects are normal and offset.
func (f *Factor) isOffsetTriple() bool {
	return f.K == 3 && f.Starts == nil && f.Center != nil && !f.student
}

// newOffsetTriples is called once information and d are set.
func (f *Factor) newOffsetTriples() offsetTriples {
	f.classes.list()
	t := offsetTriples{target: make([]float64, 4*f.Levels)}
	for i, j := range f.order {
		copy(t.target[4*i:4*i+3], f.target[3*j:3*j+3])
	}
	return t
}

// forwardTriples sets the effects b = Cη, η = Rz + A(d − D(x − x₀)), and returns −½ Σ η².
func (f *Factor) forwardTriples(st *State, z, c []float64) float64 {
	t, square := &st.triple, 0.0
	if len(t.maps) != len(f.count) {
		t.maps, t.eta = make([]dense.TripleMap, len(f.count)), make([]float64, 4*f.Levels)
	}
	columns := [3][4]float64{{c[0], c[3], c[6]}, {0, c[4], c[7]}, {0, 0, c[8]}}
	for u := range f.count {
		r, a, offset := st.class.r[9*u:9*u+9], st.class.a[9*u:9*u+9], st.class.offset[3*u:3*u+3]
		m := &t.maps[u]
		m.Root[0][0], m.Root[0][1], m.Root[0][2] = r[0], r[3], r[6]
		m.Root[1][1], m.Root[1][2], m.Root[2][2] = r[4], r[7], r[8]
		m.RootByRow[0][0], m.RootByRow[1][0], m.RootByRow[1][1] = r[0], r[3], r[4]
		m.RootByRow[2][0], m.RootByRow[2][1], m.RootByRow[2][2] = r[6], r[7], r[8]
		m.Gain[0][0], m.Gain[0][1], m.Gain[0][2] = a[0], a[3], a[6]
		m.Gain[1][0], m.Gain[1][1], m.Gain[1][2] = a[1], a[4], a[7]
		m.Gain[2][0], m.Gain[2][1], m.Gain[2][2] = a[2], a[5], a[8]
		x0, x1, x2 := offset[0], offset[1], offset[2]
		m.Shift[0] = -a[0]*x0 - a[1]*x1 - a[2]*x2
		m.Shift[1] = -a[3]*x0 - a[4]*x1 - a[5]*x2
		m.Shift[2] = -a[6]*x0 - a[7]*x1 - a[8]*x2
		lo, hi := f.first[u], f.first[u+1]
		square += dense.TriplesForward(f.order[lo:hi], f.Levels, m, &columns, z, f.triples.target[4*lo:4*hi],
			t.eta[4*lo:4*hi], st.Effect)
	}
	return -0.5 * square
}

// backwardTriples sets zbar, and the derivatives with respect to R and A and to η, summed over the levels of each
// class. It adds the derivatives with respect to C through b = Cη to cbar.
func (f *Factor) backwardTriples(st *State, zbar, z, c, cbar []float64) {
	t := &st.triple
	rows := [3][4]float64{{c[0]}, {c[3], c[4]}, {c[6], c[7], c[8]}}
	bar := &t.bar
	bar.C = [3][4]float64{}
	for u := range f.count {
		lo, hi := f.first[u], f.first[u+1]
		dense.TriplesBackward(f.order[lo:hi], f.Levels, &t.maps[u], &rows, z, f.triples.target[4*lo:4*hi],
			t.eta[4*lo:4*hi], st.Grad, zbar, bar)
		rbar, abar := st.class.rbar[9*u:9*u+9], st.class.abar[9*u:9*u+9]
		pull, offset := st.class.pull[3*u:3*u+3], st.class.offset[3*u:3*u+3]
		x0, x1, x2 := offset[0], offset[1], offset[2]
		root, gain := &bar.Root, &bar.Gain
		p0, p1, p2 := bar.Shift[0], bar.Shift[1], bar.Shift[2]
		pull[0], pull[1], pull[2] = p0, p1, p2
		rbar[0], rbar[3], rbar[4] = root[0][0], root[1][0], root[1][1]
		rbar[6], rbar[7], rbar[8] = root[2][0], root[2][1], root[2][2]
		abar[0], abar[1], abar[2] = gain[0][0]-p0*x0, gain[0][1]-p0*x1, gain[0][2]-p0*x2
		abar[3], abar[4], abar[5] = gain[1][0]-p1*x0, gain[1][1]-p1*x1, gain[1][2]-p1*x2
		abar[6], abar[7], abar[8] = gain[2][0]-p2*x0, gain[2][1]-p2*x1, gain[2][2]-p2*x2
	}
	cbar[0] += bar.C[0][0]
	cbar[3] += bar.C[1][0]
	cbar[4] += bar.C[1][1]
	cbar[6] += bar.C[2][0]
	cbar[7] += bar.C[2][1]
	cbar[8] += bar.C[2][2]
}

package sampler

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// orthogonalise removes from v its components along an orthonormal basis, twice,
// which is enough (Giraud, Langou and Rozložník 2005).
func orthogonalise(v []float64, basis [][]float64) {
	for range 2 {
		for _, b := range basis {
			floats.AddScaled(v, -floats.Dot(b, v), b)
		}
	}
}

// orthonormal returns an orthonormal basis of the span of vectors (Gram and Schmidt), leaving out
// those that add nothing.
func orthonormal(vectors [][]float64) [][]float64 {
	var basis [][]float64
	for _, v := range vectors {
		v = append([]float64(nil), v...)
		before := floats.Norm(v, 2)
		orthogonalise(v, basis)
		if after := floats.Norm(v, 2); after > 1e-8*before {
			floats.Scale(1/after, v)
			basis = append(basis, v)
		}
	}
	return basis
}

// coordinatesIn returns the coordinates of v in an orthonormal basis.
func coordinatesIn(basis [][]float64, v []float64) *mat.VecDense {
	a := mat.NewVecDense(len(basis), nil)
	for i, b := range basis {
		a.SetVec(i, floats.Dot(b, v))
	}
	return a
}

func identity(n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

// symmetric returns the symmetric part of a square matrix.
func symmetric(a *mat.Dense) *mat.SymDense {
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	return s
}

package sampler

import (
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// lanczos returns an orthonormal basis of steps vectors of length d and the symmetric tridiagonal matrix QᵀHQ. If the
// Krylov space is exhausted it goes on with a random vector orthogonal to it, so that multiple eigenvalues are found
// too.
func lanczos(times func(dst, v []float64) error, d, steps int) (basis [][]float64, diag, off []float64, err error) {
	rng := rand.New(rand.NewPCG(mix(0), mix(uint64(d)))) // any fixed stream
	w := make([]float64, d)
	scale := 0.0 // largest |H| seen
	for j := range steps {
		v := make([]float64, d)
		beta := 0.0
		if j > 0 {
			beta = floats.Norm(w, 2)
			// Smaller is the error of rounding and differences.
			if beta > 1e-6*scale {
				floats.ScaleTo(v, 1/beta, w)
			} else {
				beta = 0
			}
			off = append(off, beta)
		}
		if beta == 0 {
			for i := range v {
				v[i] = rng.NormFloat64()
			}
			orthogonalise(v, basis)
			floats.Scale(1/floats.Norm(v, 2), v)
		}
		basis = append(basis, v)
		if err := times(w, v); err != nil {
			return nil, nil, nil, err
		}
		a := floats.Dot(v, w)
		diag = append(diag, a)
		scale = max(scale, floats.Norm(w, 2))
		orthogonalise(w, basis)
	}
	return basis, diag, off, nil
}

// ritz returns the Ritz vectors and values that are to be kept, from the smallest
// value to the largest.
func ritz(basis [][]float64, diag, off []float64, keep func(float64) bool) ([][]float64, []float64, error) {
	n := len(diag)
	if n == 0 {
		return nil, nil, nil
	}
	t := mat.NewSymDense(n, nil)
	for i, a := range diag {
		t.SetSym(i, i, a)
		if i > 0 {
			t.SetSym(i-1, i, off[i-1])
		}
	}
	all, s, ok := eigen(t)
	if !ok {
		return nil, nil, errors.New("sampler: eigenvalues of the curvature did not converge")
	}
	var vectors [][]float64
	var values []float64
	for k, l := range all {
		if !keep(l) {
			continue
		}
		u := make([]float64, len(basis[0]))
		for i, b := range basis {
			floats.AddScaled(u, s.At(i, k), b)
		}
		vectors, values = append(vectors, u), append(values, l)
	}
	return vectors, values, nil
}

package blocks

import (
	"concord/internal/logproduct"
	"concord/model/internal/dense"
	"concord/model/internal/matrix"
)

// marginallyUniform is the logarithm of the density [spec.MarginallyUniform] of R = LLᵀ in terms of L,
//
//	−2(K+1) Σ log L_ii − ½(K+1) Σ log q_i, q_i = (R⁻¹)_ii = Σ_m M_mi², M = L⁻¹.
//
// It belongs to one goroutine.
type marginallyUniform struct {
	k                int
	inverse, g, h, q []float64 // scratch: M, −Ḡ, −ḠMᵀ, q, then (K+1)/q
	transposed       []float64 // Mᵀ
}

func newMarginallyUniform(k int) *marginallyUniform {
	return &marginallyUniform{
		k: k, inverse: make([]float64, k*k), g: make([]float64, k*k), h: make([]float64, k*k), q: make([]float64, k),
		transposed: make([]float64, k*k),
	}
}

// backward adds to lbar the derivative with respect to L. It returns the log density without the term in Σ log L_ii,
// and the factor of this sum.
//
// The derivative with respect to M is Ḡ_mi = −(K+1) M_mi/q_i. As dM = −M dL M, the derivative with respect to L is
// −MᵀḠMᵀ.
func (uniform *marginallyUniform) backward(lbar, l []float64) (logp, diagonal float64) {
	k, m := uniform.k, uniform.inverse
	n := float64(k + 1)
	matrix.InvertLower(m, l, k)
	clear(uniform.q)
	for i := range k {
		for j := range i + 1 {
			uniform.q[j] += m[i*k+j] * m[i*k+j]
		}
	}
	squares := logproduct.New()
	for i := range k {
		squares.Times(uniform.q[i])
		uniform.q[i] = n / uniform.q[i]
		lbar[i*k+i] -= 2 * n / l[i*k+i]
	}
	logp, diagonal = -0.5*n*squares.Log(), -2*n
	for i := range k {
		for j := range i + 1 {
			uniform.g[i*k+j] = m[i*k+j] * uniform.q[j] // −Ḡ
		}
	}
	// Compute −MᵀḠMᵀ. Only the lower triangle counts; above it lbar has no meaning.
	matrix.Transpose(uniform.transposed, m, k)
	clear(uniform.h)
	dense.MulAdd(uniform.h, uniform.g, uniform.transposed, k, k, k)
	dense.MulTransAdd(lbar, m, uniform.h, k, k, k)
	return logp, diagonal
}

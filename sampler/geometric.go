package sampler

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// geometricMean returns the symmetric positive definite Σ with Σ b Σ = a, which
// is a^½ (a^½ b a^½)^(−½) a^½ (Bhatia, Positive Definite Matrices, chapter 4).
func geometricMean(a, b *mat.SymDense) (*mat.SymDense, bool) {
	root, ok := power(a, 0.5)
	if !ok {
		return nil, false
	}
	inner, ok := power(sandwich(root, b), -0.5)
	if !ok {
		return nil, false
	}
	return sandwich(root, inner), true
}

// sandwich returns s b s.
func sandwich(s, b *mat.SymDense) *mat.SymDense {
	var half, whole mat.Dense
	half.Mul(s, b)
	whole.Mul(&half, s)
	return symmetric(&whole)
}

// power returns aᵉ for a symmetric positive definite a, or false if it is not.
func power(a *mat.SymDense, e float64) (*mat.SymDense, bool) {
	values, u, ok := eigen(a)
	if !ok || !allPositive(values) {
		return nil, false
	}
	n := len(values)
	scaled := mat.NewDense(n, n, nil)
	for k, l := range values {
		f := math.Pow(l, e/2)
		for i := range n {
			scaled.Set(i, k, u.At(i, k)*f)
		}
	}
	out := mat.NewSymDense(n, nil)
	out.SymOuterK(1, scaled)
	return out, true
}

// eigen returns eigenvalues, ascending, and eigenvectors as columns.
func eigen(a *mat.SymDense) ([]float64, *mat.Dense, bool) {
	var e mat.EigenSym
	if !e.Factorize(a, true) {
		return nil, nil, false
	}
	var u mat.Dense
	e.VectorsTo(&u)
	return e.Values(nil), &u, true
}

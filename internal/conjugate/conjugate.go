// Package conjugate solves large systems of equations.
package conjugate

import "gonum.org/v1/gonum/floats"

// Solve returns x with times(x) = right, by conjugate gradients (Hestenes and Stiefel 1952) with the diagonal as a
// preconditioner. times is a symmetric matrix without negative eigenvalues. If it is singular, right is one of its
// products, and any solution may be returned. right is overwritten.
func Solve(right, diagonal []float64, times func(x []float64) []float64) []float64 {
	const enough = 1e-28 // of the square of the residual
	n := len(right)
	x, scaled, along := make([]float64, n), make([]float64, n), make([]float64, n)
	first, before := 0.0, 1.0
	for step := range 10*n + 100 {
		floats.DivTo(scaled, right, diagonal)
		now := floats.Dot(right, scaled)
		if step == 0 {
			first = now
		}
		if now <= enough*first {
			break
		}
		floats.Scale(now/before, along)
		floats.Add(along, scaled)
		image := times(along)
		curve := floats.Dot(along, image)
		if !(curve > 0) {
			break
		}
		floats.AddScaled(x, now/curve, along)
		floats.AddScaled(right, -now/curve, image)
		before = now
	}
	return x
}

// Package hermite has a quadrature for the standard normal distribution.
package hermite

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// Normal returns n nodes and weights for the mean of a function of a standard normal variable, by Gauss and Hermite.
// It is exact for polynomials of degree 2n − 1.
func Normal(n int) (nodes, weights []float64) {
	nodes, weights = make([]float64, n), make([]float64, n)
	quad.Hermite{}.FixedLocations(nodes, weights, math.Inf(-1), math.Inf(1)) // gonum's are for exp(−x²)
	for i := range nodes {
		nodes[i] *= math.Sqrt2
		weights[i] /= math.Sqrt(math.Pi)
	}
	return nodes, weights
}

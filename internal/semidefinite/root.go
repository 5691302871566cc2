// Package semidefinite has roots of matrices that may be singular, as correlations near ±1 are within rounding.
package semidefinite

import "math"

// Root returns a lower triangular C with CCᵀ = r up to rounding, where only the lower triangle of r counts. A draw may
// lie within rounding of a singular matrix, where a pivot comes out as zero or just below: the column is then zero.
func Root(r [][]float64) [][]float64 {
	c := make([][]float64, len(r))
	for i := range c {
		c[i] = make([]float64, len(r))
		for j := range i + 1 {
			rest := r[i][j]
			for m := range j {
				rest -= c[i][m] * c[j][m]
			}
			switch {
			case i == j:
				c[i][i] = math.Sqrt(math.Max(0, rest))
			case c[j][j] > Least:
				c[i][j] = rest / c[j][j]
			}
		}
	}
	return c
}

// Least is the pivot of a root of correlations up to which its column counts as zero.
const Least = 1e-7

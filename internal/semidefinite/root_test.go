package semidefinite

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A root of a matrix that is singular, or by rounding just not semidefinite, is finite and gives the matrix back.
func TestRoot(t *testing.T) {
	for _, r := range [][][]float64{
		{{1, 0, 0}, {0.5, 1, 0}, {-0.2, 0.3, 1}},
		{{1, 0, 0}, {1, 1, 0}, {0.3, 0.3, 1}},
		{{1, 0, 0}, {1 - 1e-16, 1, 0}, {0.3, 0.3 + 1e-9, 1}},
		{{1, 0, 0}, {-1, 1, 0}, {1, -1, 1}},
	} {
		c := Root(r)
		for i := range r {
			for j := range i + 1 {
				sum := 0.0
				for m := range r {
					sum += c[i][m] * c[j][m]
				}
				assert.InDelta(t, r[i][j], sum, 1e-7)
			}
		}
	}
}

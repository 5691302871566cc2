package blocks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Oracle: the functions of package math, each with an exponential of its own.
func TestHyperbolics(t *testing.T) {
	for _, size := range []float64{0, 1e-300, 1e-9, 0.01, 0.3, 0.499, 0.5, 1, 3, 19.9, 20.1, 300, 700, 800} {
		for _, u := range []float64{size, -size} {
			h := NewHyperbolics(u)
			for of, values := range map[string][2]float64{
				"sinh": {math.Sinh(u), h.Sinh}, "cosh": {math.Cosh(u), h.Cosh}, "tanh": {math.Tanh(u), h.Tanh()},
				"log cosh": {math.Abs(u) + math.Log1p(math.Exp(-2*math.Abs(u))) - math.Ln2, h.LogCosh()},
			} {
				if want, got := values[0], values[1]; want != got {
					require.InDelta(t, want, got, 1e-15+4e-15*math.Abs(want), "%s %v", of, u)
				}
			}
		}
	}
}

package model

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Oracle: the functions of package math, each with an exponential of its own.
func TestHyperbolics(t *testing.T) {
	for _, size := range []float64{0, 1e-300, 1e-9, 0.01, 0.3, 0.499, 0.5, 1, 3, 19.9, 20.1, 300, 700, 800} {
		for _, u := range []float64{size, -size} {
			h := newHyperbolics(u)
			for of, values := range map[string][2]float64{
				"sinh": {math.Sinh(u), h.sinh}, "cosh": {math.Cosh(u), h.cosh}, "tanh": {math.Tanh(u), h.tanh()},
				"log cosh": {math.Abs(u) + math.Log1p(math.Exp(-2*math.Abs(u))) - math.Ln2, h.logCosh()},
			} {
				if want, got := values[0], values[1]; want != got {
					require.InDelta(t, want, got, 1e-15+4e-15*math.Abs(want), "%s %v", of, u)
				}
			}
		}
	}
}

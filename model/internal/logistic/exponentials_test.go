package logistic

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExponentials(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := []float64{0, math.Inf(-1), -800, -707.9, 707.9, 1e-300, -1e-17}
	for range 10_000 {
		x = append(x, 30*rng.NormFloat64())
	}
	got := make([]float64, len(x))
	Exponentials(got, x)
	for i, v := range x {
		if e := math.Exp(v); e > 0 {
			require.InEpsilon(t, e, got[i], 1e-15*(1+math.Abs(v)/8), v)
		} else {
			require.Zero(t, got[i], v)
		}
	}
}

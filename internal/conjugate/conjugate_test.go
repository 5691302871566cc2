package conjugate

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
)

// What is found has the product that was asked for, also if the matrix is singular: of differences from the mean.
func TestSolve(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n = 30
	for _, ridge := range []float64{0, 2} {
		times := func(x []float64) []float64 {
			y := make([]float64, n)
			for i := range y {
				y[i] = float64(i+1) * (x[i] - floats.Sum(x)/n)
			}
			mean := floats.Sum(y) / n
			for i := range y {
				y[i] += ridge*x[i] - mean
			}
			return y
		}
		// Symmetric: A = P D P + ridge, with P the deviations from the mean.
		symmetric := func(x []float64) []float64 {
			y := make([]float64, n)
			copy(y, x)
			floats.AddConst(-floats.Sum(y)/n, y)
			return times(y)
		}
		want, diagonal := make([]float64, n), make([]float64, n)
		for i := range want {
			want[i], diagonal[i] = rng.NormFloat64(), float64(i+1)
		}
		right := symmetric(want)
		got := symmetric(Solve(append([]float64(nil), right...), diagonal, symmetric))
		require.InDeltaSlice(t, right, got, 1e-10)
	}
}

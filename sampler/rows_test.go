package sampler

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Oracle: gonum's products.
func TestRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		return x
	}
	for r := range 10 {
		for _, d := range []int{1, 7, 30} {
			u, v, along := random(r*d), random(d), make([]float64, r)
			want := make([]float64, r)
			m := blas64.General{Rows: r, Cols: d, Stride: d, Data: u}
			in := blas64.Vector{N: d, Data: v, Inc: 1}
			dots(along, u, v)
			if r > 0 {
				blas64.Gemv(blas.NoTrans, 1, m, in, 0, blas64.Vector{N: r, Data: want, Inc: 1})
			}
			assert.InDeltaSlice(t, want, along, 1e-12)
			sum := append([]float64(nil), v...)
			addRows(sum, along, u)
			if r > 0 {
				blas64.Gemv(blas.Trans, 1, m, blas64.Vector{N: r, Data: along, Inc: 1}, 1, in)
			}
			assert.InDeltaSlice(t, v, sum, 1e-11)
		}
	}
}

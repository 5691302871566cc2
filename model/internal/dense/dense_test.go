package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

var nan = math.NaN()

func random(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// Sizes that are multiples of a tile's and not, up to many rows; gonum's product is the oracle. What
// lies behind the last element of each slice is not touched, nor read: it is NaN.
func TestProductsAreThoseOfGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	guarded := func(x []float64) []float64 {
		g := make([]float64, len(x)+16)
		copy(g, x)
		for i := len(x); i < len(g); i++ {
			g[i] = nan
		}
		return g
	}
	for _, m := range []int{1, 2, 3, 4, 5, 8, 63, 64, 65, 200} {
		for _, k := range []int{1, 3, 4, 7, 8, 20} {
			for _, n := range []int{1, 2, 4, 5, 7, 8, 9, 12, 16, 17, 50} {
				name := fmt.Sprint(m, " ", k, " ", n)
				a, b, dst := random(rng, m*k), random(rng, k*n), random(rng, m*n)
				var want mat.Dense
				want.Mul(mat.NewDense(m, k, a), mat.NewDense(k, n, b))
				want.Add(&want, mat.NewDense(m, n, dst))
				got := guarded(dst)
				MulAdd(got, guarded(a), guarded(b), m, k, n)
				require.InDeltaSlice(t, want.RawMatrix().Data, got[:m*n], 1e-12, name)
				require.True(t, got[m*n] != got[m*n], name)

				c, out := random(rng, m*n), random(rng, k*n)
				want.Reset()
				want.Mul(mat.NewDense(m, k, a).T(), mat.NewDense(m, n, c))
				want.Add(&want, mat.NewDense(k, n, out))
				got = guarded(out)
				MulTransAdd(got, guarded(a), guarded(c), m, k, n)
				require.InDeltaSlice(t, want.RawMatrix().Data, got[:k*n], 1e-11, name)
				require.True(t, got[k*n] != got[k*n], name)
			}
		}
	}
}

func TestProductsAllocateNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const m, k = 100, 20
	a, b, c := random(rng, m*k), random(rng, k*k), make([]float64, m*k)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		MulAdd(c, a, b, m, k, k)
		MulTransAdd(b, a, c, m, k, k)
	}))
}

func TestShortSlicesPanic(t *testing.T) {
	x := make([]float64, 6)
	require.Panics(t, func() { MulAdd(x[:5:5], x, x, 2, 3, 3) })
	require.Panics(t, func() { MulTransAdd(x, x[:3:3], x, 2, 3, 2) })
}

func BenchmarkMulAdd(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, k := range []int{10, 20, 50} {
		const m = 500
		x, y, z := random(rng, m*k), random(rng, k*k), make([]float64, m*k)
		b.Run(fmt.Sprint("rows500/k", k), func(b *testing.B) {
			for b.Loop() {
				MulAdd(z, x, y, m, k, k)
			}
		})
		b.Run(fmt.Sprint("transposed/rows500/k", k), func(b *testing.B) {
			for b.Loop() {
				MulTransAdd(y, x, z, m, k, k)
			}
		})
	}
}

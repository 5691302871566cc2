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

// kernels returns those that this processor has.
func kernels() []kernel { return []kernel{plain, avx2, avx512}[:best()+1] }

// Sizes that are multiples of a tile's and not, up to many rows; gonum's product is the oracle, of all kernels. What
// lies behind the last element of each slice is not touched, nor read: it is NaN.
func TestProductsAreThoseOfGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	guarded := func(x []float64) []float64 {
		g := make([]float64, len(x)+24)
		copy(g, x)
		for i := len(x); i < len(g); i++ {
			g[i] = nan
		}
		return g
	}
	for _, m := range []int{1, 2, 3, 4, 5, 8, 13, 63, 64, 65, 200} {
		for _, k := range []int{1, 3, 4, 7, 8, 20} {
			for _, n := range []int{1, 2, 4, 5, 7, 8, 9, 12, 16, 17, 23, 24, 25, 50} {
				for _, with := range kernels() {
					name := fmt.Sprint(with, " ", m, " ", k, " ", n)
					a, b, dst := random(rng, m*k), random(rng, k*n), random(rng, m*n)
					var product, want mat.Dense
					product.Mul(mat.NewDense(m, k, a), mat.NewDense(k, n, b))
					want.Add(&product, mat.NewDense(m, n, dst))
					got := guarded(dst)
					s := shape{m: m, k: k, n: n, stride: n, row: k, step: 1, add: true}
					with.product(got, guarded(a), guarded(b), s)
					require.InDeltaSlice(t, want.RawMatrix().Data, got[:m*n], 1e-12, name)
					require.True(t, got[m*n] != got[m*n], name)
					s.add, got = false, guarded(random(rng, m*n))
					got[0] = nan // is not read
					with.product(got, guarded(a), guarded(b), s)
					require.InDeltaSlice(t, product.RawMatrix().Data, got[:m*n], 1e-12, name)

					c, out := random(rng, m*n), random(rng, k*n)
					product.Reset()
					want.Reset()
					product.Mul(mat.NewDense(m, k, a).T(), mat.NewDense(m, n, c))
					want.Add(&product, mat.NewDense(k, n, out))
					got = guarded(out)
					s = shape{m: k, n: n, stride: n, row: 1, step: k, add: true}
					mulTrans(with, got, guarded(a), guarded(c), m, s)
					require.InDeltaSlice(t, want.RawMatrix().Data, got[:k*n], 1e-12, name)
					require.True(t, got[k*n] != got[k*n], name)
					s.add, got = false, guarded(random(rng, k*n))
					mulTrans(with, got, guarded(a), guarded(c), m, s)
					require.InDeltaSlice(t, product.RawMatrix().Data, got[:k*n], 1e-12, name)
				}
			}
		}
	}
}

// Of triangular matrices, and where only the lower triangle is asked for, products are those of matrices that have 0
// above the diagonal, below it as far as they are asked for.
func TestTriangularProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for _, k := range []int{1, 3, 4, 7, 8, 9, 12, 20, 24, 29, 50} {
		for _, with := range kernels() {
			const m = 70
			name := fmt.Sprint(with, " ", k)
			l, b, a, c := random(rng, k*k), random(rng, k*k), random(rng, m*k), random(rng, m*k)
			lower := lowerOf(l, k)
			l = lower.RawMatrix().Data
			half := func(want *mat.Dense, got []float64) {
				require.InDeltaSlice(t, lowerOf(want.RawMatrix().Data, k).RawMatrix().Data,
					lowerOf(got, k).RawMatrix().Data, 1e-11, name)
			}
			var want mat.Dense
			got := random(rng, k*k)
			s := shape{m: k, k: k, n: k, stride: k, row: k, step: 1, lower: true}
			with.product(got, l, b, s)
			want.Mul(lower, mat.NewDense(k, k, b))
			require.InDeltaSlice(t, want.RawMatrix().Data, got, 1e-11, name)
			s.half = true
			with.product(got, l, b, s)
			half(&want, got)
			with.product(got, l, b, shape{m: k, k: k, n: k, stride: k, row: 1, step: k, upper: true, half: true})
			want.Mul(lower.T(), mat.NewDense(k, k, b))
			half(&want, got)
			mulTrans(with, got, a, c, m, shape{m: k, n: k, stride: k, row: 1, step: k, half: true})
			want.Reset()
			want.Mul(mat.NewDense(m, k, a).T(), mat.NewDense(m, k, c))
			half(&want, got)
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

package dense

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// lowerOf returns the lower triangle of x, and 0 above it.
func lowerOf(x []float64, k int) *mat.Dense {
	l := mat.NewDense(k, k, nil)
	for i := range k {
		for j := range i + 1 {
			l.Set(i, j, x[i*k+j])
		}
	}
	return l
}

// UᵀU is the matrix, and R the inverse of U.
func TestRootInverse(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, k := range []int{1, 2, 5, 7, 8, 9, 15, 16, 17, 20, 24, 25, 50} {
		name := fmt.Sprint(k)
		x := mat.NewDense(k, 2*k, random(rng, 2*k*k))
		var m mat.Dense
		m.Mul(x, x.T())
		a := append([]float64(nil), m.RawMatrix().Data...)
		r, scratch := make([]float64, k*k), random(rng, 2*k*blockRows)
		RootInverse(a, r, scratch, k)
		u := lowerOf(a, k)
		var square, unit mat.Dense
		square.Mul(u.T(), u)
		require.InDeltaSlice(t, m.RawMatrix().Data, square.RawMatrix().Data, 1e-11*float64(k), name)
		unit.Mul(mat.NewDense(k, k, r), u)
		identity := mat.NewDense(k, k, nil)
		for i := range k {
			identity.Set(i, i, 1)
		}
		require.InDeltaSlice(t, identity.RawMatrix().Data, unit.RawMatrix().Data, 1e-9, name)
	}
}

func TestInvertLower(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, k := range []int{1, 2, 7, 8, 9, 16, 20, 50} {
		l, r := random(rng, k*k), make([]float64, k*k)
		for i := range k {
			l[i*k+i] = 3 + rng.Float64()
		}
		InvertLower(r, l, random(rng, 2*k*blockRows), k)
		var unit mat.Dense
		unit.Mul(mat.NewDense(k, k, r), lowerOf(l, k))
		for i := range k {
			unit.Set(i, i, unit.At(i, i)-1)
		}
		require.Less(t, mat.Max(&unit), 1e-9)
		require.Greater(t, mat.Min(&unit), -1e-9)
	}
}

func BenchmarkTriangular(b *testing.B) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, k := range []int{10, 20, 50} {
		l, r, a, scratch := random(rng, k*k), make([]float64, k*k), make([]float64, k*k), random(rng, 2*k*blockRows)
		m := make([]float64, k*k)
		for i := range k {
			l[i*k+i] = 5
			m[i*k+i] = float64(k)
		}
		MulTransAdd(m, l, l, k, k, k)
		b.Run(fmt.Sprint("InvertLower/k", k), func(b *testing.B) {
			for b.Loop() {
				InvertLower(r, l, scratch, k)
			}
		})
		b.Run(fmt.Sprint("RootInverse/k", k), func(b *testing.B) {
			for b.Loop() {
				copy(a, m)
				RootInverse(a, r, scratch, k)
			}
		})
	}
}

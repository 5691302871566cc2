package modeltest

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Orthogonal returns a random orthogonal matrix, row by row.
func Orthogonal(rng *rand.Rand, k int) []float64 {
	a := mat.NewDense(k, k, nil)
	for i := range k * k {
		a.Set(i/k, i%k, rng.NormFloat64())
	}
	var qr mat.QR
	qr.Factorize(a)
	var q mat.Dense
	qr.QTo(&q)
	return append([]float64(nil), q.RawMatrix().Data...)
}

package modeltest

import "gonum.org/v1/gonum/mat"

// LogJacobianOf returns log |det ∂f/∂x|, by central differences.
func LogJacobianOf(f func(x []float64) []float64, x []float64) float64 {
	const h = 1e-5
	j := mat.NewDense(len(x), len(x), nil)
	at := append([]float64(nil), x...)
	for c := range x {
		at[c] = x[c] + h
		up := f(at)
		at[c] = x[c] - h
		down := f(at)
		at[c] = x[c]
		for r := range x {
			j.Set(r, c, (up[r]-down[r])/(2*h))
		}
	}
	logDet, _ := mat.LogDet(j)
	return logDet
}

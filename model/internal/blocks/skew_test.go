package blocks

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// The skewed coordinates are the map that they are said to be, and its Jacobian.
func TestSkewedCoordinates(t *testing.T) {
	kappa, x := []float64{0.7, -0.3, 0}, []float64{-2, 0.5, 3}
	z := make([]float64, 3)
	var of skewness
	logp := of.forward(z, x, kappa)
	want := []float64{-2 + 0.7*(2.23606797749979-1), 0.5 - 0.3*(1.118033988749895-1), 3}
	assert.InDeltaSlice(t, want, z, 1e-14)
	const h = 1e-5
	up, down := make([]float64, 3), make([]float64, 3)
	for i := range x {
		shifted := append([]float64(nil), x...)
		shifted[i] += h
		logUp := of.forward(up, shifted, kappa)
		shifted[i] -= 2 * h
		logDown := of.forward(down, shifted, kappa)
		bar := []float64{1, 1, 1}
		of.forward(z, x, kappa)
		of.backward(bar)
		assert.InDelta(t, (up[i]-down[i]+logUp-logDown)/(2*h), bar[i], 1e-9)
	}
	assert.InDelta(t, -1.127830, logp, 1e-5)
}

package blocks

import "math"

// If labels of an item agree, they show that its effect is large, but not how large. Its posterior falls steeply to one
// side and slowly to the other. Items of a model with discriminations, and other items that are spread widely, have
// skewed coordinates. With such a coordinate z, the z of [effects.Factor] is
//
//	z + κ(√(1 + z²) − 1),  |κ| < 1,
//
// whose slope goes from 1 − κ to 1 + κ. κ is a constant of each effect, and any is exact.

// skewness is the state of the map in an evaluation: slopes, and the derivatives of their logarithms.
type skewness struct{ slope, bend []float64 }

// forward sets z to that of coordinates and returns the logarithm of the Jacobian.
func (sk *skewness) forward(z, coordinate, kappa []float64) (logp float64) {
	n := len(kappa)
	if len(sk.slope) != n {
		sk.slope, sk.bend = make([]float64, n), make([]float64, n)
	}
	x, z, slope, bend := coordinate[:n], z[:n], sk.slope[:n], sk.bend[:n]
	// A product of this many slopes, none less than 1 − mostSkewed, is a normal floating-point number. Two products are
	// worked out side by side, so that neither waits for the other.
	const together = 256
	for from := 0; from < n; from += together {
		even, odd := 1.0, 1.0
		for i := from; i < min(from+together, n); i++ {
			k, x := kappa[i], x[i]
			root := math.Sqrt(1 + x*x)
			sum := root + k*x // root·slope
			inverse := 1 / (root * sum)
			z[i] = x + k*(root-1)
			slope[i] = sum * sum * inverse
			bend[i] = k * sum * sum * inverse * inverse * inverse * root
			even, odd = odd*slope[i], even
		}
		logp += math.Log(even) + math.Log(odd)
	}
	return logp
}

// backward makes of derivatives with respect to z those with respect to coordinates, the Jacobian included.
func (sk *skewness) backward(bar []float64) {
	slope, bend := sk.slope[:len(bar)], sk.bend[:len(bar)]
	for i, b := range bar {
		bar[i] = b*slope[i] + bend[i]
	}
}

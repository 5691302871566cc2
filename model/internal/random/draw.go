// Package random draws effects and labels from a model, for simulated and for replicated studies.
package random

import (
	"math"
	"math/rand/v2"

	"concord/model/family"
)

// Labels replaces the linear predictors of one study by labels. Unless noise is nil, the σ of each label is multiplied
// by exp(noise). Such labels are θ + σε, of a family of location and scale.
func Labels(rng *rand.Rand, f family.Family, theta, own, noise []float64) {
	if noise == nil {
		f.Draw(rng, theta, own)
		return
	}
	off := make([]float64, len(theta))
	f.Draw(rng, off, own)
	for n, x := range off {
		theta[n] += math.Exp(noise[n]) * x
	}
}

// Effects draws n vectors (b_1 … b_K) ~ N(0, SCCᵀS), n × K.
func Effects(rng *rand.Rand, n int, root [][]float64, sd func(s int) float64) []float64 {
	k := len(root)
	b := make([]float64, n*k)
	z := make([]float64, k)
	for i := range n {
		for s := range z {
			z[s] = rng.NormFloat64()
		}
		for s := range z {
			for m := range s + 1 {
				b[i*k+s] += sd(s) * root[s][m] * z[m]
			}
		}
	}
	return b
}

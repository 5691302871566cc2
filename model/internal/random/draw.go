// Package random draws effects and labels from a model, for simulated and for replicated studies.
package random

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

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

// StudentEffects draws n vectors from a multivariate Student's t with df > 2 degrees of freedom and the covariance
// matrix SCCᵀS, n × K.
func StudentEffects(rng *rand.Rand, n int, root [][]float64, sd func(s int) float64, df float64) []float64 {
	b, k := Effects(rng, n, root, sd), len(root)
	for ; n > 0; n-- {
		floats.Scale(StudentFactor(rng, df), b[(n-1)*k:n*k])
	}
	return b
}

// StudentFactor draws what multiplies normal effects to make them Student's t with the same standard deviations,
// √((ν − 2)/χ²) with χ² of ν degrees of freedom.
func StudentFactor(rng *rand.Rand, df float64) float64 {
	return math.Sqrt((df - 2) / distuv.ChiSquared{K: df, Src: rng}.Rand())
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

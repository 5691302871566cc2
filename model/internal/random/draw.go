// Package random draws effects and labels from a model, for simulated and for replicated studies.
package random

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model/family"
	"concord/model/internal/spec"
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

// Kinds are two kinds of items: the share of the second, and the distance between them in each study, in standard
// deviations of one kind there.
type Kinds struct {
	Share    float64
	Distance []float64
}

// Within returns the matrix that the correlations between studies leave within one kind, in units of the standard
// deviations of all items. It is positive semidefinite if there are such kinds.
func (k Kinds) Within(correlation [][]float64) [][]float64 {
	m := make([][]float64, len(correlation))
	for i, row := range correlation {
		m[i] = make([]float64, len(row))
		for j, r := range row {
			m[i][j] = r - k.Share*(1-k.Share)*k.shift(i)*k.shift(j)
		}
	}
	return m
}

// shift is the distance in standard deviations of all items.
func (k Kinds) shift(s int) float64 { return spec.KindShift(k.Share, k.Distance[s]) }

// Place draws the kind of an item and stores where the mean of the kind lies in each study, in standard deviations of
// all items.
func (k Kinds) Place(dst []float64, rng *rand.Rand) {
	at := -k.Share
	if rng.Float64() < k.Share {
		at = 1 - k.Share
	}
	for s := range dst {
		dst[s] = at * k.shift(s)
	}
}

// MixedEffects draws n vectors of items of two kinds with the standard deviations sd, n × K. root is a root of
// [Kinds.Within].
func MixedEffects(rng *rand.Rand, n int, root [][]float64, sd func(s int) float64, kinds Kinds) []float64 {
	b, at := Effects(rng, n, root, sd), make([]float64, len(root))
	for o := 0; o < len(b); o += len(at) {
		kinds.Place(at, rng)
		for s, x := range at {
			b[o+s] += sd(s) * x
		}
	}
	return b
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

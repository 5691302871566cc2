package sampler

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	// A variance outside of these bounds, in whitened coordinates, is moved to the bound: few draws only show that it
	// is far from 1.
	leastVariance, mostVariance = 0.25, 36
	// fewDraws is the number of coordinates for each draw above which eigenvalues near 1 count as sampling error.
	fewDraws = 0.2
)

// principalDirections returns orthonormal directions in which the variance of centred draws (iteration ×
// coordinate) is not 1, and their standard deviations there.
//
// With many draws these are all eigenvectors of the covariance. If there are few draws for p coordinates, most of its
// eigenvalues differ from 1 by sampling error alone. With γ = p/n, the eigenvalues of a standard normal lie within (1 ±
// √γ)² (Marchenko and Pastur 1967). A larger eigenvalue λ stands for a variance ℓ with λ = ℓ(1 + γ/(ℓ − 1)) (Donoho,
// Gavish and Johnstone 2018, equation 1.10). Other variances are set to 1.
func principalDirections(draws *mat.Dense) (directions [][]float64, sds []float64) {
	n, p := draws.Dims()
	gamma := float64(p) / float64(n-1)
	values, vector, ok := principalComponents(draws)
	if !ok {
		return nil, nil
	}
	for k, l := range values {
		if gamma > fewDraws {
			if l <= (1+math.Sqrt(gamma))*(1+math.Sqrt(gamma)) {
				continue
			}
			b := l + 1 - gamma
			l = 0.5 * (b + math.Sqrt(b*b-4*l))
		}
		directions = append(directions, vector(k))
		sds = append(sds, boundedSD(l))
	}
	return directions, sds
}

// boundedSD returns the standard deviation for a variance estimated from few draws.
func boundedSD(variance float64) float64 {
	return math.Sqrt(math.Max(leastVariance, math.Min(mostVariance, variance)))
}

// principalComponents returns eigenvalues of the covariance of centred draws, ascending, and a function that returns
// the eigenvector of each. With fewer draws than coordinates it leaves out eigenvalues that must be 0.
func principalComponents(draws *mat.Dense) (values []float64, vector func(int) []float64, ok bool) {
	n, p := draws.Dims()
	var products mat.SymDense
	if p <= n {
		products.SymOuterK(1/float64(n-1), draws.T())
		values, vectors, ok := eigen(&products)
		return values, func(k int) []float64 { return mat.Col(nil, k, vectors) }, ok
	}
	// The products of the draws with each other have the same eigenvalues but for zeros.
	products.SymOuterK(1/float64(n-1), draws)
	values, vectors, ok := eigen(&products)
	return values, func(k int) []float64 {
		var v mat.VecDense
		v.MulVec(draws.T(), vectors.ColView(k))
		v.ScaleVec(1/v.Norm(2), &v)
		return v.RawVector().Data
	}, ok
}

package posterior

import (
	"math"
	"slices"
)

// generalizedPareto is the distribution of excesses over a threshold, with density (1/σ)(1 + k·x/σ)^(−1/k − 1) at x ≥
// 0. Moments below order 1/k exist.
type generalizedPareto struct{ k, sigma float64 }

// fitGeneralizedPareto estimates shape and scale from excesses in ascending order, all ≥ 0, by the
// empirical Bayes estimate of Zhang and Stephens (2009), "A new and efficient estimation method for
// the generalized Pareto distribution", Technometrics 51, equations 5 to 9 (their k is −k here). The
// shape is shrunk towards 1/2 with the weight of ten excesses (Vehtari, Simpson, Gelman, Yao and Gabry 2024,
// appendix C). It is NaN where the quartile of the excesses is 0.
func fitGeneralizedPareto(x []float64) generalizedPareto {
	n := float64(len(x))
	quartile, largest := x[int(n/4+0.5)-1], x[len(x)-1]
	const prior = 3
	grid := 30 + int(math.Sqrt(n))
	theta, profile := make([]float64, grid), make([]float64, grid)
	for j := range theta {
		theta[j] = 1/largest + (1-math.Sqrt(float64(grid)/(float64(j)+0.5)))/(prior*quartile)
		k := meanLog1p(-theta[j], x)
		profile[j] = n * (math.Log(-theta[j]/k) - k - 1)
	}
	most := slices.Max(profile)
	sum, mean := 0.0, 0.0
	for j, l := range profile {
		w := math.Exp(l - most)
		sum += w
		mean += w * theta[j]
	}
	mean /= sum
	k := meanLog1p(-mean, x)
	sigma := -k / mean
	const weight = 10
	return generalizedPareto{k: (k*n + weight*0.5) / (n + weight), sigma: sigma}
}

// meanLog1p returns the mean of log(1 + a·x).
func meanLog1p(a float64, x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += math.Log1p(a * v)
	}
	return sum / float64(len(x))
}

// quantile returns the p-quantile, 0 < p < 1.
func (g generalizedPareto) quantile(p float64) float64 {
	if g.k == 0 {
		return -g.sigma * math.Log1p(-p)
	}
	return g.sigma * math.Expm1(-g.k*math.Log1p(-p)) / g.k
}

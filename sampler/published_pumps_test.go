package sampler

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Pumps (Gaver and O'Muircheartaigh 1987; George, Makov and Smith 1993; BUGS
// Examples, volume 1): failures of ten pumps in so many thousand hours.
var (
	pumpsFailures = [10]float64{5, 1, 5, 14, 3, 19, 1, 1, 4, 22}
	pumpsHours    = [10]float64{94.3, 15.7, 62.9, 126, 5.24, 31.4, 1.05, 1.05, 2.1, 10.5}
)

// pumps: failures ~ Poisson(θ·hours), θ ~ Gamma(α, β), α ~ Exponential(1),
// β ~ Gamma(0.1, 1). Coordinates are the logarithms of α, β, θ₁ … θ₁₀; it tells of
// α, β, θ₁ and θ₁₀.
func pumps() reporter {
	target := density{12, func(grad, x []float64) float64 {
		alpha, beta := math.Exp(x[0]), math.Exp(x[1])
		logGamma, _ := math.Lgamma(alpha)
		sum := x[0] - alpha + 0.1*x[1] - beta
		grad[0] = 1 - alpha
		grad[1] = 0.1 - beta
		for i, logTheta := range x[2:] {
			theta := math.Exp(logTheta)
			sum += alpha*x[1] - logGamma + (alpha+pumpsFailures[i])*logTheta - (beta+pumpsHours[i])*theta
			grad[0] += alpha * (x[1] + logTheta - mathext.Digamma(alpha))
			grad[1] += alpha - beta*theta
			grad[2+i] = alpha + pumpsFailures[i] - (beta+pumpsHours[i])*theta
		}
		return sum
	}}
	return reporter{target, []string{"alpha", "beta", "theta.1", "theta.10"}, func(dst, x []float64) {
		dst[0], dst[1], dst[2], dst[3] = math.Exp(x[0]), math.Exp(x[1]), math.Exp(x[2]), math.Exp(x[11])
	}}
}

// pumpsTruth has the moments of α, β, θ₁ and θ₁₀: α and β on a lattice, θ gamma
// given them, so that failures are negative binomial.
func pumpsTruth(over lattice) []moment {
	var components []component
	for _, logAlpha := range over(-8, 4, 120) {
		for _, logBeta := range over(-14, 5, 160) {
			alpha, beta := math.Exp(logAlpha), math.Exp(logBeta)
			logWeight := logAlpha - alpha + 0.1*logBeta - beta
			prior, _ := math.Lgamma(alpha)
			for i, y := range pumpsFailures {
				g, _ := math.Lgamma(alpha + y)
				logWeight += alpha*logBeta - prior + g - (alpha+y)*math.Log(beta+pumpsHours[i])
			}
			n := component{logWeight, []float64{alpha, beta}, []float64{0, 0}}
			for _, i := range []int{0, 9} {
				rate := beta + pumpsHours[i]
				mean := (alpha + pumpsFailures[i]) / rate
				n.mean, n.variance = append(n.mean, mean), append(n.variance, mean/rate)
			}
			components = append(components, n)
		}
	}
	return mixture(components).moments()
}

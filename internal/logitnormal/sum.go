package logitnormal

import "math"

// Sum is an [Expansion] of a weighted sum of probabilities whose logits differ by constants, such as the mean label of
// an ordinal scale: g(u) = Σ_k w_k E_a logit⁻¹(Mean_k + u + a). The zero value is ready for [Sum.Set]. It serves one
// goroutine at a time.
type Sum struct {
	hermiteSeries
	ok     bool
	square float64 // Σ d_n²
}

// Set makes g the sum with these means and weights, u ~ N(0, sd²) and a ~ N(0, noise²), and expectations the mean
// probability of each. It returns Var g. ok is false if something is not valid, or if few terms are not enough, because
// standard deviations are large or all means are far from 0.
func (g *Sum) Set(means, weights []float64, sd, noise float64, expectations []float64) (variance float64, ok bool) {
	g.ok = false
	nearest := math.Inf(1)
	for _, x := range means {
		if !(Probability{x, sd, noise}).valid() {
			return 0, false
		}
		nearest = math.Min(nearest, math.Abs(x))
	}
	if g.begin(nearest, sd, noise); g.grid == nil {
		return 0, false
	}
	for k, x := range means {
		expectations[k] = g.slopes.add(g.grid, x, g.tau, weights[k])
	}
	g.left = g.slopes.square(g.grid)
	g.square, g.ok = g.sumOfSquares(g.t)
	return sd * sd * g.square, g.ok
}

// CorrelationBySum returns the correlation of two sums where their u are normal with correlation rho. If an SD is 0 it
// is the limit as the SD goes to 0. It errs by less than 10⁻⁸. ok is false if few terms are not enough, or rho is no
// correlation.
func CorrelationBySum(a, b *Sum, rho float64) (correlation float64, ok bool) {
	if !a.ok || !b.ok || !(math.Abs(rho) <= 1) {
		return 0, false
	}
	squares := a.square * b.square
	covariance, ok := mehler(&a.hermiteSeries, &b.hermiteSeries, rho, expansionError*expansionError*squares)
	return math.Max(-1, math.Min(1, covariance/math.Sqrt(squares))), ok
}

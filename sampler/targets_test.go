package sampler

import (
	"math"
)

// density is a target from a function.
type density struct {
	dim int
	f   func(grad, x []float64) float64
}

func (d density) Dim() int                              { return d.dim }
func (d density) LogProbGrad(grad, x []float64) float64 { return d.f(grad, x) }

// binormal is a normal in two dimensions with means 1 and −2, standard deviations
// 0.1 and 30 and the given correlation.
func binormal(rho float64) density {
	return density{2, func(grad, x []float64) float64 {
		a, b := (x[0]-1)/0.1, (x[1]+2)/30
		k := 1 / (1 - rho*rho)
		grad[0], grad[1] = -k*(a-rho*b)/0.1, -k*(b-rho*a)/30
		return -k / 2 * (a*a - 2*rho*a*b + b*b)
	}}
}

// autoregression is a stationary normal in d dimensions: means are 1, standard
// deviations those of scale(i), correlations rho^|i−j|. Its precision is
// tridiagonal.
func autoregression(d int, rho float64, scale func(i int) float64) density {
	s, z := make([]float64, d), 1/(1-rho*rho)
	for i := range s {
		s[i] = scale(i)
	}
	return density{d, func(grad, x []float64) float64 {
		sum, before := 0.0, 0.0
		for i := range x {
			a := (x[i] - 1) / s[i]
			e := a - rho*before // innovation
			w := z
			if i == 0 {
				e, w = a, 1
			} else {
				grad[i-1] += w * rho * e / s[i-1]
			}
			grad[i] = -w * e / s[i]
			sum -= w * e * e / 2
			before = a
		}
		return sum
	}}
}

// stdNormal is a standard normal in d dimensions.
func stdNormal(d int) density {
	return density{d, func(grad, x []float64) float64 {
		sum := 0.0
		for i, v := range x {
			grad[i] = -v
			sum -= v * v / 2
		}
		return sum
	}}
}

// funnel is Neal's (2003) in n+1 dimensions: x₀ ~ N(0, width²) and
// x₁ … xₙ ~ N(0, exp(x₀)) given x₀.
func funnel(n int, width float64) density {
	return density{n + 1, func(grad, x []float64) float64 {
		v := x[0] / width
		sum, precision := -v*v/2-float64(n)/2*x[0], math.Exp(-x[0])
		grad[0] = -v/width - float64(n)/2
		for i, a := range x[1:] {
			grad[i+1] = -a * precision
			sum -= a * a * precision / 2
			grad[0] += a * a * precision / 2
		}
		return sum
	}}
}

// studentT has independent coordinates with nu degrees of freedom.
func studentT(d int, nu float64) density {
	return density{d, func(grad, x []float64) float64 {
		sum := 0.0
		for i, a := range x {
			grad[i] = -(nu + 1) * a / (nu + a*a)
			sum -= (nu + 1) / 2 * math.Log1p(a*a/nu)
		}
		return sum
	}}
}

// squares is the posterior of x = log σ² given n values of a normal with known
// mean, whose squared deviations sum to s, under a flat prior for x:
// exp(−x) ~ Gamma(n/2, rate s/2).
func squares(n, s float64) density {
	return density{1, func(grad, x []float64) float64 {
		e := s / 2 * math.Exp(-x[0])
		grad[0] = -n/2 + e
		return -n/2*x[0] - e
	}}
}

// each returns t for every chain: it must be free of state.
func each(t Target) func(int) (Target, error) {
	return func(int) (Target, error) { return t, nil }
}

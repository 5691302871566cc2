package sampler

import "math"

// banana is the twisted normal of Haario, Saksman and Tamminen (1999) with
// b = 0.03 in two dimensions: x₁ ~ N(0, 10²) and x₂ + b·x₁² − 100·b ~ N(0, 1). So
// x₂ has mean 0 and variance 1 + b²·2·10⁴ = 19.
func banana() density {
	const b = 0.03
	return density{2, func(grad, x []float64) float64 {
		y := x[1] + b*x[0]*x[0] - 100*b
		grad[0], grad[1] = -x[0]/100-2*b*x[0]*y, -y
		return -x[0]*x[0]/200 - y*y/2
	}}
}

func bananaMoments() []moment { return []moment{{0, 0, 10}, {1, 0, math.Sqrt(19)}} }

// rosenbrock is exp(−(100(x₂ − x₁²)² + (1 − x₁)²)/20), of Goodman and Weare
// (2010). So x₁ ~ N(1, 10) and x₂ ~ N(x₁², 1/10) given x₁, whence x₂
// has mean 1 + 10 and variance 1/10 + 2·10² + 4·10.
func rosenbrock() density {
	return density{2, func(grad, x []float64) float64 {
		u, v := x[1]-x[0]*x[0], 1-x[0]
		grad[0], grad[1] = (400*u*x[0]+2*v)/20, -200*u/20
		return -(100*u*u + v*v) / 20
	}}
}

func rosenbrockMoments() []moment {
	return []moment{{0, 1, math.Sqrt(10)}, {1, 11, math.Sqrt(240.1)}}
}

package main

import (
	"math"
	"math/rand/v2"
)

// middle is where the two series of the density of J*(1, 0) change over (Devroye 2009, Statistics and Probability
// Letters 79, 2251–2259).
const middle = 0.64

// polyaGamma draws from PG(1, c), by Devroye's rejection from an alternating series (Polson, Scott and Windle 2013,
// Journal of the American Statistical Association 108, 1339–1349, section 4).
func polyaGamma(rng *rand.Rand, c float64) float64 {
	z := math.Abs(c) / 2
	rate := math.Pi*math.Pi/8 + z*z/2
	right := math.Pi / (2 * rate) * math.Exp(-rate*middle)
	left := 2 * math.Exp(-z) * inverseGaussianBelow(z)
	for {
		x := 0.0
		if rng.Float64()*(left+right) < right {
			x = middle + rng.ExpFloat64()/rate
		} else {
			x = truncatedInverseGaussian(rng, z)
		}
		sum := coefficient(0, x)
		at := rng.Float64() * sum
		for n := 1; ; n++ {
			if n%2 == 1 {
				if sum -= coefficient(n, x); at <= sum {
					return x / 4
				}
			} else if sum += coefficient(n, x); at > sum {
				break
			}
		}
	}
}

// coefficient is a_n(x) of the series.
func coefficient(n int, x float64) float64 {
	k := float64(n) + 0.5
	if x <= middle {
		return math.Pi * k * math.Pow(2/(math.Pi*x), 1.5) * math.Exp(-2*k*k/x)
	}
	return math.Pi * k * math.Exp(-k*k*math.Pi*math.Pi*x/2)
}

// inverseGaussianBelow is P(X < middle) of an inverse Gaussian X with mean 1/z and shape 1.
func inverseGaussianBelow(z float64) float64 {
	root := math.Sqrt(1 / middle)
	return normalBelow(root*(middle*z-1)) + math.Exp(2*z)*normalBelow(-root*(middle*z+1))
}

func normalBelow(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// truncatedInverseGaussian draws an inverse Gaussian with mean 1/z and shape 1 that is below middle.
func truncatedInverseGaussian(rng *rand.Rand, z float64) float64 {
	if z < 1/middle { // the mean is beyond: from 1/χ² that is below, by the tail of a normal
		for {
			var first, second float64
			for first, second = 1, 0; first*first > 2*second/middle; {
				first, second = rng.ExpFloat64(), rng.ExpFloat64()
			}
			x := middle / ((1 + middle*first) * (1 + middle*first))
			if rng.Float64() < math.Exp(-z*z*x/2) {
				return x
			}
		}
	}
	mean := 1 / z
	for {
		y := rng.NormFloat64()
		y *= y
		x := mean + mean*mean*y/2 - mean/2*math.Sqrt(4*mean*y+mean*mean*y*y)
		if rng.Float64() > mean/(mean+x) {
			x = mean * mean / x
		}
		if x < middle {
			return x
		}
	}
}

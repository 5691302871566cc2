package logitnormal

import (
	"iter"
	"math"
)

// mostNodes bounds the nodes of a [Rule]: below SDs of some thousands it does not bind.
const mostNodes = 1 << 16

// Argument is the argument of a function of z, H(Mean + Slope·z) or several such: a logistic function averaged over
// normal noise of that standard deviation.
type Argument struct{ Slope, Noise float64 }

// Rule yields nodes and weights of the trapezoidal rule for means over z ~ N(0, 1) of products of two functions of the
// kinds a and b, and of either alone. The weights add up to 1. It yields nothing if an argument is not finite, or if a
// noise is negative.
func Rule(a, b Argument) iter.Seq2[float64, float64] {
	return func(yield func(z, weight float64) bool) {
		if !a.valid() || !b.valid() {
			return
		}
		step := math.Max(Step(a, b), 2*reach/mostNodes)
		last := int(math.Ceil(reach / step))
		total := 0.0
		for k := -last; k <= last; k++ {
			total += density(float64(k) * step)
		}
		for k := -last; k <= last; k++ {
			z := float64(k) * step
			if !yield(z, density(z)/total) {
				return
			}
		}
	}
}

// Given returns the argument of a function whose variable is not z itself but correlates with it by rho. Given z the
// variable has the mean rho·Slope·z, and the rest of its variation is noise. Slope is its standard deviation.
func (a Argument) Given(rho float64) Argument {
	return Argument{rho * a.Slope, math.Hypot(a.Noise, math.Sqrt((1-rho)*(1+rho))*a.Slope)}
}

// Step returns the step of the [Rule]: the longer, the fewer nodes.
func Step(a, b Argument) float64 { return stepFor(a.Slope, a.Noise, b.Slope, b.Noise) }

func (a Argument) valid() bool {
	return a.Noise >= 0 && !math.IsInf(a.Noise, 0) && !math.IsInf(a.Slope, 0) && !math.IsNaN(a.Slope)
}

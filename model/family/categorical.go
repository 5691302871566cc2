package family

import "concord/internal/logitnormal"

// Categorical is a family whose labels are one of few categories, so that a label is told by the chance of each: what a
// fit implies for coefficients of agreement follows from them, whatever the distance.
type Categorical interface {
	Family
	// Categories returns how many categories there are.
	Categories() int
	// Chances sets dst to the chance of each category where the linear predictor is normal with that mean and the
	// standard deviation noise, which may be 0. They are NaN where mean or noise is not finite or noise negative.
	Chances(dst []float64, mean, noise float64, own []float64)
}

var _ Categorical = Bernoulli{}

// Categories implements [Categorical]: 0 and 1.
func (Bernoulli) Categories() int { return 2 }

// Chances implements [Categorical].
func (Bernoulli) Chances(dst []float64, mean, noise float64, _ []float64) {
	p := logitnormal.Probability{Mean: mean, Noise: noise}.Expectation()
	dst[0], dst[1] = 1-p, p
}

// CumulativeChances sets dst to the chance of each of the categories 1 … C, P(y ≤ c) = E logit⁻¹(t_c − θ), where θ is
// normal with that mean and the standard deviation noise, and t_1 ≤ … ≤ t_C−1 are the thresholds. None is negative, and
// they add up to 1; as those of [Categorical] they are NaN where mean or noise is out of range. The thresholds may
// share their memory with dst.
func CumulativeChances(dst, thresholds []float64, mean, noise float64) {
	last := len(thresholds)
	for c, t := range thresholds {
		dst[c] = t - mean
	}
	logitnormal.Expectations(dst[:last], dst[:last], noise)
	below := 0.0
	for c, upTo := range dst[:last] {
		// An error of the last digits must not make a category between equal thresholds negative.
		upTo = max(below, upTo)
		dst[c], below = upTo-below, upTo
	}
	dst[last] = 1 - below
}

package family

import "concord/internal/effect"

// Categorical is a family whose labels are one of few categories, each with a chance. The values that a fit implies for
// coefficients of agreement follow from these chances, for any distance.
type Categorical interface {
	Family
	// Categories returns how many categories there are.
	Categories() int
	// Chances sets dst to the chance of each category if the linear predictor is normal with the given mean and the
	// standard deviation noise, which may be 0. They are NaN where mean or noise is not finite or noise negative.
	Chances(dst []float64, mean, noise float64, own []float64)
	// ChancesOfEach sets dst, one row of categories after the other, to the chances for each of the means, at less cost
	// than one by one.
	ChancesOfEach(dst, means []float64, noise float64, own []float64)
}

var _ Categorical = Bernoulli{}

// Categories implements [Categorical]: 0 and 1.
func (Bernoulli) Categories() int { return 2 }

// Chances implements [Categorical].
func (Bernoulli) Chances(dst []float64, mean, noise float64, _ []float64) {
	p := effect.Mean(mean, noise)
	dst[0], dst[1] = 1-p, p
}

// ChancesOfEach implements [Categorical].
func (Bernoulli) ChancesOfEach(dst, means []float64, noise float64, _ []float64) {
	effect.Means(dst[:len(means)], means, noise)
	for i := len(means) - 1; i >= 0; i-- { // from the end, as rows are longer than what they are made of
		p := dst[i]
		dst[2*i], dst[2*i+1] = 1-p, p
	}
}

// CumulativeChances sets dst to the chance of each of the categories 1 … C, with P(y ≤ c) = E logit⁻¹(t_c − θ). θ is
// normal with that mean and the standard deviation noise, and t_1 ≤ … ≤ t_C−1 are the thresholds. None is negative, and
// they add up to 1. As in [Categorical], they are NaN if mean or noise is out of range. The thresholds may share their
// memory with dst.
func CumulativeChances(dst, thresholds []float64, mean, noise float64) {
	last := len(thresholds)
	for c, t := range thresholds {
		dst[c] = t - mean
	}
	effect.Means(dst[:last], dst[:last], noise)
	differences(dst[:last+1])
}

// differences makes P(y ≤ c) of all categories but the last, which is 1, the chances of each.
func differences(row []float64) {
	last := len(row) - 1
	below := 0.0
	for c, upTo := range row[:last] {
		// An error of the last digits must not make a category between equal thresholds negative.
		upTo = max(below, upTo)
		row[c], below = upTo-below, upTo
	}
	row[last] = 1 - below
}

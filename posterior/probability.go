package posterior

import "math"

// Probability is the posterior probability of an event: the share of draws in which
// it holds, with the Monte Carlo standard error of that share.
type Probability struct {
	Value float64 // NaN if there is no draw or one is NaN
	MCSE  float64 // NaN if the event holds in all draws or in none, which cannot tell how far the share is off
}

// Probability returns the posterior probability that event holds.
func (q Quantity) Probability(event func(x float64) bool) Probability {
	indicator := mapChains(q.Chains, new(arena), func(x float64) float64 {
		switch {
		case math.IsNaN(x):
			return x
		case event(x):
			return 1
		}
		return 0
	})
	return Probability{Value: meanOf(pool(indicator, new(arena))), MCSE: MCSEMean(indicator)}
}

// Positive returns the posterior probability that the quantity is above 0.
func (q Quantity) Positive() Probability {
	return q.Probability(func(x float64) bool { return x > 0 })
}

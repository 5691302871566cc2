package family

import "concord/internal/logitnormal"

// logistics is the scale of binary labels, 0 and 1, on which kappa-like coefficients live: h is an item's chance of a
// positive label (Goldstein, Browne and Rasbash 2002, there by simulation; here by quadrature).
type logistics struct{}

// Moments implements [Response]. The variance of a label is p(1 − p).
func (logistics) Moments(at Point, _ []float64) (mean, between, total float64) {
	p, between := chance(at).Variance()
	return p, between, p * (1 - p)
}

// Given implements [Response]. A label is its own square.
func (logistics) Given(first, second, means []float64, noise float64, _ []float64) {
	logitnormal.Expectations(first, means, noise)
	copy(second, first)
}

// Expansions implements [Response].
func (logistics) Expansions(studies int) Expansions {
	return make(logisticExpansions, studies)
}

// logisticExpansions are chances expanded in Hermite polynomials.
type logisticExpansions []logitnormal.Expansion

// Set implements [Expansions].
func (ls logisticExpansions) Set(study int, at Point, _ []float64) { ls[study].Set(chance(at)) }

// Correlation implements [Expansions].
func (ls logisticExpansions) Correlation(a, b int, rho float64) float64 {
	return logitnormal.Correlation(&ls[a], &ls[b], rho)
}

func chance(at Point) logitnormal.Probability {
	return logitnormal.Probability{Mean: at.Mean, SD: at.SD, Noise: at.Rest}
}

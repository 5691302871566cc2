package family

import (
	"concord/internal/effect"
	"concord/model/internal/logistic"
)

// logistics is the scale of binary labels, 0 and 1, which kappa-like coefficients use. h is an item's chance of a
// positive label (Goldstein, Browne and Rasbash 2002, there by simulation; here by quadrature).
type logistics struct{}

// Given implements [Response]. A label is its own square.
func (logistics) Given(first, second, means []float64, noise float64, _ []float64) {
	if noise == 0 {
		logistic.SoftplusSigmoid(first, means)
	} else {
		effect.Means(first, means, noise)
	}
	copy(second, first)
}

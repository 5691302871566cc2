package catalogue

import "concord/internal/quantity"

// CoefficientName returns the name of a coefficient, or of a difference of one, as the field writes it, without its
// distance. It returns names of no quantity unchanged.
func CoefficientName(coefficient string) string {
	if e := quantity.Find(coefficient); e != nil {
		return e.Symbol
	}
	return coefficient
}

package consensus

import (
	"gonum.org/v1/gonum/floats"

	"concord/model"
	"concord/posterior"
)

// covariatePart is the part of the linear predictor in a study from the covariates of items, or of labelers. The
// covariates of all else are at their means over the labels of the study, where they add 0. nil adds 0.
type covariatePart struct {
	rows         [][]float64 // of items or labelers
	coefficients []posterior.Quantity
}

// newCovariatePart returns the part of the covariates of a factor; nil if there are none.
func newCovariatePart(of model.StudyPosterior, factor string) *covariatePart {
	all := of.Posterior().Covariates()
	if all == nil {
		return nil
	}
	rows, coefficients := all.Parts(of, factor)
	if len(coefficients) == 0 {
		return nil
	}
	return &covariatePart{rows, coefficients}
}

// at stores the coefficients of a draw in dst.
func (cp *covariatePart) at(dst []float64, chain, draw int) []float64 {
	dst = dst[:0]
	if cp != nil {
		for _, q := range cp.coefficients {
			dst = append(dst, q.Chains[chain][draw])
		}
	}
	return dst
}

// add returns the part of an item or labeler, given the coefficients.
func (cp *covariatePart) add(level int, beta []float64) float64 {
	if cp == nil || cp.rows[level] == nil {
		return 0
	}
	return floats.Dot(cp.rows[level], beta)
}

// quantity returns the part of a level, added to an effect.
func (cp *covariatePart) quantity(effect posterior.Quantity, level int) posterior.Quantity {
	if cp == nil || cp.rows[level] == nil {
		return effect
	}
	return posterior.Map(effect.Name, func(x []float64) float64 { return x[0] + floats.Dot(cp.rows[level], x[1:]) },
		append([]posterior.Quantity{effect}, cp.coefficients...)...)
}

package result

import (
	"math"

	"concord/internal/result/catalogue"
)

// Centre is the one number that stands for an estimate: the posterior mean, or the median of a quantity whose
// posterior has no mean.
func (e Estimate) Centre() Number {
	if e.NoMoments {
		return e.Median
	}
	return e.Mean
}

// Defined reports whether the fit has the quantity.
func (e Estimate) Defined() bool { return e.Centre().Defined() }

// Spread decides how many digits of an estimate are printed. It is the standard deviation. Without one it is half of
// the shorter part of the interval on either side of the median, which for normal posteriors is about the same.
func (e Estimate) Spread() Number {
	if e.NoMoments {
		return Number(math.Min(float64(e.Median-e.Lower), float64(e.Upper-e.Median)) / 2)
	}
	return e.SD
}

// withoutMoments removes the mean, its Monte Carlo error, and the standard deviation from an estimate of a quantity
// that has none, see [catalogue.Entry.NoMoments].
func (e *Estimate) withoutMoments() {
	if q, ok := catalogue.OfTerm(e.Quantity, e.Term); e.NoMoments || ok && q.NoMoments {
		e.NoMoments, e.Skewed = true, false
		e.Mean, e.SD, e.MCSE = Undefined(), Undefined(), Undefined()
	}
}

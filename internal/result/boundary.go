package result

import (
	"concord/internal/quantity"
	"concord/internal/result/catalogue"
	"concord/posterior"
)

// Boundary returns the end of a quantity's range that the posterior reaches, or nil.
//
// Quantiles distinguish a posterior with a density at the end from one without: the 2.5 % quantile of a half-normal
// scale is 0.046 of its median, and a tenth if log σ has an SD of 1.2. ICCs are shares of variances, and so squares.
func Boundary(q catalogue.Entry, s posterior.Summary) *Number {
	const near = 0.1
	at := func(bound, end, limit float64) *Number {
		if !Number(end).Defined() || !Number(s.Median).Defined() || !((end-bound)/(s.Median-bound) < limit) {
			return nil
		}
		n := Number(bound)
		return &n
	}
	if !q.TellsBoundary {
		return nil
	}
	switch q.Range {
	case quantity.Positive:
		return at(0, s.Lower, near)
	case quantity.Fraction:
		return at(0, s.Lower, near*near)
	case quantity.Correlation:
		if b := at(1, s.Upper, near); b != nil {
			return b
		}
		return at(-1, s.Lower, near)
	}
	return nil
}

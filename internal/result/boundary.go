package result

import (
	"fmt"
	"strings"

	"concord/internal/quantity"
	"concord/internal/result/catalogue"
)

// boundary returns the end of the quantity's range that the posterior reaches, or nil.
//
// Quantiles distinguish a posterior with a density at the end from one without: the 2.5 % quantile of a half-normal
// scale is 0.046 of its median, and a tenth if log σ has an SD of 1.2. ICCs are shares of variances, and so squares.
func (e Estimate) boundary() *Number {
	const near = 0.1
	at := func(bound, end, limit Number) *Number {
		if !end.Defined() || !e.Median.Defined() || !((end-bound)/(e.Median-bound) < limit) {
			return nil
		}
		return &bound
	}
	q, _ := catalogue.OfTerm(e.Quantity, e.Term)
	if !q.TellsBoundary {
		return nil
	}
	switch q.Range {
	case quantity.Positive:
		return at(0, e.Lower, near)
	case quantity.Fraction:
		return at(0, e.Lower, near*near)
	case quantity.Correlation:
		if b := at(1, e.Upper, near); b != nil {
			return b
		}
		return at(-1, e.Lower, near)
	}
	return nil
}

// BoundaryNote names the estimates whose interval ends at a boundary that it cannot hold; "" if there is none. name
// gives the studies of an estimate, and title its quantity on its scale.
func BoundaryNote(estimates []Estimate, name, title func(e Estimate) string) string {
	const most = 4
	var names []string
	for _, e := range estimates {
		if e.Boundary != nil {
			names = append(names, title(e)+" ("+name(e)+")")
		}
	}
	if len(names) == 0 {
		return ""
	}
	if n := len(names) - most; n > 0 {
		names = append(names[:most], fmt.Sprintf("%d more", n))
	}
	return "Up to a boundary: " + strings.Join(names, "; ") + ". No draw is exactly 0 (a standard deviation, an ICC) " +
		"or ±1 (a correlation), so no interval holds that value, even if it is the truth. Read these intervals as " +
		"“at most” or “at least”."
}

package ask

import (
	"concord/internal/answer"
	"concord/internal/quantity"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/posterior"
)

// Estimates are the estimates of a fit as rows, with all that is known of their draws. Two groups are Of and Against,
// unless one is measured by the other, which is the Group then. A threshold is between two categories.
func Estimates(all []result.Estimate) []*answer.Row {
	rows := make([]*answer.Row, len(all))
	for i, e := range all {
		at := answer.Key{Term: e.Term, Design: e.Design}
		if e.Scale == result.ScaleLatent {
			at.Scale = e.Scale
		}
		q, _ := catalogue.OfTerm(e.Quantity, e.Term)
		switch of := e.Studies; {
		case len(of) == 1:
			at.Group = of[0]
		case len(of) == 3:
			at.Group, at.Of, at.Against = of[0], of[1], of[2]
		case q.Of == catalogue.Pair, q.Of == catalogue.Contrast:
			at.Of, at.Against = of[0], of[1]
		case q.Of.Several():
			at.Group, at.Of = of[0], of[1]
		}
		if e.Category != "" {
			at.Of, at.Against = e.Category, e.NextCategory
		}
		known := quantity.Find(e.Quantity)
		if known == nil { // a parameter of a family that this program does not have
			known = &quantity.Entry{Name: e.Quantity}
		}
		r := answer.NewRow(known, at, float64(e.Centre())).Within(float64(e.Lower), float64(e.Upper))
		r.Why = e.Undefined
		r.Draws = &posterior.Summary{Mean: float64(e.Mean), SD: float64(e.SD), Median: float64(e.Median),
			RHat: float64(e.RHat), ESSBulk: float64(e.ESSBulk), ESSTail: float64(e.ESSTail), MCSEMean: float64(e.MCSE)}
		rows[i] = r
	}
	return rows
}

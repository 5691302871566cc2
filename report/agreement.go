package report

import "concord/nonparam"

// NewAgreements returns coefficients in the form of a [Result].
func NewAgreements(results []nonparam.Result) []Agreement {
	all := make([]Agreement, len(results))
	for i, r := range results {
		a := Agreement{
			Coefficient: string(r.Coefficient), Distance: r.Distance, Studies: r.Studies,
			Estimate: Number(r.Value), Lower: Undefined(), Upper: Undefined(), SE: Undefined(),
			K: r.K, Items: r.Items, Ratings: r.Ratings, Undefined: r.Undefined,
		}
		if a.Studies == nil {
			a.Studies = []string{}
		}
		if r.Undefined != "" {
			a.Estimate = Undefined()
		}
		if r.SE != nil {
			a.SE = Number(*r.SE)
		}
		if r.Interval != nil {
			a.Lower, a.Upper = Number(r.Interval.Lower), Number(r.Interval.Upper)
		}
		if r.NoInterval != "" {
			a.Undefined = "no interval: " + r.NoInterval
		}
		all[i] = a
	}
	return all
}

package report

import (
	"slices"

	"concord/model"
	"concord/nonparam"
	"concord/posterior"
	"concord/xcc"
)

// comparisons puts the coefficients that the model has an opinion of beside that opinion:
// alpha, cross-kappa and normalized cross-kappa of the distance that belongs to the family. The
// predictive check may be nil.
func comparisons(fit *model.Posterior, agreement []Agreement, interval posterior.Interval, check *predictive) []Comparison {
	distance := naturalDistance(fit.Spec().Family.String())
	find := func(coefficient string, studies ...string) (Agreement, bool) {
		i := slices.IndexFunc(agreement, func(a Agreement) bool {
			return a.Coefficient == coefficient && a.Distance == distance && slices.Equal(a.Studies, studies)
		})
		if i < 0 {
			return Agreement{}, false
		}
		return agreement[i], true
	}
	implied := xcc.ImpliedBy(fit)
	var all []Comparison
	place := 0 // of the coefficient among those of the predictive check
	add := func(coefficient string, q posterior.Quantity, studies ...string) {
		if a, ok := find(coefficient, studies...); ok {
			all = append(all, newComparison(a, q.Summarize(interval), check.tail(place, float64(a.Estimate))))
		}
		place++
	}
	for _, s := range fit.Studies() {
		add("kripp_alpha", implied.Kappa(s), s)
	}
	for _, p := range xcc.Pairs(fit) {
		cross, normalized := implied.CrossKappa(p.A, p.B)
		add("cross_kappa", cross, p.A, p.B)
		add("normalized_cross_kappa", normalized, p.A, p.B)
	}
	return all
}

// naturalDistance is the distance under which a coefficient estimates what a model of the
// family implies: 0 or 1 between binary labels, the squared difference between numbers.
func naturalDistance(family string) string {
	if family == model.Gaussian.String() {
		return nonparam.Interval.String()
	}
	return nonparam.Nominal.String()
}

func newComparison(a Agreement, s posterior.Summary, tail float64) Comparison {
	c := Comparison{
		Coefficient: a.Coefficient, Distance: a.Distance, Studies: a.Studies, Observed: a.Estimate,
		ImpliedMean: Number(s.Mean), ImpliedLower: Number(s.Lower), ImpliedUpper: Number(s.Upper),
		PPCTail: Number(tail),
	}
	switch {
	case !a.Estimate.Defined():
		c.Undefined = "observed: " + a.Undefined
	case !c.ImpliedMean.Defined():
		c.Undefined = "implied: a draw has no variance between items"
	case !c.PPCTail.Defined():
		c.Undefined = "no predictive check was made, or replicated studies leave the coefficient undefined"
	}
	return c
}

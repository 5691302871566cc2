package result

import (
	"math"
	"slices"

	"concord/internal/checks/predictive"
	"concord/model"
	"concord/model/family"
	"concord/nonparam"
	"concord/posterior"
	"concord/study"
	"concord/xcc"
)

// comparisons compares coefficients with the values that the model implies: alpha, cross-kappa and normalized
// cross-kappa, by the distance that belongs to the family, and for ordered categories by any distance. Without a
// predictive check (nil) there are no tail probabilities.
func comparisons(
	fit *model.Posterior, implied xcc.Implied, agreement []Agreement, interval posterior.Interval,
	check *predictive.Check,
) []Comparison {
	natural := NaturalDistance(fit.Spec().Family)
	var all []Comparison
	for _, by := range impliedBy(fit, implied, agreement) {
		add := func(coefficient string, q posterior.Quantity, studies ...string) {
			i := slices.IndexFunc(agreement, func(a Agreement) bool {
				return a.Coefficient == coefficient && a.Distance == by.distance && slices.Equal(a.Studies, studies)
			})
			if i < 0 {
				return
			}
			replicated := check // it has the coefficients of the natural distance
			if by.distance != natural {
				replicated = nil
			}
			lower, upper := q.CredibleInterval(interval)
			c := newComparison(agreement[i], q.Mean(), lower, upper, tail(replicated, coefficient, studies))
			if by.distance != natural && c.Observed.Defined() && c.ImpliedMean.Defined() {
				c.Undefined = "replicated studies have the coefficient only by the " + natural + " distance"
			}
			c.Note = shiftNote(replicated, coefficient, studies)
			all = append(all, c)
		}
		for _, s := range fit.EachStudy() {
			add("kripp_alpha", by.Kappa(s), s.Name())
		}
		for _, p := range xcc.Pairs(fit) {
			cross, normalized := by.CrossKappa(p.A, p.B)
			add("cross_kappa", cross, p.Names()...)
			add("normalized_cross_kappa", normalized, p.Names()...)
		}
	}
	return all
}

// tail returns the tail probability of a coefficient in a predictive check; NaN if it is undefined or nothing was
// checked.
func tail(check *predictive.Check, coefficient string, studies []string) float64 {
	if check == nil {
		return math.NaN()
	}
	for _, r := range check.Coefficients {
		if r.Statistic == coefficient && slices.Equal(r.Studies, studies) {
			return r.Tail
		}
	}
	return math.NaN()
}

// shiftNote says how much the difference of the studies' means lowers a κ_x, if it does so noticeably.
func shiftNote(check *predictive.Check, coefficient string, studies []string) string {
	if check == nil || coefficient != "cross_kappa" {
		return ""
	}
	for _, s := range check.Shifts {
		if slices.Equal(s.Studies[:], studies) && s.Noticeable() {
			return s.String()
		}
	}
	return ""
}

// doubts returns the doubts that a predictive check raises about the model; nil if there was no check.
func doubts(check *predictive.Check) []Doubt {
	if check == nil {
		return nil
	}
	all := []Doubt{}
	for _, d := range check.Doubts {
		all = append(all, Doubt{Statistics: d.Statistics, Assumption: d.Assumption, Studies: d.Studies,
			Evidence: d.Evidence, Consequence: d.Consequence, Look: d.Look})
	}
	return all
}

// NaturalDistance is the distance with which a coefficient estimates the value that a model of the family implies. It
// is nominal for binary labels, ordinal for ordered categories, and the squared difference for numbers; "" without a
// family.
func NaturalDistance(f family.Family) string {
	switch {
	case f == nil:
		return ""
	case f.Kind() == study.Binary:
		return nonparam.Nominal.String()
	case f.Kind() == study.Ordinal:
		return nonparam.Ordinal.String()
	}
	return nonparam.Interval.String()
}

func newComparison(a Agreement, mean, lower, upper, tail float64) Comparison {
	c := Comparison{
		Coefficient: a.Coefficient, Distance: a.Distance, Studies: a.Studies, Observed: a.Estimate,
		ImpliedMean: Number(mean), ImpliedLower: Number(lower), ImpliedUpper: Number(upper),
		PPCTail: Number(tail), Caution: a.Caution,
	}
	switch {
	case !a.Estimate.Defined():
		c.Undefined = "observed: " + a.Undefined
	case !c.ImpliedMean.Defined():
		c.Undefined = "implied: a draw has no variance between items"
	case c.Caution == LabelDependent:
		c.PPCTail, c.Undefined = Undefined(), "no p, because "+predictive.NotJudged
	case !c.PPCTail.Defined():
		c.Undefined = "no predictive check was made, or replicated studies leave the coefficient undefined"
	}
	return c
}

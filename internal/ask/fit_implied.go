package ask

import (
	"math"
	"slices"

	"concord/internal/answer"
	"concord/internal/checks/predictive"
	"concord/internal/result"
	"concord/model"
	"concord/model/family"
	"concord/nonparam"
	"concord/posterior"
	"concord/xcc"
)

// implied adds the values of coefficients that the model implies: alpha, cross-kappa and normalized cross-kappa, by the
// distance that belongs to the family, and for ordered categories by any distance. The coefficients get the two-sided
// tail probability of the observed value among studies that are replicated from the posterior; there are none without a
// predictive check.
func (f fitting) implied(agreement []result.Agreement) {
	implied, ok := f.of.Labels().Implied()
	if !ok {
		return
	}
	natural := result.NaturalDistance(f.Posterior.Spec().Family)
	for _, by := range impliedBy(f.Posterior, implied, agreement) {
		add := func(coefficient string, q posterior.Quantity, groups ...string) {
			at := answer.Among(groups...)
			at.Distance = by.distance
			observed := f.Get(coefficient, at)
			if observed == nil {
				return
			}
			replicated := f.Check // it has the coefficients of the natural distance
			if by.distance != natural {
				replicated = nil
			}
			if at.By = answer.Model; observed.Reason == "" { // which is biased otherwise
				observed.P = tail(replicated, coefficient, groups)
			}
			lower, upper := q.CredibleInterval(f.interval)
			row := f.Add(coefficient, at, q.Mean()).Within(lower, upper)
			if row.Why = shiftNote(replicated, coefficient, groups); !row.Defined() {
				row.Why = "implied: a draw has no variance between items"
			}
		}
		for _, s := range f.Posterior.EachStudy() {
			add("kripp_alpha", by.Kappa(s), s.Name())
		}
		for _, p := range xcc.Pairs(f.Posterior) {
			cross, normalized := by.CrossKappa(p.A, p.B)
			add("cross_kappa", cross, p.Names()...)
			add("normalized_cross_kappa", normalized, p.Names()...)
		}
	}
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

// impliedCoefficients are the values that a fit implies for coefficients by a distance.
type impliedCoefficients struct {
	distance string
	implied
}

type implied interface {
	Kappa(study model.StudyPosterior) posterior.Quantity
	CrossKappa(a, b model.StudyPosterior) (cross, normalized posterior.Quantity)
}

// impliedBy returns the coefficients that a fit implies, by the distance that belongs to its family. For ordered
// categories it returns them by each distance that coefficients were computed with.
func impliedBy(fit *model.Posterior, of xcc.Implied, agreement []result.Agreement) []impliedCoefficients {
	ordered, ok := fit.Spec().Family.(family.Adapting)
	if !ok {
		return []impliedCoefficients{{result.NaturalDistance(fit.Spec().Family), of}}
	}
	var all []impliedCoefficients
	for _, a := range agreement {
		if slices.ContainsFunc(all, func(c impliedCoefficients) bool { return c.distance == a.Distance }) {
			continue
		}
		distance, err := nonparam.ParseDistance(a.Distance)
		if err != nil {
			continue // the coefficient has no distance
		}
		between, err := nonparam.Between(distance, ordered.Scores())
		if err != nil {
			continue // such as ratios of scores below 0: the coefficient says why
		}
		if by, ok := of.By(between); ok {
			all = append(all, impliedCoefficients{a.Distance, by})
		}
	}
	return all
}

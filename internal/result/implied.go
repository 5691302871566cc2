package result

import (
	"slices"

	"concord/model"
	"concord/model/family"
	"concord/nonparam"
	"concord/posterior"
	"concord/xcc"
)

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
func impliedBy(fit *model.Posterior, of xcc.Implied, agreement []Agreement) []impliedCoefficients {
	ordered, ok := fit.Spec().Family.(family.Adapting)
	if !ok {
		return []impliedCoefficients{{NaturalDistance(fit.Spec().Family), of}}
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

package report

import (
	"slices"

	"concord/model"
	"concord/posterior"
	"concord/xcc"
)

// validity returns ρ and xCC of each pair of studies on each scale, and, on the scale of the labels, how well the mean of as many
// labels as an item of a study has stands for the true score in the reference.
func validity(fit *model.Posterior, scales []xcc.Joint, reference model.StudyPosterior) []row {
	var rho, between, mean []row
	for _, joint := range scales {
		for _, p := range xcc.Pairs(fit) {
			at := row{studies: p.Names(), scale: joint.Scale().String()}
			at.quantity, at.of = QuantityRho, func() posterior.Quantity { return joint.Rho(p.A, p.B) }
			rho = append(rho, at)
			at.quantity, at.of = QuantityXCC, func() posterior.Quantity { return joint.XCC(p.A, p.B) }
			between = append(between, at)
		}
	}
	labels := scales[len(scales)-1]
	for s, study := range fit.EachStudy() {
		if fit.Table() == nil || study == reference {
			continue
		}
		k := labelsPerItem(fit, s)
		mean = append(mean, row{
			quantity: QuantityRhoK, studies: xcc.Pair{A: reference, B: study}.Names(), scale: labels.Scale().String(), k: k,
			of: func() posterior.Quantity { return labels.RhoOfMean(reference, study, k) },
		})
	}
	return slices.Concat(rho, between, mean)
}

// closeness returns, on each scale and for each two studies besides the reference, by how much the later one of
// the file is closer to it than the earlier one.
func closeness(scales []xcc.Joint, reference model.StudyPosterior) []row {
	var rho, between []row
	for _, joint := range scales {
		for _, p := range xcc.PairsBeside(reference) {
			a, b := p.B, p.A
			at := row{
				studies: []string{reference.Name(), a.Name(), b.Name()}, scale: joint.Scale().String(), positive: true,
			}
			at.quantity, at.of = QuantityRhoDifference, func() posterior.Quantity { return joint.RhoDifference(reference, a, b) }
			rho = append(rho, at)
			at.quantity, at.of = QuantityXCCDifference, func() posterior.Quantity { return joint.XCCDifference(reference, a, b) }
			between = append(between, at)
		}
	}
	return append(rho, between...)
}

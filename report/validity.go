package report

import (
	"concord/model"
	"concord/xcc"
)

// validity returns ρ and xCC of each pair of studies.
func validity(fit *model.Posterior) []row {
	var rho, between []row
	for _, p := range xcc.Pairs(fit) {
		at := row{studies: []string{p.A, p.B}, scale: mainScale(fit)}
		at.quantity, at.of = QuantityRho, xcc.Rho(fit, p.A, p.B)
		rho = append(rho, at)
		at.quantity, at.of = QuantityXCC, xcc.Between(fit, p.A, p.B)
		between = append(between, at)
	}
	return append(rho, between...)
}

// closeness returns, for each two studies besides the reference, by how much the later one of
// the file is closer to it than the earlier one.
func closeness(fit *model.Posterior, reference string) []row {
	var rho, between []row
	for _, p := range xcc.PairsBeside(fit, reference) {
		a, b := p.B, p.A
		at := row{studies: []string{reference, a, b}, scale: mainScale(fit)}
		at.quantity, at.of = QuantityRhoDifference, xcc.RhoDifference(fit, reference, a, b)
		rho = append(rho, at)
		at.quantity, at.of = QuantityXCCDifference, xcc.Difference(fit, reference, a, b)
		between = append(between, at)
	}
	return append(rho, between...)
}

package html

import (
	"math"

	"concord/report"
)

// validity shows how far studies measure the same, and which is closer to the reference.
func validity(r Report) (section, bool) {
	res := r.Result
	rho, between := estimates(res, report.QuantityRho, ""), estimates(res, report.QuantityXCC, "")
	if len(rho) == 0 {
		return section{}, false
	}
	s := section{ID: "validity", Title: "Validity", Lead: []string{
		"Do two groups mean the same? ρ, normalized xCC, is the correlation of the items’ true scores: what would be left if every item had so many labels that chance and labelers averaged out. " +
			"xCC is the same for a single label of each group.",
	}}
	head := []string{"Studies", "Estimate", "SD", levelName(res.Interval, "CrI")}
	ci := " [" + levelName(res.Interval, "CI") + "]"
	beside := func(coefficient string) func(report.Estimate) string {
		return func(e report.Estimate) string {
			if a, ok := agreementOf(res, coefficient, e.Studies); ok {
				return coefficientText(a)
			}
			return "–"
		}
	}
	s.Parts = append(s.Parts,
		part{Table: estimateTable(res, "ρ, normalized xCC", append(head[:4:4], "normalized κx"+ci), rho, beside("normalized_cross_kappa"))},
		part{Table: estimateTable(res, "xCC"+onScale(res, report.ScaleLatent), append(head[:4:4], "κx"+ci), between, beside("cross_kappa"))})
	if f, ok := densities("Posterior densities of ρ", rhoDraws(r)); ok {
		s.Parts = append(s.Parts, part{Picture: f})
	}
	rhoDifference, difference := estimates(res, report.QuantityRhoDifference, ""), estimates(res, report.QuantityXCCDifference, "")
	if len(rhoDifference) == 0 {
		return s, true
	}
	a := rangeOf(math.Inf(1), math.Inf(-1), []report.Estimate{{Lower: 0, Upper: 0}}, rhoDifference, difference)
	closer := &strips{
		Caption: "Closeness to " + res.Model.Reference + ": by how much the first study agrees better with it than the second",
		Head:    [2]string{"Estimate, P(> 0)", levelName(res.Interval, "CrI")}, Scale: scaleFigure(a),
	}
	for _, g := range []struct {
		title, event string
		all          []report.Estimate
	}{
		{"difference of ρ", report.QuantityRhoDifference + " > 0", rhoDifference},
		{"difference of xCC", report.QuantityXCCDifference + " > 0", difference},
	} {
		one := groupOf(res, a, g.title, g.all)
		for i, e := range g.all {
			if p, ok := probabilityOf(res, g.event, e); ok {
				one.Rows[i].Value += ", P " + orEquals(probability(p))
			}
		}
		closer.Groups = append(closer.Groups, one)
	}
	s.Parts = append(s.Parts, part{Strips: closer})
	return s, true
}

// orEquals puts an equals sign before a number that has no sign of comparison.
func orEquals(p string) string {
	if p != "" && (p[0] == '<' || p[0] == '>') {
		return p
	}
	return "= " + p
}

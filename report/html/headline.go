package html

import (
	"fmt"

	"concord/report"
)

// headline says in sentences and one forest plot what the study found.
func headline(r Report) (section, bool) {
	res := r.Result
	if len(res.Estimates) == 0 {
		return section{}, false
	}
	s := section{ID: "headline", Title: "In short", Lead: sentences(res)}
	reliable := estimates(res, report.QuantityICC, labelScale(res))
	rho, between := estimates(res, report.QuantityRho, ""), estimates(res, report.QuantityXCC, "")
	a := rangeOf(0, 1, reliable, rho, between)
	forest := &strips{
		Caption: "Reliability and validity: posterior mean and " + levelName(res.Interval, "CrI"),
		Head:    [2]string{"Estimate", levelName(res.Interval, "CrI")}, Scale: scaleFigure(a),
	}
	forest.Groups = append(forest.Groups, groupOf(res, a, "ICC: reliability of a single label"+onScale(res, labelScale(res)), reliable))
	if len(rho) > 0 {
		forest.Groups = append(forest.Groups, groupOf(res, a, "ρ: agreement of the groups’ true scores", rho),
			groupOf(res, a, "xCC: agreement of single labels"+onScale(res, report.ScaleLatent), between))
	}
	s.Parts = append(s.Parts, part{Strips: forest})
	for _, d := range res.Doubts {
		s.Parts = append(s.Parts, part{Doubt: fmt.Sprintf("In doubt (%s): %s. See “Model against coefficients”.", who(d.Studies), d.Assumption)})
	}
	return s, true
}

// sentences are the findings in words, with their numbers and without adjectives.
func sentences(r *report.Result) []string {
	var reliable []string
	for _, e := range estimates(r, report.QuantityICC, labelScale(r)) {
		text := fmt.Sprintf("%s %s (%s", who(e.Studies), value(e), span(e))
		for _, k := range estimates(r, report.QuantityICCk, labelScale(r)) {
			if k.Studies[0] == e.Studies[0] {
				text += fmt.Sprintf("; the mean of %s: %s", plural(k.K, "label"), value(k))
			}
		}
		reliable = append(reliable, text+")")
	}
	all := []string{"Reliability of a single label (ICC, " + levelName(r.Interval, "CrI") + "): " + list(reliable) + "."}
	if r.Model == nil || r.Model.Reference == "" {
		return all
	}
	var valid []string
	for _, e := range estimates(r, report.QuantityRho, "") {
		if e.Studies[0] == r.Model.Reference || e.Studies[1] == r.Model.Reference {
			other := e.Studies[0]
			if other == r.Model.Reference {
				other = e.Studies[1]
			}
			valid = append(valid, fmt.Sprintf("%s %s %s", other, value(e), span(e)))
		}
	}
	if len(valid) > 0 {
		all = append(all, fmt.Sprintf("Validity against %s (ρ, the correlation of true scores): %s.", r.Model.Reference, list(valid)))
	}
	differences := estimates(r, report.QuantityRhoDifference, "")
	if len(differences) > 3 {
		return append(all, "Which of the others are closer to "+r.Model.Reference+" stands under “Validity”.")
	}
	for _, e := range differences {
		p, _ := probabilityOf(r, report.QuantityRhoDifference+" > 0", e)
		all = append(all, fmt.Sprintf("The true scores of %s agree with those of %s better than those of %s do with probability %s: ρ differs by %s %s.",
			e.Studies[1], e.Studies[0], e.Studies[2], probability(p), value(e), span(e)))
	}
	return all
}

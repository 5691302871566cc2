package html

import (
	"fmt"
	"slices"

	"concord/result"
	"concord/result/catalogue"
)

// headline says in sentences and one forest plot what the study found.
func headline(r Report) (section, bool) {
	res := r.Result
	if len(res.Estimates) == 0 {
		return section{}, false
	}
	s := section{ID: "headline", Title: "In short", Verdict: verdict(res), Lead: sentences(res)}
	scale := res.LabelScale()
	reliable := estimates(res, catalogue.ICC, scale)
	rho := withReference(res, estimates(res, catalogue.Rho, scale))
	between := withReference(res, estimates(res, catalogue.XCC, scale))
	a := rangeOf(0, 1, reliable, rho, between)
	forest := &strips{
		Caption: "Reliability and validity" + res.OnScale(scale) + ": posterior mean and " +
			levelName(res.Interval, "CrI"),
		Head: [2]string{"Estimate", levelName(res.Interval, "CrI")}, Scale: scaleFigure(a),
	}
	forest.Groups = append(forest.Groups, groupOf(res, a, explained(res, catalogue.ICC)+res.OnScale(scale), reliable))
	if len(rho) > 0 {
		forest.Groups = append(forest.Groups, groupOf(res, a, explained(res, catalogue.Rho)+res.OnScale(scale), rho),
			groupOf(res, a, explained(res, catalogue.XCC)+res.OnScale(scale), between))
	}
	s.Parts = append(s.Parts, part{Strips: forest})
	for _, d := range res.Doubts {
		text := fmt.Sprintf("In doubt (%s): %s. See “Model against coefficients”.", who(d.Studies), d.Assumption)
		s.Parts = append(s.Parts, part{Doubt: text})
	}
	return s, true
}

// mostPairs is how many pairs of studies one picture or paragraph can hold.
const mostPairs = 15

// withReference returns estimates of pairs, where there are many only those of pairs with the reference.
func withReference(r *result.Result, pairs []result.Estimate) []result.Estimate {
	if len(pairs) <= mostPairs || r.Model == nil {
		return pairs
	}
	return slices.DeleteFunc(pairs, func(e result.Estimate) bool {
		return !slices.Contains(e.Studies, r.Model.Reference)
	})
}

// sentences are the findings in words, with their numbers and without adjectives, all of them on the scale of the
// labels.
func sentences(r *result.Result) []string {
	scale := r.LabelScale()
	var reliable []string
	for _, e := range estimates(r, catalogue.ICC, r.LabelScale()) {
		text := fmt.Sprintf("%s %s (%s", who(e.Studies), value(e), span(e))
		for _, k := range estimates(r, catalogue.ICCk, r.LabelScale()) {
			if k.Studies[0] == e.Studies[0] {
				text += fmt.Sprintf("; the mean of %s: %s", plural(k.K, "label"), value(k))
			}
		}
		reliable = append(reliable, text+")")
	}
	all := []string{"Reliability of a single label (ICC" + r.OnScale(scale) + ", " + levelName(r.Interval, "CrI") +
		"): " + list(reliable) + "."}
	if r.Model == nil || r.Model.Reference == "" {
		return all
	}
	var valid []string
	for _, e := range estimates(r, catalogue.Rho, scale) {
		if e.Studies[0] == r.Model.Reference || e.Studies[1] == r.Model.Reference {
			other := e.Studies[0]
			if other == r.Model.Reference {
				other = e.Studies[1]
			}
			valid = append(valid, fmt.Sprintf("%s %s %s", other, value(e), span(e)))
		}
	}
	if len(valid) > 0 {
		all = append(all, fmt.Sprintf("Validity against %s (ρ, the correlation of true scores%s): %s.",
			r.Model.Reference, r.OnScale(scale), list(valid)))
	}
	differences := estimates(r, catalogue.RhoDifference, scale)
	if len(differences) > 3 {
		return append(all, "Which of the others are closer to "+r.Model.Reference+" stands under “Validity”.")
	}
	for _, e := range differences {
		p, _ := probabilityOf(r, e)
		all = append(all, fmt.Sprintf("The true scores of %s agree with those of %s better than those of %s do with "+
			"probability %s: ρ differs by %s %s%s.",
			e.Studies[1], e.Studies[0], e.Studies[2], result.Number(p).AsProbability(), value(e), span(e),
			r.OnScale(scale)))
	}
	return all
}

package html

import (
	"math"
	"slices"
	"strings"

	"concord/report"
)

// validity shows how far studies measure the same, and which is closer to the reference.
func validity(r Report) (section, bool) {
	res := r.Result
	if len(estimates(res, report.QuantityRho, "")) == 0 {
		return section{}, false
	}
	s := section{ID: "validity", Title: "Validity", Lead: []string{
		"Do two groups mean the same? ρ, normalized xCC, is the correlation of the items’ true scores: what would be left if every item had so many labels that chance and labelers averaged out. " +
			"xCC is the same for a single label of each group: ρ√ICC√ICC.",
	}}
	if binary(res) {
		s.Lead = append(s.Lead, "On the label scale an item’s true score is its chance of a positive label, and xCC the correlation of two labels, 0 or 1; this scale compares with κx and says what a single label is worth. "+
			"On the latent scale the true score is the logit of that chance, which does not depend on how rare positive labels are; xCC there is no correlation of labels that anybody gives. Numbers of one scale do not go with those of the other.")
	}
	head := []string{"Studies", "Estimate", "SD", levelName(res.Interval, "CrI")}
	ci := " [" + levelName(res.Interval, "CI") + "]"
	beside := coefficientsBeside(res)
	for _, scale := range scales(res) {
		for _, of := range []struct{ quantity, title, coefficient, name string }{
			{report.QuantityRho, "ρ, normalized xCC", "normalized_cross_kappa", "normalized κx"},
			{report.QuantityXCC, "xCC", "cross_kappa", "κx"},
		} {
			all := estimates(res, of.quantity, scale)
			if len(all) == 0 {
				continue
			}
			columns, aside := head, (func(report.Estimate) string)(nil)
			if scale == labelScale(res) {
				columns, aside = append(head[:4:4], of.name+ci), beside(of.coefficient)
			}
			s.Parts = append(s.Parts, part{Table: estimateTable(res, of.title+onScale(res, scale), columns, all, aside)})
		}
	}
	if all := estimates(res, report.QuantityRhoK, labelScale(res)); len(all) > 0 {
		caption := "ρ√ICC(k): correlation of the mean of k labels with the true score of " + res.Model.Reference + onScale(res, labelScale(res))
		s.Parts = append(s.Parts, part{Table: estimateTable(res, caption, head, all, nil)})
	}
	s.Parts = append(s.Parts, boundaryNote(res, estimates(res, report.QuantityRho, ""))...)
	if f, ok := densities("Posterior densities of ρ"+onScale(res, parameterScale(res)), rhoDraws(r)); ok {
		s.Parts = append(s.Parts, part{Picture: f})
	}
	for _, scale := range scales(res) {
		if closer, ok := closeness(res, scale); ok {
			s.Parts = append(s.Parts, part{Strips: closer})
		}
	}
	return s, true
}

// keyOf is a key of maps for what a name, on a scale, has of some studies.
func keyOf(name, scale string, studies []string) string {
	return name + "\x00" + scale + "\x00" + strings.Join(studies, "\x00")
}

// coefficientsBeside returns what finds the coefficient of the studies of an estimate.
func coefficientsBeside(r *report.Result) func(coefficient string) func(report.Estimate) string {
	all := map[string]report.Agreement{}
	for _, a := range slices.Backward(r.Agreement) { // the first of equals counts
		all[keyOf(a.Coefficient, "", a.Studies)] = a
	}
	return func(coefficient string) func(report.Estimate) string {
		return func(e report.Estimate) string {
			if a, ok := all[keyOf(coefficient, "", e.Studies)]; ok && a.Estimate.Defined() {
				return coefficientText(a)
			}
			return "–"
		}
	}
}

// closeness draws the differences against the reference on one scale.
func closeness(r *report.Result, scale string) (*strips, bool) {
	rho, between := estimates(r, report.QuantityRhoDifference, scale), estimates(r, report.QuantityXCCDifference, scale)
	if len(rho) == 0 {
		return nil, false
	}
	a := rangeOf(math.Inf(1), math.Inf(-1), []report.Estimate{{Lower: 0, Upper: 0}}, rho, between)
	closer := &strips{
		Caption: "Closeness to " + r.Model.Reference + onScale(r, scale) + ": by how much the first study agrees better with it than the second",
		Head:    [2]string{"Estimate, P(> 0)", levelName(r.Interval, "CrI")}, Scale: scaleFigure(a),
	}
	probabilities := map[string]float64{}
	for _, p := range r.Probabilities {
		probabilities[keyOf(p.Event, p.Scale, p.Studies)] = float64(p.Probability)
	}
	for _, g := range []struct {
		title, event string
		all          []report.Estimate
	}{
		{"difference of ρ" + onScale(r, scale), report.QuantityRhoDifference + " > 0", rho},
		{"difference of xCC" + onScale(r, scale), report.QuantityXCCDifference + " > 0", between},
	} {
		one := groupOf(r, a, g.title, g.all)
		for i, e := range g.all {
			if p, ok := probabilities[keyOf(g.event, e.Scale, e.Studies)]; ok && !math.IsNaN(p) {
				one.Rows[i].Value += ", P " + orEquals(probability(p))
			}
		}
		closer.Groups = append(closer.Groups, one)
	}
	return closer, true
}

// orEquals puts an equals sign before a number that has no sign of comparison.
func orEquals(p string) string {
	if p != "" && (p[0] == '<' || p[0] == '>') {
		return p
	}
	return "= " + p
}

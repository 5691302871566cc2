package html

import (
	"math"
	"slices"
	"strings"

	"concord/result"
	"concord/result/catalogue"
)

// validity shows how far studies measure the same, and which is closer to the reference.
func validity(r Report) (section, bool) {
	res := r.Result
	if len(estimates(res, catalogue.Rho, "")) == 0 {
		return section{}, false
	}
	s := section{ID: "validity", Title: "Validity", Lead: []string{
		"Do two groups mean the same? ρ, normalized xCC, is the correlation of the items’ true scores: what would be " +
			"left if every item had so many labels that chance and labelers averaged out. xCC is the same for a " +
			"single label of each group: ρ√ICC√ICC.",
	}}
	if len(res.Scales()) > 1 {
		s.Lead = append(s.Lead, twoScales(res))
	}
	head := []string{"Studies", "Estimate", "SD", levelName(res.Interval, "CrI")}
	ci := " [" + levelName(res.Interval, "CI") + "]"
	beside := coefficientsBeside(res)
	for _, scale := range res.Scales() {
		for _, q := range catalogue.In(catalogue.Validity, nil) {
			all := estimates(res, q.Name, scale)
			if len(all) == 0 || q.OfMean {
				continue
			}
			columns, aside := head, (func(result.Estimate) string)(nil)
			if scale == res.LabelScale() {
				coefficient := strings.TrimPrefix(coefficientName(q.Coefficient), "cross-kappa ")
				columns, aside = append(head[:4:4], coefficient+ci), beside(q.Coefficient)
			}
			s.Parts = append(s.Parts,
				part{Table: estimateTable(res, q.Heading+res.OnScale(scale), columns, all, aside)})
		}
	}
	if all := estimates(res, catalogue.RhoK, res.LabelScale()); len(all) > 0 {
		caption := explained(res, catalogue.RhoK) + res.OnScale(res.LabelScale())
		s.Parts = append(s.Parts, part{Table: estimateTable(res, caption, head, all, nil)})
	}
	s.Parts = append(s.Parts, boundaryNote(res, estimates(res, catalogue.Rho, ""))...)
	if f, ok := densities("Posterior densities of ρ"+res.OnScale(res.ParameterScale()), rhoDraws(r)); ok {
		s.Parts = append(s.Parts, part{Picture: f})
	}
	for _, scale := range res.Scales() {
		if closer, ok := closeness(res, scale); ok {
			s.Parts = append(s.Parts, part{Strips: closer})
		}
	}
	return s, true
}

// twoScales says what ρ and xCC are on each of two scales.
func twoScales(r *result.Result) string {
	if binary(r) {
		return "On the label scale an item’s true score is its chance of a positive label, and xCC the " +
			"correlation of two labels, 0 or 1; this scale compares with κx and says what a single label is " +
			"worth. On the latent scale the true score is the " + about(r).Link +
			" of that chance, which does not depend on how rare " +
			"positive labels are; xCC there is no correlation of labels that anybody gives. Numbers of one scale do " +
			"not go with those of the other."
	}
	return "On the label scale an item’s true score is the mean of its labels, and xCC the correlation of two " +
		"labels; this scale compares with κx and says what a single label is worth. On the latent scale the true " +
		"score is the " + about(r).Link + " of that mean; xCC there is no correlation of labels that anybody gives. " +
		"Numbers of one scale do not go with those of the other."
}

// keyOf is a key of maps for what a name, on a scale, has of some studies.
func keyOf(name, scale string, studies []string) string {
	return name + "\x00" + scale + "\x00" + strings.Join(studies, "\x00")
}

// coefficientsBeside returns what finds the coefficient of the studies of an estimate.
func coefficientsBeside(r *result.Result) func(coefficient string) func(result.Estimate) string {
	all := map[string]result.Agreement{}
	for _, a := range slices.Backward(r.Agreement) { // the first of equals counts
		all[keyOf(a.Coefficient, "", a.Studies)] = a
	}
	return func(coefficient string) func(result.Estimate) string {
		return func(e result.Estimate) string {
			if a, ok := all[keyOf(coefficient, "", e.Studies)]; ok && a.Estimate.Defined() {
				return coefficientText(a)
			}
			return "–"
		}
	}
}

// closeness draws the differences against the reference on one scale.
func closeness(r *result.Result, scale string) (*strips, bool) {
	differences := catalogue.In(catalogue.Closeness, nil)
	var all [][]result.Estimate
	for _, q := range differences {
		all = append(all, estimates(r, q.Name, scale))
	}
	if len(all[0]) == 0 {
		return nil, false
	}
	a := rangeOf(math.Inf(1), math.Inf(-1), append(all, []result.Estimate{{Lower: 0, Upper: 0}})...)
	closer := &strips{
		Caption: catalogue.Naming(reference(r), catalogue.Closeness.Title()) + r.OnScale(scale) +
			": by how much the first study agrees better with it than the second",
		Head: [2]string{"Estimate, P(> 0)", levelName(r.Interval, "CrI")}, Scale: scaleFigure(a),
	}
	probabilities := map[string]float64{}
	for _, p := range r.Probabilities {
		probabilities[keyOf(p.Event, p.Scale, p.Studies)] = float64(p.Probability)
	}
	for d, q := range differences {
		one := groupOf(r, a, q.Heading+r.OnScale(scale), all[d])
		for i, e := range all[d] {
			if p, ok := probabilities[keyOf(q.Event.Name, e.Scale, e.Studies)]; ok && !math.IsNaN(p) {
				one.Rows[i].Value += ", P " + orEquals(result.Number(p).AsProbability())
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

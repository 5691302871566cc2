package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
)

// none is an undefined number.
var none = math.NaN()

// Doubts are the doubts of the first screen of a fit, without those about its chains.
func Doubts(r *result.Result) []string {
	var all []string
	for _, c := range modelChecks(result.Look(r)) {
		if !c.OK {
			all = append(all, c.Text)
		}
	}
	return all
}

// checks are the results of all checks: doubts with their remedies, and the checks that passed.
func checks(r *result.Lookup) []document.Check {
	var all []document.Check
	if d := r.Diagnostics; d != nil {
		for _, m := range d.Messages {
			all = append(all, document.Check{Text: strings.TrimPrefix(m, "Warning: ")})
		}
		if d.OK {
			all = append(all, document.Check{OK: true, Text: "chains converged"})
		}
	}
	return append(all, modelChecks(r)...)
}

// modelChecks are the checks of the model and the labels.
func modelChecks(r *result.Lookup) []document.Check {
	var all []document.Check
	doubt := func(text string) { all = append(all, document.Check{Text: text}) }
	fine := func(text string) { all = append(all, document.Check{OK: true, Text: text}) }
	for _, d := range r.Doubts {
		doubt(fmt.Sprintf("%s: in doubt is that %s. Look at: %s.", who(d.Studies), d.Assumption,
			strings.TrimSuffix(d.Look, ".")))
	}
	if r.Doubts != nil && len(r.Doubts) == 0 {
		fine("labels look as the model expects")
	}
	if r.NotJudged != nil {
		doubt(r.NotJudged.String())
	}
	for _, c := range r.Covariates {
		for _, a := range c.Apart {
			doubt(a.Verdict + ".")
		}
	}
	if text := priorDoubt(r); text != "" {
		doubt(text)
	} else if r.PriorSensitivity != nil {
		fine("other priors change little")
	}
	for _, text := range fewLabelers(r) {
		doubt(text)
	}
	if text := boundaryDoubt(r); text != "" {
		doubt(text)
	}
	if text, beyond := withoutModel(r); text != "" {
		all = append(all, document.Check{OK: !beyond, Text: text})
	}
	return all
}

// who joins the names of studies.
func who(studies []string) string {
	var names []string
	for _, s := range studies {
		names = append(names, document.Clip(s))
	}
	return strings.Join(names, " × ")
}

// priorDoubt names the estimates on the label scale in which the prior matters; "" if there are none.
func priorDoubt(r *result.Lookup) string {
	const most = 3
	var names []string
	for _, s := range result.PriorSpeaks(r.PriorSensitivity) {
		if s.Scale != r.LabelScale() {
			continue
		}
		q, _ := catalogue.OfTerm(s.Quantity, s.Term)
		name := q.Short + " of " + who(s.Studies)
		if s.Term != "" {
			name = "differences by " + visible.Text(covariateOf(r, s.Term))
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return "the prior matters: " + strings.Join(names, ", ") + ". Take these numbers for a range, or collect more " +
		"labels."
}

// covariateOf returns the covariate of a coefficient, whose name also has the category if there are some.
func covariateOf(r *result.Lookup, coefficient string) string {
	for _, c := range r.Model.Covariates {
		if coefficient == c.Name || strings.HasPrefix(coefficient, c.Name+"=") && c.Categories != nil {
			return c.Name
		}
	}
	return coefficient
}

// fewLabelers names the groups with so few people that the comparison of labelers with items is rough.
func fewLabelers(r *result.Lookup) []string {
	var all []string
	for _, p := range r.Probabilities {
		if p.Caution == "" || p.Scale != r.LabelScale() {
			continue
		}
		caution, _, _ := strings.Cut(p.Caution, ", so ")
		if text := who(p.Studies) + " has " + caution; !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	if len(all) > 2 {
		return []string{all[0], fmt.Sprintf("the same holds for %d more groups", len(all)-1)}
	}
	return all
}

// boundaryDoubt says which intervals of the first screen end at a boundary that they cannot hold.
func boundaryDoubt(r *result.Lookup) string {
	var names []string
	for _, e := range r.Estimates {
		if e.Boundary == nil || e.Scale != r.LabelScale() || e.Quantity != catalogue.ICC &&
			e.Quantity != catalogue.Rho {
			continue
		}
		q, _ := catalogue.Find(e.Quantity)
		names = append(names, q.Short+" of "+who(e.Studies)+" may be "+document.Full(float64(*e.Boundary)))
	}
	if len(names) == 0 {
		return ""
	}
	if len(names) > 2 {
		names = []string{names[0], fmt.Sprintf("and %d more estimates lie at a boundary", len(names)-1)}
	}
	return strings.Join(names, ", ") + ": read its interval as “at most” or “at least”."
}

// withoutModel names the coefficients that measure the same as the first screen without a model. It also names any that
// lie beyond the interval of the quantity that they measure.
func withoutModel(r *result.Lookup) (words string, beyond bool) {
	if len(r.Data.Studies) > mostApart {
		return "", false
	}
	var parts []string
	why := ""
	add := func(name, coefficient, quantity string, studies [][]string) {
		text := ""
		for _, of := range studies {
			for _, a := range r.Agreement {
				if a.Coefficient == coefficient && slices.Equal(a.Studies, of) && a.Estimate.Defined() {
					text += " " + result.Marked(document.Fixed(float64(a.Estimate), 2), a.Caution)
					if e, ok := r.Find(quantity, of...); ok && (a.Estimate < e.Lower || a.Estimate > e.Upper) {
						q, _ := catalogue.Find(quantity)
						why = fmt.Sprintf(". %s is beyond the interval of %s", name, q.Short)
					}
					break
				}
			}
		}
		if text != "" {
			parts = append(parts, name+text)
		}
	}
	var each, pairs [][]string
	for _, s := range r.Data.Studies {
		each = append(each, []string{s.Name})
	}
	if r.Model != nil {
		for _, other := range r.Others() {
			for _, e := range r.Estimates {
				if e.Quantity == catalogue.Rho && slices.Contains(e.Studies, other) &&
					slices.Contains(e.Studies, r.Model.Reference) && !slices.ContainsFunc(pairs, func(p []string) bool {
					return slices.Equal(p, e.Studies)
				}) {
					pairs = append(pairs, e.Studies)
				}
			}
		}
	}
	add("α", "kripp_alpha", catalogue.ICC, each)
	add("normalized κx", "normalized_cross_kappa", catalogue.Rho, pairs)
	if parts == nil {
		return "", false
	}
	if strings.Contains(why, "κx") {
		why += ", because it counts differences of level and spread too"
	}
	return "without a model: " + strings.Join(parts, ", ") + why, why != ""
}

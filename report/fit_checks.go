package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/view"
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

// checks are the results of all checks: doubts with their remedies, and in one line the checks that passed.
func checks(r *result.Lookup) []document.Check {
	var all []document.Check
	passed := 0
	if d := r.Diagnostics; d != nil {
		for _, m := range d.Messages {
			all = append(all, document.Check{Text: strings.TrimPrefix(m, "Warning: ")})
		}
		if d.OK {
			passed++
		}
	}
	for _, c := range modelChecks(r) {
		if c.OK {
			passed++
		} else {
			all = append(all, c)
		}
	}
	without, beyond := withoutModel(r)
	held := ""
	if passed > 0 {
		held = document.Plural(passed, "check") + " passed"
	}
	switch {
	case beyond:
		all = append(all, document.Check{Text: without})
	case held != "" && without != "":
		held += "; " + without
	default:
		held += without
	}
	if held != "" {
		all = append(all, document.Check{OK: true, Text: held})
	}
	return all
}

// modelChecks are the checks of the model and the labels.
func modelChecks(r *result.Lookup) []document.Check {
	var all []document.Check
	doubt := func(text string) { all = append(all, document.Check{Text: text}) }
	fine := func(text string) { all = append(all, document.Check{OK: true, Text: text}) }
	for _, d := range r.Doubts {
		doubt(inGroups(r, d.Studies) + fmt.Sprintf("it is doubtful that %s. Look at: %s.", d.Assumption,
			strings.TrimSuffix(d.Look, ".")))
	}
	if r.Doubts != nil && len(r.Doubts) == 0 {
		fine("labels fit the model")
	}
	if r.NotJudged != nil {
		doubt(r.NotJudged.String())
	}
	for _, c := range r.Covariates {
		for _, a := range c.Apart {
			doubt(a.Verdict + ".")
		}
	}
	prior, few := priorDoubt(r), fewLabelers(r)
	switch {
	case prior != "" && few != "":
		doubt("too few labels to be sure: " + prior + "; " + few + ".")
	case prior != "":
		doubt("too few labels to be sure: " + prior + ".")
	case few != "":
		doubt(few + ".")
	}
	if prior == "" && r.PriorSensitivity != nil {
		fine("priors matter little")
	}
	if text := boundaryDoubt(r); text != "" {
		doubt(text)
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

// inGroups introduces a sentence about some groups; "" if the file has no groups.
func inGroups(r *result.Lookup, studies []string) string {
	if r.Data.Whole() {
		return ""
	}
	return who(studies) + ": "
}

// priorDoubt says how the estimate on the label scale for which the prior matters most would differ under another
// prior, and how many others would; "" if there are none.
func priorDoubt(r *result.Lookup) string {
	var names []string
	first, most := "", result.Number(0)
	for _, s := range result.PriorSpeaks(r.PriorSensitivity) {
		if s.Scale != r.LabelScale() {
			continue
		}
		q, _ := catalogue.OfTerm(s.Quantity, s.Term)
		name := q.Head
		switch {
		case s.Term != "":
			name = "the difference by " + visible.Text(covariateOf(r, s.Term))
		case !r.Data.Whole():
			name += " of " + who(s.Studies)
		}
		if slices.Contains(names, name) {
			continue
		}
		names = append(names, name)
		e, ok := r.Find(s.Quantity, s.Studies...)
		if !ok || s.MeanShift <= most {
			continue
		}
		most = s.MeanShift
		other, decimals := float64(s.Mean), document.Places(float64(e.SD), 0, 2)
		if e.Skewed {
			other = float64(s.Median)
		}
		if document.Fixed(other, decimals) != document.Fixed(float64(e.Centre()), decimals) && s.Reliable {
			first = fmt.Sprintf("another starting assumption gives %s instead of %s for %s",
				document.Fixed(other, decimals), document.Fixed(float64(e.Centre()), decimals), name)
		}
	}
	switch {
	case len(names) == 0:
		return ""
	case first == "":
		first = "another starting assumption changes " + names[0]
	}
	if more := len(names) - 1; more > 0 {
		first += fmt.Sprintf(" (and changes %s)", document.Plural(more, "other number"))
	}
	return first
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

// fewLabelers names the groups with so few people that the comparison of people with items is rough; "" if there are
// none.
func fewLabelers(r *result.Lookup) string {
	var all []string
	for _, p := range r.Probabilities {
		if p.Caution == "" || p.Scale != r.LabelScale() {
			continue
		}
		for _, s := range r.Data.Studies {
			if text := fmt.Sprintf("%d in %s", s.Labelers, document.Clip(s.Name)); slices.Contains(p.Studies, s.Name) &&
				!slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	switch {
	case len(all) == 0:
		return ""
	case r.Data.Whole():
		only, _, _ := strings.Cut(all[0], " in ")
		all = []string{only}
	case len(all) > 2:
		all = []string{all[0], document.Plural(len(all)-1, "more group")}
	}
	return "too few people to show how they differ (" + strings.Join(all, ", ") + ")"
}

// boundaryDoubt says which estimates of the first screen may lie at a boundary.
func boundaryDoubt(r *result.Lookup) string {
	var texts []string
	for _, e := range r.Estimates {
		if e.Boundary == nil || e.Scale != r.LabelScale() || e.Quantity != catalogue.ICC &&
			e.Quantity != catalogue.Rho {
			continue
		}
		q, _ := catalogue.Find(e.Quantity)
		name := q.Head
		if !r.Data.Whole() {
			name += " of " + who(e.Studies)
		}
		end := "most " + document.Fixed(float64(e.Upper), 2)
		if *e.Boundary > e.Centre() {
			end = "least " + document.Fixed(float64(e.Lower), 2)
		}
		texts = append(texts, fmt.Sprintf("%s may be %s; it is at %s", name, document.Full(float64(*e.Boundary)), end))
	}
	if len(texts) > 2 {
		texts = []string{texts[0], fmt.Sprintf("%d more estimates may lie at a boundary", len(texts)-1)}
	}
	if len(texts) == 0 {
		return ""
	}
	return strings.Join(texts, ". ") + "."
}

// withoutModel names the coefficients that measure the same as the first screen without a model. It also names any that
// lie beyond the interval of the quantity that they measure.
func withoutModel(r *result.Lookup) (words string, beyond bool) {
	if len(r.Data.Studies) > view.MostApart {
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
						why = fmt.Sprintf(". %s is beyond the interval of %s", name, q.Head)
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
	return "without a model " + strings.Join(parts, ", ") + why, why != ""
}

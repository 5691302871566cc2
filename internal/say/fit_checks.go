package say

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/answer"
	"concord/internal/document"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
)

// What another prior does to a number: it matters, or it may be beyond what the draws can tell.
const PriorMatters, PriorBeyond = "prior_matters", "beyond_draws"

// Who names the groups of a number of a fit.
func Who(at answer.Key) string { return strings.Join(at.Groups(), " × ") }

// ofGroup names the groups of a number, after some words; "" if the file has no groups.
func (s Scope) ofGroup(before string, at answer.Key) string {
	if s.Data.Whole() {
		return ""
	}
	names := at.Groups()
	for i, name := range names {
		names[i] = document.Clip(name)
	}
	return before + strings.Join(names, " × ")
}

// FitChecks are the doubts about the model and the labels of a fit, each with a remedy, and the checks that passed.
func FitChecks(a *answer.Answer) (doubts, passed []string) {
	s := Scope{Answer: a}
	found := a.Of("doubts")
	for _, d := range a.Of("doubt") {
		of := ""
		if !a.Data.Whole() {
			of = s.ofGroup("", d.Key) + ": "
		}
		doubts = append(doubts, of+fmt.Sprintf("it is doubtful that %s. Look at: %s.", d.Said,
			strings.TrimSuffix(a.Get("look", d.Key).Said, ".")))
	}
	if len(found) > 0 && len(a.Of("doubt")) == 0 {
		passed = append(passed, "labels fit the model")
	}
	for _, r := range a.Of("not_judged") {
		doubts = append(doubts, r.Why)
	}
	for _, r := range a.Of("difference_between") {
		doubts = append(doubts, r.Why+".")
	}
	prior, few := s.priorDoubt(), s.fewLabelers()
	switch {
	case prior != "" && few != "":
		doubts = append(doubts, "too few labels to be sure: "+prior+"; "+few+".")
	case prior != "":
		doubts = append(doubts, "too few labels to be sure: "+prior+".")
	case few != "":
		doubts = append(doubts, few+".")
	}
	if prior == "" && slices.ContainsFunc(a.Rows, func(r *answer.Row) bool { return r.Prior != "" }) {
		passed = append(passed, "priors matter little")
	}
	if text := s.boundaries(); text != "" {
		doubts = append(doubts, text)
	}
	return doubts, passed
}

// OtherPriors are the numbers for which another prior matters, on a scale.
func OtherPriors(a *answer.Answer) (all []*answer.Row) {
	for _, r := range a.Rows {
		if r.Reason == PriorMatters || r.Reason == PriorBeyond {
			all = append(all, r)
		}
	}
	return all
}

// PlanWarnings say that a plan rests on a fit in which the prior matters for the reliability of a group. If there are
// more than two such groups, the second warning names them.
func PlanWarnings(a *answer.Answer) (texts []string) {
	var told []string
	for _, r := range OtherPriors(a) {
		q, _ := catalogue.Find(r.Q.Name)
		if q.Section != catalogue.Reliability || slices.Contains(told, r.Group) {
			continue
		}
		told = append(told, r.Group)
		under := fmt.Sprintf("%s %s", document.Fixed(r.Value, 2), document.Span(r.Lower, r.Upper, 2))
		if r.Reason == PriorBeyond {
			under = "very different"
		}
		texts = append(texts, fmt.Sprintf("The prior matters for the plan of %s: with half the scale of the priors "+
			"of standard deviations the %s would be %s. Take its numbers as a range, and plan again with more "+
			"labelers or items.", r.Group, q.Title, under))
	}
	if others := len(told) - 1; others > 1 {
		const most = 3
		names := told[1 : min(most, others)+1]
		text := strings.Join(names, ", ")
		if more := others - len(names); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		texts = append(texts[:1], fmt.Sprintf("The prior matters for the plans of %d other groups too: %s. Take "+
			"their numbers as a range.", others, text))
	}
	return texts
}

// OwnPrior is the number of a row under the prior of the fit.
func OwnPrior(a *answer.Answer, r *answer.Row) *answer.Row {
	at := r.Key
	at.Prior = ""
	return a.Get(r.Q.Name, at)
}

// Shift measures how far another prior moves a number: its mean, in standard deviations, and the end of its interval
// that moves further, as a share of the interval's width.
func Shift(own, other *answer.Row) (mean, end float64) {
	return math.Abs(other.Value-own.Value) / own.SD, max(math.Abs(other.Lower-own.Lower),
		math.Abs(other.Upper-own.Upper)) / (own.Upper - own.Lower)
}

// priorDoubt says how the number on the label scale for which the prior matters most would differ under another prior,
// and how many others would; "" if there are none.
func (s Scope) priorDoubt() string {
	var names []string
	first, most := "", 0.0
	for _, r := range OtherPriors(s.Answer) {
		if r.Scale != "" {
			continue
		}
		name := r.Q.Head + s.ofGroup(" of ", r.Key)
		if r.Term != "" {
			name = "the difference by " + visible.Text(s.covariateOf(r.Term))
		}
		if slices.Contains(names, name) {
			continue
		}
		names = append(names, name)
		own := OwnPrior(s.Answer, r)
		mean, _ := Shift(own, r)
		if r.Term != "" || !r.Defined() || mean <= most {
			continue
		}
		most = mean
		decimals := document.Places(own.SD, 0, 2)
		before, after := document.Fixed(own.Value, decimals), document.Fixed(r.Value, decimals)
		if before != after && r.Reason == PriorMatters {
			first = fmt.Sprintf("another starting assumption gives %s instead of %s for %s", after, before, name)
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
func (s Scope) covariateOf(coefficient string) string {
	for _, c := range s.Runs[0].Model.Covariates {
		if coefficient == c.Name || strings.HasPrefix(coefficient, c.Name+"=") && c.Categories != nil {
			return c.Name
		}
	}
	return coefficient
}

// fewLabelers names the groups with so few people that the comparison of people with items is rough; "" if there are
// none.
func (s Scope) fewLabelers() string {
	var all []string
	for _, g := range s.Data.Studies {
		r := s.Get(catalogue.LabelerICC, answer.Key{Group: g.Name})
		if r != nil && !math.IsNaN(r.P) && result.CautionLabelers(g.Labelers) != "" {
			all = append(all, document.Integer(g.Labelers)+s.ofGroup(" in ", r.Key))
		}
	}
	switch {
	case len(all) == 0:
		return ""
	case len(all) > 2:
		all = []string{all[0], document.Plural(len(all)-1, "more group")}
	}
	return "too few people to show how they differ (" + strings.Join(all, ", ") + ")"
}

// boundaries says which numbers of the first screen may lie at a boundary.
func (s Scope) boundaries() string {
	var texts []string
	for _, name := range []string{catalogue.ICC, catalogue.Rho} {
		q, _ := catalogue.Find(name)
		for _, r := range s.Of(name) {
			if r.Scale != "" || !r.Defined() || r.Draws == nil {
				continue
			}
			bound := result.Boundary(q, *r.Draws)
			if bound == nil {
				continue
			}
			end := "most " + document.Fixed(r.Upper, 2)
			if float64(*bound) > r.Value {
				end = "least " + document.Fixed(r.Lower, 2)
			}
			texts = append(texts, fmt.Sprintf("%s%s may be %s; it is at %s", q.Head, s.ofGroup(" of ", r.Key),
				document.Full(float64(*bound)), end))
		}
	}
	switch n := len(texts); {
	case n == 0:
		return ""
	case n > 2:
		texts = []string{texts[0], fmt.Sprintf("%d more estimates may lie at a boundary", n-1)}
	}
	return strings.Join(texts, ". ") + "."
}

// WithoutModel names the coefficients that measure the same as the first screen of a fit of few groups without a model.
// It also names any that lie beyond the interval of the quantity that they measure.
func WithoutModel(a *answer.Answer) (words string, beyond bool) {
	s := Scope{Answer: a}
	var parts []string
	why := ""
	for _, of := range [][2]string{{"α", catalogue.ICC}, {"normalized κx", catalogue.Rho}} {
		text := ""
		for _, r := range a.Of(of[1]) {
			c := s.Without(r)
			if r.Scale != "" || c == nil || !c.Defined() || r.Against != "" && r.Key.Of != a.Set["reference"] &&
				r.Against != a.Set["reference"] {
				continue
			}
			text += " " + result.Marked(document.Fixed(c.Value, 2), c.Reason)
			if r.Defined() && (c.Value < r.Lower || c.Value > r.Upper) {
				why = fmt.Sprintf(". %s is beyond the interval of %s", of[0], r.Q.Head)
			}
		}
		if text != "" {
			parts = append(parts, of[0]+text)
		}
	}
	if parts == nil {
		return "", false
	}
	if strings.Contains(why, "κx") {
		why += ", because it counts differences of level and spread too"
	}
	return "without a model " + strings.Join(parts, ", ") + why, why != ""
}

// Without is the coefficient that measures the same as an estimate without a model; nil if there is none.
func (s Scope) Without(r *answer.Row) *answer.Row {
	q, _ := catalogue.OfTerm(r.Q.Name, r.Term)
	if q.Coefficient == "" {
		return nil
	}
	of := s.Of(q.Coefficient)
	if of == nil {
		return nil
	}
	return s.Get(q.Coefficient, answer.Key{Group: r.Group, Of: r.Key.Of, Against: r.Against, Distance: of[0].Distance,
		K: of[0].K})
}

package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/model"
	"concord/model/family"
	"concord/study"
	"concord/vpc"
)

// condition is a bound on the estimates of a quantity, as --fail-if gives it. The condition "rho_k<0.5" is about means,
// "P(rho_k<0.8)>0.05" about a probability, and "lower(rho_k)<0.6" about an end of an interval. A quantity with two
// scales may name one, as in "xcc@latent<0.5". Studies in brackets choose one estimate:
// "xcc@label(reference,control)<0.5".
type condition struct {
	text     string
	of       measure
	quantity string
	term     string   // of quantities of covariates: "length", or "country=BR"; "": any
	scale    string   // as estimates have it; "": the only one
	studies  []string // nil: any
	less     bool
	bound    float64
	event    result.Asked // of a probability
	// ofCriteria says that the condition is on a fit of criteria, and ofOne that it names one criterion, or two.
	ofCriteria, ofOne bool
	criteria          string
}

// measure is the number of an estimate that a condition is about.
type measure string

const (
	ofMean        measure = "" // the median, if there is no mean
	ofMedian      measure = "median"
	ofLower       measure = "lower"
	ofUpper       measure = "upper"
	ofProbability measure = "P"
)

func (c condition) String() string { return "--fail-if " + quoting.Shell(c.text) }

// entry returns the quantity. If it is of covariates, it is of those of some model.
func (c condition) entry() (catalogue.Entry, bool) {
	if c.ofCriteria {
		q, ok := result.CriteriaQuantityNamed(c.quantity)
		return q.Entry, ok
	}
	if c.ofCovariate() {
		return catalogue.OfTerm(c.quantity, c.term)
	}
	return catalogue.Find(c.quantity)
}

// ofCovariate reports whether the condition is on a quantity of each covariate.
func (c condition) ofCovariate() bool {
	return slices.Contains(ofEachCovariate(), c.quantity)
}

// ofEachCovariate are the quantities of each covariate.
func ofEachCovariate() []string {
	return []string{catalogue.Coefficient, catalogue.ItemCoefficient, catalogue.LabelerCoefficient,
		catalogue.CovariateDifference, catalogue.EffectDifference}
}

// suitCovariates refuses conditions on covariates that a resolved model does not have.
func suitCovariates(conditions []condition, covariates []model.Covariate) error {
	var names []string
	for _, of := range covariates {
		names = append(names, of.Coefficients()...)
	}
	for _, c := range conditions {
		switch {
		case !c.ofCovariate() && c.term != "":
			return usage("%v: %s is of no covariate: leave out :%s", c, c.quantity, visible.Text(c.term))
		case c.ofCovariate() && len(names) == 0:
			return usage("%v: it is on covariates; name their columns, --covariate NAMES", c)
		case c.term != "" && !slices.Contains(names, c.term):
			return usage("%v: there is no covariate %s; there are %s", c, visible.Quote(c.term), visible.Names(names))
		}
	}
	return nil
}

// asks returns the events whose probabilities a result must have for the conditions.
func asks(conditions []condition) []result.Asked {
	var all []result.Asked
	for _, c := range conditions {
		if c.of != ofProbability {
			continue
		}
		all = append(all, c.event)
		// The studies of a difference may be named in either order.
		if q, _ := c.entry(); q.Of == catalogue.Contrast {
			all = append(all, c.event.Turned())
		}
	}
	return all
}

// onScale decides the scale of a condition for a family of labels. A condition that names no
// scale is on the one that results lead with.
func (c condition) onScale(f family.Family) (condition, error) {
	q, _ := c.entry()
	scales := q.ScalesOf(f)
	if c.scale == "" {
		if len(scales) > 1 {
			c.scale = scales[0].String()
		}
		return c, nil
	}
	named := func(s vpc.Scale) bool { return s.String() == c.scale }
	if len(scales) > 0 && !slices.ContainsFunc(scales, named) {
		return c, usage("%v: of %s labels %s is on the %s only: leave out the scale", c, f, c.quantity,
			scales[0].Words())
	}
	return c, nil
}

// settle decides the scales of all conditions and looks up their studies, before anything is fitted.
func settle(conditions []condition, family family.Family, studies []string) ([]condition, error) {
	settled := make([]condition, len(conditions))
	for i, c := range conditions {
		var err error
		if settled[i], err = c.onScale(family); err != nil {
			return nil, err
		}
		if settled[i], err = settled[i].among(studies); err != nil {
			return nil, err
		}
	}
	return settled, nil
}

// among looks up the studies of a condition.
func (c condition) among(studies []string) (condition, error) {
	q, _ := c.entry()
	if least := q.Of.Least(); len(studies) < least {
		return c, usage("%v: %s is of %d groups, and the labels are of %d (%s)", c, c.quantity, least,
			len(studies), strings.Join(studies, ", "))
	}
	c.studies = slices.Clone(c.studies)
	for k, name := range c.studies {
		named, ok := studyNamed(studies, name)
		if !ok {
			return c, usage("%v: %w", c, &study.NameError{Kind: "group", Name: name, Names: studies})
		}
		c.studies[k] = named
	}
	return c, nil
}

// isOf reports whether the condition is on an estimate of these studies, and the sign that the estimate has for it. A
// quantity of a pair is the same in either order; a difference of two has the other sign.
func (c condition) isOf(studies []string) (sign float64, ok bool) {
	if c.studies == nil || slices.Equal(c.studies, studies) {
		return 1, true
	}
	swapped := len(c.studies) == 2 && len(studies) == 2 && c.studies[0] == studies[1] && c.studies[1] == studies[0]
	switch q, _ := c.entry(); q.Of {
	case catalogue.Pair:
		return 1, swapped
	case catalogue.Contrast:
		return -1, swapped
	}
	return 0, false
}

// finding is a number that a condition is about, as a text for a person, and whether the condition holds for it.
type finding struct {
	text  string
	holds bool
	value float64
}

// evidence is the numbers of a result that conditions are about.
type evidence struct {
	studies   []string
	estimates []result.Estimate
	level     float64 // of the intervals
	belief    func(result.Asked, result.Estimate) result.Number
}

// evidenceOf is the evidence of a fit.
func evidenceOf(r *result.Result) evidence {
	var studies []string
	for _, s := range r.Data.Studies {
		studies = append(studies, s.Name)
	}
	return evidence{studies, r.Estimates, r.Interval.Level, result.Look(r).BeliefOn}
}

// find returns the numbers that the condition is about, and whom it cannot judge, each with the reason: a gate that
// could not look must not pass. The scale of the condition must be decided.
func (c condition) find(from evidence) (found []finding, unjudged []string) {
	for _, e := range from.estimates {
		sign, ok := c.isOf(e.Studies)
		other := c.term != "" && e.Term != c.term || c.scale != "" && e.Scale != c.scale || !c.suits(e)
		if e.Quantity != c.quantity || other || !ok || e.Undefined == result.OfTheReference {
			continue
		}
		why := e.Undefined
		switch {
		case !e.Converged():
			why = "its chains have not converged"
		case e.Defined():
			f, ok := c.finding(from, e, sign)
			if ok {
				found = append(found, f)
				continue
			}
			why = "the result is of an earlier run, which was not asked for this probability. Fit into another folder"
		}
		text := c.nameOf(e, e.Studies)
		if why != "" {
			text += ": " + why
		}
		if !slices.Contains(unjudged, text) {
			unjudged = append(unjudged, text)
		}
	}
	if unjudged = append(unjudged, c.notCompared(from)...); found == nil && unjudged == nil {
		unjudged = []string{"the result has no such estimate"}
	}
	return found, unjudged
}

// notCompared are the pairs of groups whose difference a result lacks. It reports no estimate of them, because it does
// of the two that it compares.
func (c condition) notCompared(from evidence) (pairs []string) {
	if q, _ := c.entry(); q.Of != catalogue.Contrast || c.studies != nil {
		return nil
	}
	for i, b := range from.studies {
		for _, a := range from.studies[:i] {
			pair := c
			pair.studies = []string{a, b}
			if !slices.ContainsFunc(from.estimates, func(e result.Estimate) bool {
				_, ok := pair.isOf(e.Studies)
				return ok && e.Quantity == c.quantity
			}) {
				pairs = append(pairs, fmt.Sprintf("%s(%s,%s)", c.quantity, a, b))
			}
		}
	}
	return pairs
}

// nameOf names the estimate as conditions do.
func (c condition) nameOf(e result.Estimate, studies []string) string {
	name := e.Quantity
	if e.NextCategory != "" {
		name += " " + result.Between(e.Category, e.NextCategory)
	}
	if c.ofCovariate() {
		name += ":" + e.Term
	}
	if c.ofCriteria && e.Category != "" {
		name += ":" + e.Category
	}
	return name + "(" + strings.Join(studies, ",") + ")"
}

// finding compares one estimate, taken with the given sign, with the bound. If the result lacks the probability of the
// estimate, ok is false.
func (c condition) finding(from evidence, e result.Estimate, sign float64) (f finding, ok bool) {
	studies := e.Studies
	if sign < 0 {
		studies = c.studies
	}
	name, verb := c.nameOf(e, studies), "is"
	x := e.Centre()
	switch c.of {
	case ofMedian:
		x, name = e.Median, "the median of "+name
	case ofLower, ofUpper:
		x = e.Lower
		if (c.of == ofUpper) == (sign > 0) {
			x = e.Upper
		}
		name = fmt.Sprintf("the %s end of the %.4g%% interval of %s", c.of, 100*from.level, name)
	case ofProbability:
		event := c.event
		if sign < 0 {
			event = event.Turned()
		}
		x, sign, name = from.belief(event, e), 1, "the probability of "+name+c.event.Side()
	default:
		if e.NoMoments {
			verb = "has no mean, and its median is"
		}
	}
	f.value = sign * float64(x)
	f.holds = c.less && f.value < c.bound || !c.less && f.value > c.bound
	f.text = fmt.Sprintf("%s %s %.4g", name, verb, f.value)
	if c.scale != "" {
		f.text += " on the " + result.ScaleName(e.Scale)
	}
	return f, x.Defined()
}

// nearest returns the finding closest to the bound, for a condition that holds for none.
func (c condition) nearest(found []finding) finding {
	return slices.MinFunc(found, func(a, b finding) int {
		return cmp.Compare(math.Abs(a.value-c.bound), math.Abs(b.value-c.bound))
	})
}

// conditionCompletion offers what a condition may begin with.
func (w *work) conditionCompletion() cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if asksCriteria(w.cmd) {
			ctx, stop := w.completing()
			defer stop()
			return completeCriteriaCondition(ctx, w, args, begun)
		}
		return completeCondition(begun)
	}
}

// completeCondition offers the quantities that a condition may begin with, each with a description.
func completeCondition(begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var offered []cobra.Completion
	for _, q := range catalogue.All() {
		if strings.HasPrefix(q.Name, begun) {
			offered = append(offered, cobra.CompletionWithDesc(q.Name, q.What))
		}
	}
	for _, name := range ofEachCovariate() {
		if q, _ := catalogue.OfTerm(name, "a covariate"); strings.HasPrefix(name, begun) {
			offered = append(offered, cobra.CompletionWithDesc(name, q.What))
		}
	}
	return offered, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// named returns conditions with their studies spelt as in the labels, on the scales that the conditions name.
func named(conditions []condition, family family.Family, studies []string) ([]condition, error) {
	settled, err := settle(conditions, family, studies)
	if err != nil {
		return nil, err
	}
	all := slices.Clone(conditions)
	for i := range all {
		all[i].studies = settled[i].studies
	}
	return all, nil
}

package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"concord/internal/answer"
	"concord/internal/quantity"
	"concord/internal/quoting"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/model/family"
	"concord/model/spec"
	"concord/study"
	"concord/vpc"
)

// condition is a bound on the rows of a quantity, as --fail-if gives it. The condition "rho_k<0.5" is about means,
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
	ownEvent bool         // the probability is that of the event that belongs to the quantity
	// ofRows says that the condition is on the answer of another command than a fit.
	ofRows bool
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
		if _, ok := measureNamed(c.quantity); !ok {
			return catalogue.Entry{}, false
		}
		return catalogue.Entry{Entry: *quantity.Of(c.quantity), Of: catalogue.One}, true
	}
	if c.ofRows {
		if e := quantity.Find(c.quantity); e != nil {
			return catalogue.Entry{Entry: *e}, true
		}
		return catalogue.Entry{}, false
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
func suitCovariates(conditions []condition, covariates []spec.Covariate) error {
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
			return usage("%v: %w", c, &study.NameError{Kind: "covariate", Name: c.term, Names: names})
		}
	}
	return nil
}

// asks returns the events whose probabilities a result must have for the conditions.
func asks(conditions []condition) []result.Asked {
	var all []result.Asked
	for _, c := range conditions {
		if c.of != ofProbability || c.ownEvent {
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

// isOf reports whether the condition is on a row, and the sign that its number has for it. The row has the
// names in brackets, in that order. A quantity of a pair is the same in either order; a difference of two has the
// other sign.
func (c condition) isOf(r *answer.Row) (sign float64, ok bool) {
	names := r.Names()
	if c.ofCriteria {
		names = names[:1]
	}
	left := c.studies
	for _, name := range names {
		if len(left) > 0 && left[0] == name {
			left = left[1:]
		}
	}
	swapped := len(c.studies) == 2 && c.studies[0] == r.Against && c.studies[1] == r.Of
	switch q, _ := c.entry(); {
	case len(left) == 0:
		return 1, true
	case q.Of == catalogue.Pair && !c.ofRows:
		return 1, swapped
	case q.Of == catalogue.Contrast:
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

// evidence is the rows that conditions are about.
type evidence struct {
	studies   []string
	rows      []*answer.Row
	level     float64                                 // of the intervals
	belief    func(result.Asked, *answer.Row) float64 // nil: rows have no probability but that of their event
	converged func(*answer.Row) bool
}

// evidenceOf is the evidence of a fit.
func evidenceOf(a *answer.Answer) evidence {
	from := evidence{level: a.Interval.Level, converged: (*answer.Row).Converged}
	for _, r := range a.Rows {
		if r.Event+r.Prior+r.By == "" {
			from.rows = append(from.rows, r)
		}
	}
	for _, s := range a.Data.Studies {
		from.studies = append(from.studies, s.Name)
	}
	from.belief = func(asked result.Asked, r *answer.Row) float64 {
		at := r.Key
		at.K, at.Event = 0, asked.Event()
		if p := a.Get(r.Q.Name, at); p != nil {
			return p.P
		}
		if q, _ := catalogue.OfTerm(r.Q.Name, r.Term); q.IsEvent(asked.Event()) {
			return r.P
		}
		return math.NaN()
	}
	return from
}

// find returns the numbers that the condition is about, and whom it cannot judge, each with the reason: a gate that
// could not look must not pass. The scale of the condition must be decided.
func (c condition) find(from evidence) (found []finding, unjudged []string) {
	for _, r := range from.rows {
		sign, ok := c.isOf(r)
		other := c.term != "" && r.Term != c.term || c.scale != "" && scaleOf(r) != c.scale || !c.suits(r) ||
			r.Event != ""
		if r.Q.Name != c.quantity || other || !ok {
			continue
		}
		why := "its chains have not converged"
		if from.converged(r) {
			f, ok := c.finding(from, r, sign)
			if ok {
				found = append(found, f)
				continue
			}
			switch why = r.Why; {
			case why != "":
			case c.of != ofProbability:
				why = "it has no such number"
			case c.ownEvent:
				why = "it has no such probability"
			default:
				why = "the result is of an earlier run, which was not asked for this probability. Fit into another " +
					"folder"
			}
		}
		text := c.nameOf(r) + ": " + why
		if !slices.Contains(unjudged, text) {
			unjudged = append(unjudged, text)
		}
	}
	if unjudged = append(unjudged, c.notCompared(from)...); found == nil && unjudged == nil {
		unjudged = []string{c.unmatched(from.rows).Error()}
	}
	return found, unjudged
}

// unmatched is the error of a condition that is on no row. It lists the nearest names in rows of its
// quantity, or such rows, or quantities.
func (c condition) unmatched(rows []*answer.Row) error {
	var quantities, names, of []string
	for _, r := range rows {
		quantities = append(quantities, r.Q.Name)
		if r.Q.Name == c.quantity {
			names, of = append(names, r.Names()...), append(of, c.nameOf(r))
		}
	}
	for _, name := range c.studies {
		if of != nil && !slices.Contains(names, name) {
			return &study.NameError{Kind: c.quantity + " of", Name: name, Names: distinct(names)}
		}
	}
	left := c.text[:strings.LastIndexAny(c.text, "<>")]
	if of == nil {
		left, of = c.quantity, quantities
	}
	return &study.NameError{Kind: "number", Name: left, Names: distinct(of)}
}

// distinct returns names in their order, each once.
func distinct(names []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(names, func(name string) bool {
		again := seen[name]
		seen[name] = true
		return again
	})
}

// scaleOf is the scale of a row, as conditions name it.
func scaleOf(r *answer.Row) string { return cmp.Or(r.Scale, result.ScaleLabel) }

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
			if !slices.ContainsFunc(from.rows, func(r *answer.Row) bool {
				_, ok := pair.isOf(r)
				return ok && r.Q.Name == c.quantity
			}) {
				pairs = append(pairs, fmt.Sprintf("%s(%s,%s)", c.quantity, a, b))
			}
		}
	}
	return pairs
}

// nameOf names the row as conditions do.
func (c condition) nameOf(r *answer.Row) string {
	name, names := r.Q.Name, r.Names()
	if r.Term != "" {
		name += ":" + r.Term
	}
	if c.ofCriteria {
		names = []string{r.Group}
		if r.Of != "" {
			name += ":" + criteriaOf(r)
		}
	}
	return name + "(" + strings.Join(names, ",") + ")"
}

// finding compares one row, taken with the given sign, with the bound. If the result lacks the probability, ok is
// false.
func (c condition) finding(from evidence, r *answer.Row, sign float64) (f finding, ok bool) {
	shown := *r
	if sign < 0 {
		shown.Of, shown.Against = r.Against, r.Of
	}
	name, verb := c.nameOf(&shown), "is"
	x := r.Value
	switch c.of {
	case ofMedian:
		name = "the median of " + name
		if r.Draws != nil {
			x = r.Draws.Median
		}
	case ofLower, ofUpper:
		x = r.Lower
		if (c.of == ofUpper) == (sign > 0) {
			x = r.Upper
		}
		name = fmt.Sprintf("the %s end of the %.4g%% interval of %s", c.of, 100*from.level, name)
	case ofProbability:
		x, sign, name = c.probability(from, r, sign), 1, "the probability of "+name
		if !c.ownEvent {
			name += c.event.Side()
		}
	default:
		if r.Draws != nil && math.IsNaN(r.Draws.Mean) {
			verb = "has no mean, and its median is"
		}
	}
	f.value = sign * x
	f.holds = c.less && f.value < c.bound || !c.less && f.value > c.bound
	f.text = fmt.Sprintf("%s %s %.4g", name, verb, f.value)
	if c.scale != "" {
		f.text += " on the " + result.ScaleName(scaleOf(r))
	}
	return f, !math.IsNaN(x) && !math.IsInf(x, 0)
}

// probability is the probability of the event of the condition.
func (c condition) probability(from evidence, r *answer.Row, sign float64) float64 {
	switch {
	case c.ownEvent && sign < 0:
		return 1 - r.P
	case c.ownEvent:
		return r.P
	case sign < 0:
		return from.belief(c.event.Turned(), r)
	}
	return from.belief(c.event, r)
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
		if w.ofRows() {
			return completeQuantities(quantity.All(), begun)
		}
		return completeCondition(begun)
	}
}

// ofRows reports whether conditions are on rows of another answer than a fit's.
func (w *work) ofRows() bool { return w.cmd.HasParent() && w.cmd.Name() != "batch" }

// completeCondition offers the quantities of a fit that a condition may begin with.
func completeCondition(begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var all []quantity.Entry
	for _, q := range catalogue.All() {
		all = append(all, q.Entry)
	}
	for _, name := range ofEachCovariate() {
		all = append(all, quantity.Named(name, "a covariate"))
	}
	return completeQuantities(all, begun)
}

// completeQuantities offers quantities, each with a description.
func completeQuantities(all []quantity.Entry, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var offered []cobra.Completion
	for _, q := range all {
		if strings.HasPrefix(q.Name, begun) {
			offered = append(offered, cobra.CompletionWithDesc(q.Name, q.What))
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

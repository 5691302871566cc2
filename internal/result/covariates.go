package result

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/internal/result/catalogue"
	"concord/internal/visible"
	"concord/model"
	"concord/posterior"
	"concord/study"
)

// ModelCovariate is a covariate of a fitted model.
type ModelCovariate struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // "number", "time" or "category"
	// Of is "item" if labels of one item have one value, "labeler" if labels of one labeler have one value, and
	// otherwise "label".
	Of string `json:"of"`
	// Common says that all groups have the same coefficients.
	Common bool `json:"common"`
	// Slopes says that each labeler has a separate slope.
	Slopes     bool     `json:"slopes,omitempty"`
	Categories []string `json:"categories,omitempty"`
	// SD is the standard deviation of a number or time within groups. The coefficient is of as many units.
	SD float64 `json:"sd,omitempty"`
}

// CovariateSpecs returns the covariates of the model as a spec has them.
func (m *Model) CovariateSpecs() []model.Covariate {
	var all []model.Covariate
	for _, c := range m.Covariates {
		of := model.Covariate{Factor: c.Name, Common: c.Common, Slopes: c.Slopes, Levels: c.Categories, SD: c.SD}
		for _, kind := range model.CovariateKinds() {
			if kind.String() == c.Kind {
				of.Kind = kind
			}
		}
		all = append(all, of)
	}
	return all
}

// modelCovariates describes the covariates of a fit.
func modelCovariates(fit *model.Posterior) []ModelCovariate {
	var all []ModelCovariate
	of := fit.Covariates()
	if of == nil {
		return nil
	}
	for i, c := range fit.Spec().Covariates {
		all = append(all, ModelCovariate{Name: c.Factor, Kind: c.Kind.String(), Of: of.CovariateOf(i), Common: c.Common,
			Slopes: c.Slopes, Categories: c.Levels, SD: c.SD})
	}
	return all
}

// Covariate is the answer about one covariate: whether it matters.
type Covariate struct {
	Name string `json:"name"`
	// Matters is "yes" if it makes a difference in some group, "unclear" if the labels do not say so.
	Matters string `json:"matters"`
	Verdict string `json:"verdict"`
	// Compared says which labels are compared in each group.
	Compared []ComparedLevels `json:"compared"`
	// Slopes say which labelers change with the covariate; nil if labelers have no slopes by it.
	Slopes *LabelerSlopes `json:"slopes,omitempty"`
}

// mostCovariates is how many covariates a verdict is about; the others have only a row of a table.
const mostCovariates = 2

// Words for [Covariate].Matters.
const (
	CovariateMatters = "yes"
	CovariateUnclear = "unclear"
)

// ComparedLevels says which labels of a group the covariate_difference of Term compares.
type ComparedLevels struct {
	Term  string `json:"term"`
	Study string `json:"study"`
	// High and Low are the category, or a number or time, and the value that labels are compared with; Low is "" for
	// the mean of all other categories.
	High string `json:"high"`
	Low  string `json:"low,omitempty"`
}

// newCovariates returns the answers about the covariates of a fit, given its estimates.
func (r *Result) newCovariates(fit *model.Posterior, interval posterior.Interval) []Covariate {
	of := fit.Covariates()
	if of == nil {
		return nil
	}
	lookup := Look(r)
	var all []Covariate
	for i, c := range fit.Spec().Covariates {
		answer := Covariate{Name: c.Factor}
		for _, s := range fit.EachStudy() {
			answer.Compared = append(answer.Compared, comparedLevels(of.Levels(i, s), c, s.Name())...)
		}
		lookup.judge(&answer)
		if c.Slopes {
			answer.Slopes = newMeasurer(fit, interval).labelerSlopes(lookup, fit, i)
		}
		all = append(all, answer)
	}
	return all
}

// comparedLevels returns which labels of a study are compared: each category with the others, or the ends of numbers.
func comparedLevels(levels []model.CovariateLevel, c model.Covariate, study string) []ComparedLevels {
	if len(levels) < 2 {
		return nil
	}
	names := c.Coefficients()
	if !c.IsCategory() {
		low, high := catalogue.Ends(levels)
		return []ComparedLevels{{names[0], study, high.Name, low.Name}}
	}
	var all []ComparedLevels
	for _, level := range levels {
		one := ComparedLevels{Term: names[slices.Index(c.Levels, level.Name)], Study: study, High: level.Name}
		if len(levels) == 2 {
			one.Low = levels[0].Name
			if level.Name == one.Low {
				continue // the same difference with the other sign
			}
		}
		all = append(all, one)
	}
	return all
}

// judge says whether a covariate matters: whether the sign of some difference is sure. Among several differences each
// needs a higher probability (Bonferroni).
func (l *Lookup) judge(c *Covariate) {
	best, sign := ComparedLevels{}, Number(0)
	var of Estimate
	for _, at := range c.Compared {
		e, ok := l.Covariate(catalogue.CovariateDifference, at.Term, at.Study)
		if !ok {
			continue
		}
		if p := l.CovariateBelief(at); p.Defined() {
			if p = max(p, 1-p); p > sign || p == sign && math.Abs(float64(e.Mean)) > math.Abs(float64(of.Mean)) {
				best, sign, of = at, p, e
			}
		}
	}
	c.Matters = CovariateUnclear
	if many := max(1, len(c.Compared)); float64(sign) >= 1-(1-Sure)/2/float64(many) {
		c.Matters = CovariateMatters
	}
	c.Verdict = l.covariateVerdict(c, best, of)
}

// covariateVerdict is a sentence about the difference that a covariate makes.
func (l *Lookup) covariateVerdict(c *Covariate, at ComparedLevels, e Estimate) string {
	name := visible.Text(c.Name)
	if at.Term == "" {
		return fmt.Sprintf("Whether %s matters cannot be said: no group has labels that differ in it", name)
	}
	in := ""
	if len(l.Data.Studies) > 1 {
		in = "in " + visible.Text(at.Study) + ", "
	}
	verdict := "matters"
	if c.Matters != CovariateMatters {
		verdict = "makes no clear difference"
	}
	return fmt.Sprintf("%s %s: %slabels with %s %s are %s", name, verdict, in, name, visible.Text(at.High),
		l.difference(e, at.Low))
}

// inBrief writes a number with two digits, or all before the point if they are more.
func inBrief(x Number) string {
	if x <= -100 || x >= 100 {
		return fmt.Sprintf("%.0f", float64(x))
	}
	return fmt.Sprintf("%.2g", float64(x))
}

// difference says by how much labels are higher: "positive 16 points more often [9, 23] than with US".
func (l *Lookup) difference(e Estimate, low string) string {
	than := "than other labels"
	if low != "" {
		than = "than with " + visible.Text(low)
	}
	minus := func(text string) string { return strings.ReplaceAll(text, "-", "−") }
	if l.Data.Kind == study.Binary.String() {
		way, sign := "more", Number(1)
		lower, upper := e.Lower, e.Upper
		if e.Mean < 0 {
			way, sign, lower, upper = "less", -1, -e.Upper, -e.Lower
		}
		return fmt.Sprintf("positive %.0f points %s often %s %s", 100*sign*e.Mean, way,
			minus(fmt.Sprintf("[%.0f, %.0f]", 100*lower, 100*upper)), than)
	}
	way, sign := "higher", Number(1)
	lower, upper := e.Lower, e.Upper
	if e.Mean < 0 {
		way, sign, lower, upper = "lower", -1, -e.Upper, -e.Lower
	}
	return fmt.Sprintf("%s %s %s %s", inBrief(sign*e.Mean), way,
		minus(fmt.Sprintf("[%s, %s]", inBrief(lower), inBrief(upper))), than)
}

// Covariate returns an estimate of a coefficient of a covariate on the label scale.
func (l *Lookup) Covariate(quantity, term string, studies ...string) (Estimate, bool) {
	for _, e := range l.Estimates {
		if e.Quantity == quantity && e.Term == term && e.Scale == l.LabelScale() && e.Defined() &&
			slices.Equal(e.Studies, studies) {
			return e, true
		}
	}
	return Estimate{}, false
}

// CovariateBelief returns the probability that the difference is above 0.
func (l *Lookup) CovariateBelief(at ComparedLevels) Number {
	return l.Belief(catalogue.CovariateDifference+" > 0 ("+at.Term+")", at.Study)
}

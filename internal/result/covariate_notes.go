package result

import (
	"fmt"
	"slices"
	"strings"

	"concord/internal/quoting"
	"concord/internal/visible"
	"concord/model"
	"concord/model/spec"
	"concord/study"
)

// AddCovariates notes the covariates of a resolved model, with a warning if labels hardly determine their effects.
func (read *Data) AddCovariates(t *study.Table, sp spec.Spec) {
	for _, c := range sp.Covariates {
		read.Covariates = append(read.Covariates, c.Factor)
	}
	read.Warnings = append(read.Warnings, covariateCautions(t, sp)...)
	for _, pair := range model.NearlyCollinear(t, sp) {
		read.warn(nearWarning(pair))
	}
	for _, c := range sp.Covariates {
		if far, ok := model.FarValueOf(t, c); ok {
			read.warn(farWarning(c.Factor, far))
		}
	}
}

// warn adds a warning that has a remedy.
func (read *Data) warn(w study.Warning) {
	read.Warnings = append(read.Warnings, w.Text)
	read.warned[w.Text] = w
}

// nearWarning is about two covariates. The first nearly follows from the other.
func nearWarning(pair [2]string) study.Warning {
	return study.Warning{Code: study.NearCovariates, Names: pair[:],
		Fixes: []study.Fix{study.WithoutCovariate(pair[0], true), study.WithoutCovariate(pair[1], true)},
		Text: fmt.Sprintf("%s nearly follows from %s: the labels hardly separate their effects, and both intervals "+
			"are wide. Leave out one of the two", visible.Text(pair[0]), visible.Text(pair[1]))}
}

// farWarning is about a value of a covariate that decides its effect, or codes for missing values.
func farWarning(covariate string, far model.FarValue) study.Warning {
	w := study.Warning{Code: study.FarValue, Names: append([]string{covariate}, far.Levels...),
		Fixes: []study.Fix{study.Fix{Does: "without these rows"}.Adding("where",
			quoting.Condition(covariate, true, far.Levels...))}}
	var quoted []string
	for _, level := range far.Levels {
		quoted = append(quoted, visible.Quote(level))
	}
	what := fmt.Sprintf("%s of covariate %s (%s)", strings.Join(quoted, ", "), visible.Text(covariate),
		plural(far.Labels, "label"))
	switch {
	case far.Codes && len(quoted) > 1:
		w.Text = what + " may be codes for missing values, and the model takes them for numbers"
	case far.Codes:
		w.Text = what + " may be a code for a missing value, and the model takes it for a number"
	default:
		w.Text = fmt.Sprintf("%s is far from all other values, so it decides the effect of %s; it may be a typing "+
			"error, or a code for a missing value", what, visible.Text(covariate))
	}
	return w
}

// covariateCautions say which effects of covariates the labels hardly determine.
func covariateCautions(t *study.Table, sp spec.Spec) []string {
	var texts []string
	for _, c := range sp.Covariates {
		name := visible.Text(c.Factor)
		if alone := aloneIn(t, c, study.LabelerFactor); len(alone) > 0 {
			texts = append(texts, fmt.Sprintf("one labeler has %s %s, so the labels cannot separate its effect from "+
				"the labeler: the interval is as wide as labelers differ", name, visible.Names(alone)))
		}
		if alone := aloneIn(t, c, study.ItemFactor); len(alone) > 0 {
			texts = append(texts, fmt.Sprintf("one item has %s %s, so the labels cannot separate its effect from the "+
				"item: the interval is as wide as items differ", name, visible.Names(alone)))
		}
		if same := separated(t, c); len(same) > 0 {
			texts = append(texts, fmt.Sprintf("all labels with %s %s are the same category: the prior of "+
				"coefficients, normal(0, 1), keeps the effect finite, so its size depends on the prior",
				name, visible.Names(same)))
		}
		for _, study := range followed(t, c) {
			texts = append(texts, fmt.Sprintf("the labels of %s follow from %s: the prior of coefficients, "+
				"normal(0, 1), keeps the effect finite, so its size depends on the prior", visible.Text(study), name))
		}
	}
	return texts
}

// aloneIn returns the categories of a covariate whose labels all have one level of a factor. It is empty if the factor
// has no more levels than there are categories, or if categories differ within levels.
func aloneIn(t *study.Table, c spec.Covariate, factor string) []string {
	names, ok := t.Levels(factor)
	if !ok || c.Kind != spec.CategoryCovariate || len(names) <= len(c.Levels) {
		return nil
	}
	seen := make([]int, len(names)) // 1 + the category of each level
	first, several := make([]int, len(c.Levels)), make([]bool, len(c.Levels))
	for s := range t.Studies() {
		v := t.StudyAt(s)
		level, _ := v.Factor(factor)
		category, _ := v.Factor(c.Factor)
		for n, l := range level {
			k := int(category[n])
			if seen[l] != 0 && seen[l] != k+1 {
				return nil
			}
			seen[l] = k + 1
			several[k] = several[k] || first[k] != 0 && first[k] != int(l)+1
			first[k] = int(l) + 1
		}
	}
	var alone []string
	for k, name := range c.Levels {
		if first[k] != 0 && !several[k] {
			alone = append(alone, name)
		}
	}
	return alone
}

// followed returns the studies whose labels follow from a number or time.
func followed(t *study.Table, c spec.Covariate) []string {
	var all []string
	for s, name := range t.Studies() {
		if c.Kind != spec.CategoryCovariate && model.Follow(t.StudyAt(s), c) {
			all = append(all, name)
		}
	}
	return all
}

// separated returns the categories of a covariate whose labels are all equal, and the lowest or highest of a study
// whose labels differ. Numbers are left out.
func separated(t *study.Table, c spec.Covariate) []string {
	if t.Kind() == study.Numeric || c.Kind != spec.CategoryCovariate {
		return nil
	}
	var all []string
	for s := range t.Studies() {
		v := t.StudyAt(s)
		category, _ := v.Factor(c.Factor)
		lowest, highest := slices.Min(v.Value()), slices.Max(v.Value())
		least, most := make([]float64, len(c.Levels)), make([]float64, len(c.Levels))
		count := make([]int, len(c.Levels))
		for n, k := range category {
			y := v.Value()[n]
			if count[k] == 0 {
				least[k], most[k] = y, y
			}
			least[k], most[k] = min(least[k], y), max(most[k], y)
			count[k]++
		}
		for k, name := range c.Levels {
			end := least[k] == lowest || most[k] == highest
			if count[k] > 1 && least[k] == most[k] && end && count[k] < v.Len() && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

package model

import (
	"fmt"
	"slices"

	"concord/internal/visible"
	"concord/study"
)

// DataError says why a model cannot be estimated from a table of labels.
type DataError struct {
	Studies []string // the studies concerned; empty: all
	Reason  string
	Remedy  string // what can be done, or ""
}

// Error implements error.
func (e *DataError) Error() string {
	if e.Remedy == "" {
		return e.Reason
	}
	return e.Reason + "\n  " + e.Remedy
}

// Resolve returns spec with what was left to choose chosen for t, or a [*DataError]
// if the labels do not determine the quantities that the model reports, or an error if a
// prior is invalid. [Fit] calls it; it takes time proportional to the number of labels.
func Resolve(t *study.Table, spec Spec) (Spec, error) {
	if t.Len() == 0 {
		return spec, &DataError{Reason: "there is no label"}
	}
	if err := spec.resolveFamily(t); err != nil {
		return spec, err
	}
	spec.Priors = spec.Priors.withDefaults(spec.Family)
	if err := spec.Priors.validate(); err != nil {
		return spec, fmt.Errorf("model: %w", err)
	}
	spec.Residual = spec.Residual.resolve(spec.Family, len(t.Studies()))
	if spec.Labelers == AutoLabelers {
		spec.Labelers = NoLabelers
		if t.HasLabelers() {
			spec.Labelers = Nested
		}
	}
	if spec.Labelers != NoLabelers && !t.HasLabelers() {
		return spec, &DataError{
			Reason: fmt.Sprintf("%v labeler effects were asked for, but the labels name no labeler", spec.Labelers),
			Remedy: "name the column: --labeler NAME    or leave the effects out: --labeler-effects none",
		}
	}
	if err := checkReplicated(t, spec.Labelers); err != nil {
		return spec, err
	}
	noise := false
	for s, name := range t.Studies() {
		unanimous, err := checkStudy(t.StudyAt(s), name, spec)
		if err != nil {
			return spec, err
		}
		noise = noise || !unanimous
	}
	if !noise && spec.Family == Gaussian {
		return spec, &DataError{
			Reason: "the labels of each item are all equal, so that the residual standard deviation tends to 0",
			Remedy: "perfect agreement needs no model; coefficients: fit agreement FILE",
		}
	}
	return spec, checkOverlap(t)
}

func (spec *Spec) resolveFamily(t *study.Table) error {
	switch t.Kind() {
	case study.Nominal:
		return &DataError{
			Reason: fmt.Sprintf("the labels are %d categories without order; the models are for two categories or for numbers", len(t.Categories())),
			Remedy: "coefficients for categories: fit agreement FILE    or count some as positive: --positive A,B",
		}
	case study.Binary:
		if spec.Family == Gaussian {
			return &DataError{
				Reason: "the labels are binary, and a normal distribution cannot describe them",
				Remedy: "use --family bernoulli",
			}
		}
		spec.Family = Bernoulli
	default:
		if spec.Family == Bernoulli {
			return &DataError{
				Reason: "the labels are numbers other than 0 and 1, and a Bernoulli distribution cannot describe them",
				Remedy: "use --family gaussian    or say which values are positive: --positive A,B",
			}
		}
		spec.Family = Gaussian
	}
	return nil
}

// checkStudy reports whether the labels of each item of a study are all equal, or why its
// reliability cannot be estimated.
func checkStudy(v study.View, name string, spec Spec) (unanimous bool, err error) {
	fail := func(remedy, format string, args ...any) (bool, error) {
		return false, &DataError{
			Studies: []string{name}, Remedy: remedy,
			Reason: fmt.Sprintf("study %q ", name) + fmt.Sprintf(format, args...),
		}
	}
	values := v.Value()
	if len(values) == 1 {
		return fail("leave the study out, or collect more labels", "has one label, so its reliability cannot be estimated")
	}
	first := map[int32]float64{}
	constant := true
	unanimous = true
	for i, j := range v.Item() {
		if values[i] != values[0] {
			constant = false
		}
		if y, seen := first[j]; !seen {
			first[j] = values[i]
		} else {
			unanimous = unanimous && y == values[i]
		}
	}
	switch {
	case len(first) < 2:
		return fail("collect labels of more items", "has one item, so the variance between items cannot be estimated")
	case constant:
		return fail("leave the study out, or check the label column and --positive",
			"has %d labels that are all %v, so its reliability cannot be estimated", len(values), values[0])
	case spec.Labelers != NoLabelers && !anyRepeated(v.Labeler()):
		return fail("leave the labelers out: --labeler-effects none",
			"has one label by each of its %d labelers, so labelers and noise cannot be told apart", len(values))
	case unanimous && spec.Family == Gaussian && spec.Residual == StudyResidual:
		return fail("use --residual common    or coefficients: fit agreement FILE",
			"has items whose labels are all equal, so that the residual standard deviation tends to 0")
	}
	return unanimous, nil
}

// checkReplicated reports the studies in which no item has a second label, as in a gold standard or
// the labels of a single judge. There is no variance within items in them, with or without effects of
// labelers. All of them are named at once, so that one change of the file mends it.
func checkReplicated(t *study.Table, labelers LabelerEffects) error {
	var single, others []string
	labels, alone := 0, true // of the single ones: labels of the last; whether each has one labeler
	for s, name := range t.Studies() {
		v := t.StudyAt(s)
		if v.Len() < 2 || anyRepeated(v.Item()) {
			others = append(others, name)
			continue
		}
		single, labels = append(single, name), v.Len()
		alone = alone && labelers != NoLabelers && oneLabeler(v)
	}
	if len(single) == 0 {
		return nil
	}
	e := &DataError{Studies: single, Remedy: withoutReplication(single, others)}
	switch {
	case alone && len(single) == 1:
		e.Reason = fmt.Sprintf("study %q has one labeler, so the variance between labelers cannot be estimated", single[0])
	case alone:
		e.Reason = fmt.Sprintf("%d studies have one labeler each, so the variance between labelers cannot be estimated: %s",
			len(single), someStudies(single))
	case len(single) == 1:
		e.Reason = fmt.Sprintf("study %q has one label for each of its %d items, so items and noise cannot be told apart", single[0], labels)
	default:
		e.Reason = fmt.Sprintf("%d studies have one label for each of their items, so items and noise cannot be told apart: %s",
			len(single), someStudies(single))
	}
	return e
}

// withoutReplication says what can be done where some studies have one label an item.
func withoutReplication(single, others []string) string {
	const second = "collect a second label, by another labeler, for some items"
	it := "its rows"
	if len(single) > 1 {
		it = "their rows"
	}
	switch {
	case len(others) > 0:
		return fmt.Sprintf("compare with the other studies, without a model: fit agreement FILE\n  model of the other studies (%s): leave %s out of the file",
			someStudies(others), it)
	case len(single) > 1:
		return "compare the studies without a model: fit agreement FILE\n  " + second
	}
	return second
}

// someStudies names the first few studies.
func someStudies(names []string) string { return visible.Quoted(names, 10) }

func oneLabeler(v study.View) bool {
	for _, l := range v.Labeler() {
		if l != v.Labeler()[0] {
			return false
		}
	}
	return true
}

// anyRepeated reports whether an id occurs twice.
func anyRepeated(ids []int32) bool {
	seen := make([]bool, slices.Max(ids)+1)
	for _, id := range ids {
		if seen[id] {
			return true
		}
		seen[id] = true
	}
	return false
}

// checkOverlap reports the first pair of studies that share no item.
func checkOverlap(t *study.Table) error {
	k := len(t.Studies())
	seen := make([][]bool, k)
	for s := range k {
		seen[s] = make([]bool, len(t.Items()))
		for _, j := range t.StudyAt(s).Item() {
			seen[s][j] = true
		}
		for r := range s {
			shared := false
			for j, here := range seen[s] {
				shared = shared || here && seen[r][j]
			}
			if !shared {
				a, b := t.Studies()[r], t.Studies()[s]
				return &DataError{
					Studies: []string{a, b},
					Reason:  fmt.Sprintf("studies %q and %q share no item, so ρ and xCC cannot be estimated", a, b),
					Remedy:  "fit each study alone, or check that the item names of the studies are spelt alike",
				}
			}
		}
	}
	return nil
}

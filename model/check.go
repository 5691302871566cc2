package model

import (
	"fmt"
	"slices"

	"concord/model/family"
	"concord/study"
)

// Resolve returns spec with what was left to choose chosen for t, or a [*DataError]
// if the labels do not determine the quantities that the model reports, or an error if a
// prior is invalid. [Fit] calls it; it takes time proportional to the number of labels.
func Resolve(t *study.Table, spec Spec) (Spec, error) {
	if t.Len() == 0 {
		return spec, &DataError{Code: EmptyTable}
	}
	if err := spec.resolveFamily(t); err != nil {
		return spec, err
	}
	spec.Priors = spec.Priors.withDefaults(spec.Family)
	if err := spec.Priors.validate(); err != nil {
		return spec, fmt.Errorf("model: %w", err)
	}
	spec.Residual = spec.Residual.resolve(spec.Family, len(t.Studies()))
	var err error
	if spec.Thresholds, err = spec.Thresholds.resolve(spec.Family, len(t.Studies())); err != nil {
		return spec, err
	}
	if spec.Labelers == AutoLabelers {
		spec.Labelers = NoLabelers
		if t.HasLabelers() {
			spec.Labelers = Nested
		}
	}
	if spec.Labelers != NoLabelers && !t.HasLabelers() {
		return spec, &DataError{Code: LabelersNotNamed, Labelers: spec.Labelers}
	}
	if err := checkFacets(t, spec); err != nil {
		return spec, err
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
	if !noise && spec.Family.LocationScale() {
		return spec, &DataError{Code: PerfectAgreement}
	}
	return spec, checkOverlap(t)
}

// resolveFamily chooses the family, or says why the labels cannot be of the one that was asked for.
func (spec *Spec) resolveFamily(t *study.Table) error {
	unfit := &DataError{Code: UnfitLabels, Kind: t.Kind(), Categories: len(t.Categories()), Family: spec.Family}
	if spec.Family == nil {
		f, ok := family.For(t.Kind())
		if !ok {
			return unfit
		}
		spec.Family = f
	}
	if spec.Family.Kind() != t.Kind() {
		return unfit
	}
	if f, ok := spec.Family.(family.Adapting); ok {
		n := len(t.Categories())
		if least, most := f.CategoryRange(); n < least || n > most {
			return &DataError{Code: CategoryCount, Kind: t.Kind(), Categories: n, Family: f}
		}
		adapted, err := f.Adapt(t.Categories(), t.Scores())
		if err != nil {
			return fmt.Errorf("model: %w", err)
		}
		spec.Family = adapted
	}
	for s, name := range t.Studies() {
		for _, y := range t.StudyAt(s).Value() {
			if !spec.Family.Takes(y) {
				return &DataError{Code: UnfitLabel, Studies: []string{name}, Family: spec.Family, Value: y}
			}
		}
	}
	return nil
}

// checkStudy reports whether the labels of each item of a study are all equal, or why its
// reliability cannot be estimated.
func checkStudy(v study.View, name string, spec Spec) (unanimous bool, err error) {
	values := v.Value()
	fail := func(code DataCode) (bool, error) {
		e := &DataError{Code: code, Studies: []string{name}, Labels: len(values), Value: values[0]}
		if t := v.Table(); t.Kind() == study.Ordinal {
			e.Category = t.Categories()[int(values[0])-1]
		}
		return false, e
	}
	if len(values) == 1 {
		return fail(OneLabel)
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
		return fail(OneItem)
	case constant:
		return fail(ConstantLabels)
	case spec.Labelers != NoLabelers && !anyRepeated(v.Labeler()):
		return fail(LabelersNotRepeated)
	case unanimous && spec.Family.LocationScale() && spec.Residual == StudyResidual:
		return fail(UnanimousItems)
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
	e := &DataError{Code: ItemsNotRepeated, Studies: single, Others: others, Labels: labels}
	if alone {
		e.Code = OneLabeler
	}
	return e
}

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
				return &DataError{Code: NoSharedItem, Studies: []string{t.Studies()[r], t.Studies()[s]}}
			}
		}
	}
	return nil
}

package model

import (
	"slices"

	"concord/study"
)

// StudyModel says in what the model of one study differs from that of the others, because of its design.
type StudyModel struct {
	// OneLabeler says that one labeler gave all labels: what is the labeler's is the study's, and the study has no
	// labeler effects.
	OneLabeler bool
	// OneLabel says that no item has a second label, as in the labels of a judge or of a gold standard: what of a
	// label is noise cannot be told, so that its ICC and ρ are not determined. How well it follows the true scores of
	// the other studies is.
	OneLabel bool
}

// studyModels returns those of the studies of a table for a spec with labeler effects resolved, nil if none differs.
func studyModels(t *study.Table, spec Spec) []StudyModel {
	all := make([]StudyModel, len(t.Studies()))
	for s := range all {
		v := t.StudyAt(s)
		all[s].OneLabeler = spec.Labelers != NoLabelers && oneLabeler(v)
		all[s].OneLabel = !anyRepeated(v.Item())
	}
	if !slices.ContainsFunc(all, func(m StudyModel) bool { return m != StudyModel{} }) {
		return nil
	}
	return all
}

// HasLabelersIn reports whether the i-th study has labeler effects, by a resolved spec.
func (spec Spec) HasLabelersIn(i int) bool {
	return spec.Labelers != NoLabelers && (spec.Studies == nil || !spec.Studies[i].OneLabeler)
}

// hasLoadings reports whether the items' effects in the i-th study have loadings, by a resolved spec.
func (spec Spec) hasLoadings(i int) bool { return spec.Studies != nil && spec.Studies[i].OneLabel }

// absent returns of each study whether a term has no effects in it with a standard deviation of their own, by a
// resolved spec.
func (spec Spec) absent(t Term, studies int) []bool {
	none := make([]bool, studies)
	for s := range none {
		switch t.Name {
		case study.LabelerFactor:
			none[s] = !spec.HasLabelersIn(s)
		case study.ItemFactor:
			none[s] = spec.hasLoadings(s)
		}
	}
	return none
}

func oneLabeler(v study.View) bool {
	return !slices.ContainsFunc(v.Labeler(), func(l int32) bool { return l != v.Labeler()[0] })
}

// poolsFirst returns the table, and the resolved spec for it, with the studies that have one label of each item after
// the others.
func poolsFirst(t *study.Table, spec Spec) (*study.Table, Spec, error) {
	var pools, judges []string
	for s, name := range t.Studies() {
		if spec.hasLoadings(s) {
			judges = append(judges, name)
		} else {
			pools = append(pools, name)
		}
	}
	ordered := append(pools, judges...)
	if slices.Equal(ordered, t.Studies()) {
		return t, spec, nil
	}
	t, err := t.Select(ordered...)
	if err != nil {
		return nil, spec, err
	}
	spec.Studies = studyModels(t, spec)
	return t, spec, nil
}

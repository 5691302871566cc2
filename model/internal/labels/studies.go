package labels

import (
	"slices"

	"concord/model/spec"
	"concord/study"
)

// studyModels returns the models of a table's studies for a spec with labeler effects resolved, nil if none differs.
func studyModels(t *study.Table, sp spec.Spec) []spec.StudyModel {
	all := make([]spec.StudyModel, len(t.Studies()))
	for s := range all {
		all[s].OneLabeler = oneLabeler(t.StudyAt(s)) && sp.Labelers != spec.NoLabelers && sp.Labelers != spec.Returning
		all[s].OneLabel = !anyRepeated(t.StudyAt(s).Item())
	}
	markAgain(t, sp, all)
	if !slices.ContainsFunc(all, func(m spec.StudyModel) bool { return m != spec.StudyModel{} }) {
		return nil
	}
	return all
}

// markAgain marks the studies without information on effects of item and labeler together, if other studies have some.
func markAgain(t *study.Table, sp spec.Spec, all []spec.StudyModel) {
	at := slices.IndexFunc(sp.Facets, spec.ItemByLabeler().SameBy)
	if at < 0 || sp.Facets[at].Covariance == spec.Common && sp.Bundle == 0 {
		return
	}
	term := spec.Term{By: spec.ItemByLabeler().By}
	if sp.Facets[at].Covariance == spec.Common {
		term.Covariance, term.Within = spec.Common, sp.Bundle
	}
	again := givenAgain(t, term)
	if !slices.Contains(again, true) {
		return // in which case it is an error
	}
	for s := range all {
		all[s].NotAgain = !again[s]
	}
}

// GivenAgain reports whether the labels of some study determine effects of item and labeler together
// ([spec.ItemByLabeler]): one of several labelers gave an item two labels.
func GivenAgain(t *study.Table) bool {
	return t.HasLabelers() && slices.Contains(givenAgain(t, spec.Term{By: spec.ItemByLabeler().By}), true)
}

// givenAgain is [GivenAgain] for each study. If effects of the term are common to bundles, it is so of the bundle.
func givenAgain(t *study.Table, term spec.Term) []bool {
	g := NewGrouping(t, term)
	again := make([]bool, len(t.Studies()))
	for first := 0; first < len(again); {
		var cells, labelers []int32
		after := first
		for ; after < len(again) && g.Scaled(after) == g.Scaled(first); after++ {
			cells, labelers = append(cells, g.Cell[after]...), append(labelers, t.StudyAt(after).Labeler()...)
		}
		several := slices.ContainsFunc(labelers, func(l int32) bool { return l != labelers[0] })
		for ; first < after; first++ {
			again[first] = several && distinct(cells, g.Cells()) < len(cells)
		}
	}
	return again
}

func oneLabeler(v study.View) bool {
	return !slices.ContainsFunc(v.Labeler(), func(l int32) bool { return l != v.Labeler()[0] })
}

// PoolsFirst returns the table, and the resolved spec for it, with the studies that have one label of each item after
// the others.
func PoolsFirst(t *study.Table, sp spec.Spec) (*study.Table, spec.Spec, error) {
	var pools, judges []string
	for s, name := range t.Studies() {
		if sp.OneLabelIn(s) {
			judges = append(judges, name)
		} else {
			pools = append(pools, name)
		}
	}
	ordered := append(pools, judges...)
	if slices.Equal(ordered, t.Studies()) {
		return t, sp, nil
	}
	t, err := t.Select(ordered...)
	if err != nil {
		return nil, sp, err
	}
	sp.Studies = studyModels(t, sp)
	return t, sp, nil
}

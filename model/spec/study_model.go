package spec

import "concord/study"

// StudyModel says how the model of one study differs from the others, because of its design.
type StudyModel struct {
	// OneLabeler says that one labeler gave all labels. The labeler's effect cannot be separated from the study's mean,
	// and the study has no labeler effects. Studies with [Returning] labelers have none if each has one labeler.
	OneLabeler bool
	// OneLabel says that no item has a second label, as in the labels of a judge or of a gold standard. Nothing then
	// separates noise from the rest of a label, so that its ICC and ρ are not determined. But it is determined how well
	// the labels follow the true scores of the other studies.
	OneLabel bool
	// NotAgain says that the study has no effects of item and labeler together ([ItemByLabeler]), which others have: no
	// labeler gave an item two labels, or one labeler gave all, in the study or, if effects are common, in its bundle.
	NotAgain bool
}

// HasTermIn reports whether labels of the i-th study have effects of a term, by a resolved spec.
func (spec Spec) HasTermIn(i int, t Term) bool {
	switch {
	case t.Name == study.LabelerFactor || !t.Added():
		return spec.HasLabelersIn(i)
	case spec.Studies != nil && spec.Studies[i].NotAgain:
		return !ItemByLabeler().SameBy(Facet{By: t.By})
	}
	return true
}

// HasLabelersIn reports whether the i-th study has labeler effects, by a resolved spec.
func (spec Spec) HasLabelersIn(i int) bool {
	return spec.Labelers != NoLabelers && (spec.Studies == nil || !spec.Studies[i].OneLabeler)
}

// OneLabelIn reports whether the items' effects in the i-th study have loadings, by a resolved spec.
func (spec Spec) OneLabelIn(i int) bool { return spec.Studies != nil && spec.Studies[i].OneLabel }

// Absent says for each study whether a term has no effects with a separate standard deviation in it, by a resolved
// spec.
func (spec Spec) Absent(t Term, studies int) []bool {
	none := make([]bool, studies)
	for s := range none {
		none[s] = !spec.HasTermIn(s, t) || t.Name == study.ItemFactor && spec.OneLabelIn(s) ||
			t.Covariance == Common && s > t.First(s) // whose standard deviation is that of the first
	}
	return none
}

// Judges returns the number of studies with one label of each item, by a resolved spec; they are the last ones.
func (spec Spec) Judges() int {
	n := 0
	for _, s := range spec.Studies {
		if s.OneLabel {
			n++
		}
	}
	return n
}

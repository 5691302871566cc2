package labels

import (
	"concord/model/internal/spec"
	"concord/study"
)

// checkSlopes reports labelers' slopes by a covariate that a model cannot have, or that no labels show.
func checkSlopes(t *study.Table, sp spec.Spec, c spec.Covariate) error {
	if !c.Slopes {
		return nil
	}
	fault := &DataError{Term: c.Factor}
	switch {
	case sp.Labelers == spec.NoLabelers:
		fault.Code = SlopesOfNobody
	case c.IsCategory():
		fault.Code, fault.Categories = SlopesOfCategories, len(c.Levels)
	case sp.Discrimination:
		fault.Code = SlopesDiscriminated
	default:
		for s, name := range t.Studies() {
			if !sp.HasLabelersIn(s) || differsWithin(t, s, c.Factor, study.LabelerFactor) {
				continue
			}
			fault.Code, fault.Studies = SlopesConstant, append(fault.Studies, name)
		}
		if fault.Code == "" {
			return nil
		}
	}
	return fault
}

// differsWithin reports whether labels of one level of a grouping in a study have different levels of a factor.
func differsWithin(t *study.Table, s int, factor, grouping string) bool {
	names, _ := t.Levels(grouping)
	index, _ := t.StudyAt(s).Factor(factor)
	of, _ := t.StudyAt(s).Factor(grouping)
	seen := make([]int32, len(names)) // one more than the level
	for n, l := range index {
		switch at := &seen[of[n]]; *at {
		case 0:
			*at = l + 1
		case l + 1:
		default:
			return true
		}
	}
	return false
}

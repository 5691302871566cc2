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
			if !sp.HasLabelersIn(s) || !t.StudyAt(s).Within(study.LabelerFactor, c.Factor) {
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

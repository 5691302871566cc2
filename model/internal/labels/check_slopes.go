package labels

import (
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// checkSlopes reports labelers' slopes by a covariate that a model cannot have, or that no labels show.
func checkSlopes(t *study.Table, sp spec.Spec, c spec.Covariate) error {
	if !c.Slopes {
		return nil
	}
	fault := &refusal.Error{Term: c.Factor}
	switch {
	case sp.Labelers == spec.NoLabelers:
		fault.Code = refusal.SlopesOfNobody
	case c.IsCategory():
		fault.Code, fault.Categories = refusal.SlopesOfCategories, len(c.Levels)
	case sp.Discrimination:
		fault.Code = refusal.SlopesDiscriminated
	default:
		for s, name := range t.Studies() {
			if !sp.HasLabelersIn(s) || !t.StudyAt(s).Within(study.LabelerFactor, c.Factor) {
				continue
			}
			fault.Code, fault.Studies = refusal.SlopesConstant, append(fault.Studies, name)
		}
		if fault.Code == "" {
			return nil
		}
	}
	return fault
}

package labels

import (
	"concord/model/refusal"
	"concord/model/spec"
	"concord/study"
)

// Cautions returns the assumptions of the model of a resolved spec about the labels of a table.
func Cautions(t *study.Table, sp spec.Spec) []refusal.Caution {
	of := refusal.Caution{Code: refusal.SeveralJudges, Studies: judgesOf(t, sp)}
	for s, name := range t.Studies() {
		if !sp.OneLabelIn(s) {
			of.Pools = append(of.Pools, name)
		}
	}
	if len(of.Studies) < 2 || len(of.Pools) == 0 {
		return nil
	}
	return []refusal.Caution{of}
}

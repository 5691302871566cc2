package report

import (
	"concord/model"
	"concord/study"
)

// describeModel describes a resolved spec for the studies of a table.
func describeModel(spec model.Spec, t *study.Table, reference string) *Model {
	studies := t.Studies()
	m := &Model{
		Family: spec.Family.String(), Labelers: spec.Labelers.String(), Residual: spec.Residual.String(),
		Priors: map[string]string{"mean": spec.Priors.Mean.String(), "sd": spec.Priors.SD.String()},
		BRMS:   brms(spec, t.Source(), len(studies)), BRMSCode: brmsCode(spec, t),
	}
	if spec.Labelers != model.NoLabelers {
		m.Priors["labeler_sd"] = spec.Priors.LabelerSD.String()
	}
	if len(studies) > 1 {
		m.Reference = reference
		m.Priors["correlation"] = spec.Priors.Correlation.String()
	}
	return m
}

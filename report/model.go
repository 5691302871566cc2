package report

import (
	"concord/model"
	"concord/study"
)

// describeModel describes a resolved spec for studies whose labels came from the given columns.
func describeModel(spec model.Spec, columns study.Columns, studies []string, reference string) *Model {
	m := &Model{
		Family: spec.Family.String(), Labelers: spec.Labelers.String(), Residual: spec.Residual.String(),
		Priors: map[string]string{"mean": spec.Priors.Mean.String(), "sd": spec.Priors.SD.String()},
		BRMS:   brms(spec, columns, len(studies)),
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

package report

import (
	"concord/model"
	"concord/study"
)

// StatedPriors returns the names of the priors that a reader has to be told of, in their order. That of the labelers'
// standard deviations is left out where it is the one of all.
func (m *Model) StatedPriors() []string {
	var names []string
	for _, name := range []string{"mean", "sd", "labeler_sd", "correlation"} {
		if p, ok := m.Priors[name]; ok && (name != "labeler_sd" || p != m.Priors["sd"]) {
			names = append(names, name)
		}
	}
	return names
}

// codeFrom lists what prints the model's R code.
func (m *Model) codeFrom() string {
	const always = "the report page, and brms_code of the JSON"
	if m.CodeFrom == "" {
		return always
	}
	return m.CodeFrom + ", " + always
}

// describeModel describes a resolved spec for the studies of a table.
func describeModel(spec model.Spec, t *study.Table, reference string) *Model {
	studies := t.Studies()
	m := &Model{
		distribution: spec.Family,
		Family:       spec.Family.String(), Labelers: spec.Labelers.String(), Residual: spec.Residual.String(),
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

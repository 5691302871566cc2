package answers

import (
	"concord/model"
	"concord/study"
)

// KeepLabelers returns a resolved model that keeps the draws of all that describes labelers.
func KeepLabelers(spec model.Spec) model.Spec {
	if spec.Discrimination || spec.Residual == model.LabelerResidual {
		spec.Effects = true
		spec.EffectsOf = []string{study.LabelerFactor, model.DiscriminationTerm, model.LabelerResidualTerm}
	}
	return spec
}

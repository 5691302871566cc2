package answers

import (
	"concord/model/spec"
	"concord/study"
)

// KeepLabelers returns a resolved model that keeps the draws of all that describes labelers.
func KeepLabelers(sp spec.Spec) spec.Spec {
	if sp.Discrimination || sp.Residual == spec.LabelerResidual {
		sp.Effects = true
		sp.EffectsOf = []string{study.LabelerFactor, spec.DiscriminationTerm, spec.LabelerResidualTerm}
	}
	return sp
}

package main

import (
	"concord/model"
	"concord/study"
)

// unorderedLabels is the value of --order that says that labels have no order.
const unorderedLabels = "none"

// suitsLabels returns an error for flags that labels of a kind do not have.
func suitsLabels(spec model.Spec, kind study.Kind) error {
	switch {
	case spec.Thresholds != model.AutoThresholds && kind != study.Ordinal:
		return usage("--thresholds %v is of ordered categories, and these labels are %v: leave it out, or give the "+
			"order of the labels: --order LIST", spec.Thresholds, kind)
	case spec.Residual != model.AutoResidual && kind == study.Ordinal:
		return usage("--residual %v is of measurements, and these labels are ordinal: leave it out, or ask for "+
			"--family gaussian", spec.Residual)
	}
	return nil
}

package main

import (
	"concord/model"
	"concord/model/family"
	"concord/study"
)

// suits reports what is wrong with an order of labels for a family that was asked for, nil for that which suits them.
func (inp *inputFlags) suits(f family.Family) error {
	if len(inp.order) > 0 && f != nil && f.Kind() != study.Ordinal {
		return usage("--order makes labels ordered categories, which --family %v does not describe", f)
	}
	return nil
}

// suitsLabels reports which flags ask for what labels of a kind do not have.
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

package main

import (
	"slices"

	"concord/model"
	"concord/model/family"
	"concord/study"
)

// suits returns an error if a family that was asked for does not go with an order of labels. f is nil if the labels
// decide the family.
func (inp *inputFlags) suits(f family.Family) error {
	if inp.unordered() {
		if f != nil && f.Kind() == study.Ordinal {
			return usage("--order none says that labels have no order, which --family %v needs", f)
		}
		return nil
	}
	if len(inp.order) > 0 && f != nil && f.Kind() != study.Ordinal {
		return usage("--order makes labels ordered categories, which --family %v does not describe", f)
	}
	return nil
}

// unorderedLabels is the value of --order that says that labels have no order.
const unorderedLabels = "none"

// unordered reports whether labels are to have no order. The value cannot be a label, because an order has several.
func (inp *inputFlags) unordered() bool { return slices.Equal(inp.order, []string{unorderedLabels}) }

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

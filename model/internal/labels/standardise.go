package labels

import (
	"slices"

	"concord/model/spec"
	"concord/study"
)

// standardisation returns the centre that is subtracted from the labels of each study and the scale that then divides
// them. They are the mean and standard deviation (divisor n−1) of the study's labels if each study has its residual,
// and of all labels if the residual is common. They are 0 and 1 for labels of other families.
func standardisation(t *study.Table, sp spec.Spec) (center, scale []float64) {
	k := len(t.Studies())
	center, scale = make([]float64, k), slices.Repeat([]float64{1}, k)
	switch {
	case !sp.Family.LocationScale():
	case sp.Residual.ByStudy():
		for s := range k {
			var m study.Moments
			m.Add(t.StudyAt(s).Value())
			center[s], scale[s] = m.Mean, m.SD()
		}
	default:
		var m study.Moments
		for s := range k {
			m.Add(t.StudyAt(s).Value())
		}
		for s := range k {
			center[s], scale[s] = m.Mean, m.SD()
		}
	}
	return center, scale
}

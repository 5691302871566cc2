package labels

import (
	"math"
	"slices"

	"concord/model/internal/spec"
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
			var m moments
			m.add(t.StudyAt(s).Value())
			center[s], scale[s] = m.mean, m.sd()
		}
	default:
		var m moments
		for s := range k {
			m.add(t.StudyAt(s).Value())
		}
		for s := range k {
			center[s], scale[s] = m.mean, m.sd()
		}
	}
	return center, scale
}

// moments are number, mean and sum of squares about the mean of values (Welford 1962).
type moments struct{ n, mean, square float64 }

func (mo *moments) add(values []float64) {
	for _, y := range values {
		mo.n++
		delta := y - mo.mean
		mo.mean += delta / mo.n
		mo.square += delta * (y - mo.mean)
	}
}

func (mo *moments) sd() float64 { return math.Sqrt(mo.square / (mo.n - 1)) }

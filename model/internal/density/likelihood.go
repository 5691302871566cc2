package density

import (
	"concord/model/family"
	"concord/model/internal/tuning"
)

// evaluated is the part of a family, or of an anchored one, that evaluates labels.
type evaluated interface {
	Parameters() []family.Parameter
	Likelihood(l *family.Labels) family.Likelihood
}

// newLikelihood returns the likelihood of the labels for one goroutine, which may start others if it is to be split
// (see [splitLikelihood]).
func newLikelihood(l *family.Labels, f evaluated, split bool) family.Likelihood {
	if split && l.Rows != family.StudyRows && !l.Integrated() {
		return newSplit(l, tuning.SplitParts, f)
	}
	return f.Likelihood(l)
}

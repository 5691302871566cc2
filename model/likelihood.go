package model

import "concord/model/family"

// newLikelihood returns the likelihood of the labels for one goroutine, which may start
// others (see [splitLikelihood]).
func newLikelihood(l *family.Labels, f family.Family) family.Likelihood {
	if len(l.Item) >= splitFrom && l.Rows != family.StudyRows && !l.Integrated() {
		return newSplit(l, splitParts, f)
	}
	return f.Likelihood(l)
}

package xcc

import (
	"concord/model"
	"concord/posterior"
)

// ICCDifference returns ICC_a − ICC_b, by how much a single label of study a is more reliable than one of study b. Its
// [posterior.Quantity.Positive] is the probability that it is. Draws of both studies are of one posterior, so that the
// difference takes shared items and labelers into account.
func (j Joint) ICCDifference(a, b model.StudyPosterior) posterior.Quantity {
	return posterior.Difference(j.name("icc_difference", a, b), j.icc[j.index(a)], j.icc[j.index(b)])
}

// LabelerICCDifference returns labeler ICC_a − labeler ICC_b. A study without labeler effects has a labeler ICC of 0.
func (j Joint) LabelerICCDifference(a, b model.StudyPosterior) posterior.Quantity {
	part := func(study model.StudyPosterior) (labeler, total posterior.Quantity) {
		p := j.Partition(study)
		labeler, _ = p.LabelerVariance()
		return labeler, p.TotalVariance()
	}
	ofA, totalA := part(a)
	ofB, totalB := part(b)
	return posterior.Map(j.name("labeler_icc_difference", a, b), func(x []float64) float64 {
		return x[0]/x[1] - x[2]/x[3]
	}, ofA, totalA, ofB, totalB)
}

// MeanDifference returns the mean label of study a, [vpc.Partition.Mean], minus the mean label of study b. On the label
// scale of labels 0 and 1 it is the difference of their rates of 1.
func (j Joint) MeanDifference(a, b model.StudyPosterior) posterior.Quantity {
	return posterior.Difference(j.name("mean_difference", a, b), j.Partition(a).Mean(), j.Partition(b).Mean())
}

package report

import (
	"math"

	"concord/model"
	"concord/posterior"
	"concord/xcc"
)

// reliability returns ICC, labeler ICC and, where the labels are known, the ICC of the mean
// of as many labels as an item of the study has, on each scale of the family; and the probabilities
// that labelers say more than items.
func reliability(fit *model.Posterior, scales []xcc.Joint) ([]row, []Probability) {
	var icc, labelerICC, iccK []row
	var exceeds []Probability
	for _, joint := range scales {
		for s, study := range fit.EachStudy() {
			part := joint.Partition(study)
			at := row{studies: []string{study.Name()}, scale: joint.Scale().String()}
			at.quantity, at.of = QuantityICC, part.ICC
			icc = append(icc, at)
			if q, ok := part.LabelerICC(); ok {
				at.quantity, at.of = QuantityLabelerICC, func() posterior.Quantity { return q }
				labelerICC = append(labelerICC, at)
			}
			if p, ok := part.LabelerExceedsICC(); ok {
				exceeds = append(exceeds, Probability{
					Event: eventLabelers, Studies: at.studies, Scale: at.scale, Probability: Number(p.Value),
					Caution: cautionLabelers(labelersOf(fit, s)),
				})
			}
			if fit.Table() != nil {
				at.quantity, at.k = QuantityICCk, labelsPerItem(fit, s)
				k := at.k
				at.of = func() posterior.Quantity { return part.ICCk(k) }
				iccK = append(iccK, at)
			}
		}
	}
	return append(append(icc, labelerICC...), iccK...), exceeds
}

// labelersOf returns the number of labelers of study s; 0 where the labels are not known.
func labelersOf(fit *model.Posterior, s int) int {
	if fit.Table() == nil {
		return 0
	}
	seen := make([]bool, len(fit.Table().Labelers()))
	n := 0
	for _, l := range fit.Table().StudyAt(s).Labeler() {
		if !seen[l] {
			seen[l] = true
			n++
		}
	}
	return n
}

// labelsPerItem returns the mean number of labels of an item of study s, rounded.
func labelsPerItem(fit *model.Posterior, s int) int {
	v := fit.Table().StudyAt(s)
	labelled := make([]bool, len(fit.Table().Items()))
	items := 0
	for _, j := range v.Item() {
		if !labelled[j] {
			labelled[j] = true
			items++
		}
	}
	return max(1, int(math.Round(float64(v.Len())/float64(items))))
}

// undefinedEstimates returns what a model without labeler effects cannot tell.
func undefinedEstimates(fit *model.Posterior) []Estimate {
	if fit.HasLabelers() {
		return nil
	}
	var all []Estimate
	for _, s := range fit.Studies() {
		none := Undefined()
		all = append(all, Estimate{
			Quantity: QuantityLabelerICC, Studies: []string{s}, Scale: mainScale(fit),
			Mean: none, SD: none, Median: none, Lower: none, Upper: none, RHat: none, ESSBulk: none, ESSTail: none, MCSE: none,
			Undefined: "the model has no labeler effects",
		})
	}
	return all
}

// eventLabelers is the event that makes a study's labels unacceptable (Measuring Validity and
// Reliability of Human Ratings): who labels says more than what is labelled.
const eventLabelers = QuantityLabelerICC + " > " + QuantityICC

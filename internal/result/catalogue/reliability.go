package catalogue

import (
	"concord/internal/quantity"
)

import "concord/posterior"

// Names of the quantities of single studies.
const (
	ICC             = "icc"
	LabelerICC      = "labeler_icc"
	IntraLabelerICC = "intra_labeler_icc"
	ICCk            = "icc_k"
	// Names of differences between two studies.
	ICCDifference        = "icc_difference"
	LabelerICCDifference = "labeler_icc_difference"
)

func icc() Entry {
	return Entry{
		Entry:       *quantity.Of(ICC),
		OfTrueScore: true, Section: Reliability, Of: One, OfVariance: true, TellsBoundary: true,
		Coefficient: "kripp_alpha", OtherPriors: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).Partition(at.Studies[0]).ICC()
		},
	}
}

// labelerICC comes with the event that makes a study's labels unacceptable (Measuring Validity and Reliability of Human
// Ratings): labels depend more on the labeler than on the item.
func labelerICC() Entry {
	return Entry{
		Entry:   *quantity.Of(LabelerICC),
		Section: Reliability, Of: One, OfVariance: true, TellsBoundary: true,
		Needs: LabelerEffects, SaysMissing: true, OtherPriors: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			q, _ := v.joint(at.Scale).Partition(at.Studies[0]).LabelerICC()
			return q
		},
		probability: func(v Evaluator, at Instance, _ posterior.Quantity) float64 {
			p, _ := v.joint(at.Scale).Partition(at.Studies[0]).LabelerExceedsICC()
			return p.Value
		},
	}
}

// intraLabelerICC is the counterpart of the ICC for labels that the same labeler gave again.
func intraLabelerICC() Entry {
	return Entry{
		Entry:   *quantity.Of(IntraLabelerICC),
		Section: Reliability, Of: One, OfVariance: true, OfTrueScore: true, TellsBoundary: true,
		Needs: InteractionEffects, OtherPriors: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			q, _ := v.joint(at.Scale).Partition(at.Studies[0]).IntraLabelerICC()
			return q
		},
	}
}

func iccK() Entry {
	return Entry{
		Entry:       *quantity.Of(ICCk),
		OfTrueScore: true, Section: Reliability, Of: One, OfVariance: true, Printed: LabelScale,
		OfMean: true, Needs: KnownLabels,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).Partition(at.Studies[0]).ICCk(at.K)
		},
	}
}

// iccDifference compares groups, such as people with an old tool and with a new one.
func iccDifference() Entry {
	return Entry{
		Entry:       *quantity.Of(ICCDifference),
		OfTrueScore: true, Section: Reliability, Of: Contrast, Printed: LabelScale, OfVariance: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).ICCDifference(at.Studies[0], at.Studies[1])
		},
		probability: above(0),
	}
}

func labelerICCDifference() Entry {
	return Entry{
		Entry:   *quantity.Of(LabelerICCDifference),
		Section: Reliability, Of: Contrast, Printed: NoScale, OfVariance: true,
		Needs: LabelerEffects,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).LabelerICCDifference(at.Studies[0], at.Studies[1])
		},
		probability: above(0),
	}
}

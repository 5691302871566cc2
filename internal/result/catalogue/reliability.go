package catalogue

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
		Name: ICC, Symbol: "ICC(A,1)", Short: "ICC", Heading: "ICC", What: "reliability of a single label",
		OfTrueScore: true, Section: Reliability, Of: One, OfVariance: true, Range: Share, TellsBoundary: true,
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
		Name: LabelerICC, Symbol: "labeler ICC", Short: "labeler ICC", Heading: "labeler ICC",
		What:    "share of the variance of a single label that is due to the labeler",
		Section: Reliability, Of: One, OfVariance: true, Range: Share, TellsBoundary: true,
		Needs: LabelerEffects, SaysMissing: true, OtherPriors: true,
		Event: Event{LabelerICC + " > " + ICC, "P(> ICC)"},
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
		Name: IntraLabelerICC, Symbol: "intra-labeler ICC", Short: "intra-labeler ICC", Heading: "intra-labeler ICC",
		What:    "reliability of a single label by the same labeler asked again",
		Section: Reliability, Of: One, OfVariance: true, OfTrueScore: true, Range: Share, TellsBoundary: true,
		Needs: InteractionEffects, OtherPriors: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			q, _ := v.joint(at.Scale).Partition(at.Studies[0]).IntraLabelerICC()
			return q
		},
	}
}

func iccK() Entry {
	return Entry{
		Name: ICCk, Symbol: "ICC(A,k)", Short: "ICC(k)", Heading: "ICC of the mean of k labels",
		What:        "reliability of the mean of k labels",
		OfTrueScore: true, Section: Reliability, Of: One, OfVariance: true, Printed: LabelScale, Range: Share,
		OfMean: true, Needs: KnownLabels,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).Partition(at.Studies[0]).ICCk(at.K)
		},
	}
}

// iccDifference compares groups, such as people with an old tool and with a new one.
func iccDifference() Entry {
	return Entry{
		Name: ICCDifference, Symbol: "ΔICC", Short: "difference of ICC", Heading: "difference of ICC",
		What:        "by how much single labels of one group are more reliable than those of another",
		OfTrueScore: true, Section: Reliability, Of: Contrast, Printed: LabelScale, OfVariance: true,
		Range: Difference,
		Event: Event{ICCDifference + " > 0", "P(> 0)"},
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).ICCDifference(at.Studies[0], at.Studies[1])
		},
		probability: above(0),
	}
}

func labelerICCDifference() Entry {
	return Entry{
		Name: LabelerICCDifference, Symbol: "Δ labeler ICC", Short: "difference of labeler ICC",
		Heading: "difference of labeler ICC",
		What: "by how much more of the variance of a single label is due to the labeler in one group than in " +
			"another",
		Section: Reliability, Of: Contrast, Printed: NoScale, OfVariance: true, Range: Difference,
		Needs: LabelerEffects, Event: Event{LabelerICCDifference + " > 0", "P(> 0)"},
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).LabelerICCDifference(at.Studies[0], at.Studies[1])
		},
		probability: above(0),
	}
}

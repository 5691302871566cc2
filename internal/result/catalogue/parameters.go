package catalogue

import (
	"concord/internal/quantity"
	"concord/posterior"
	"concord/study"
)

// Names of the parameters that are reported as such.
const (
	Mean = "mean"
	// MeanOfSame is the mean of a label by one of the people who label in two runs. It is a quantity of two runs
	// compared, and has no entry.
	MeanOfSame     = "mean_of_same_people"
	MeanDifference = "mean_difference"
	Threshold      = "threshold"
	MeanShift      = "mean_shift"
	ItemSD         = "item_sd"
	ItemDF         = "item_df"
	LabelerSD      = "labeler_sd"
	LabelerRho     = "labeler_rho"
	ResidualSD     = "residual_sd"
)

// mean has, on the label scale, the mean of a label that a random labeler gives a random item. If labels are 0 and 1,
// it is the rate of 1. Random items and labelers are new ones, from the populations of which the study has samples.
func mean() Entry {
	return Entry{
		Entry: *quantity.Of(Mean), Parameter: "mu",
		Section: Parameters, Of: One, Needs: FreeMean,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).Partition(at.Studies[0]).Mean()
		},
	}
}

func meanDifference() Entry {
	return Entry{
		Entry:   *quantity.Of(MeanDifference),
		Section: Parameters, Of: Contrast, On: LabelScale, Printed: LabelScale,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).MeanDifference(at.Studies[0], at.Studies[1])
		},
		probability: above(0),
	}
}

func threshold() Entry {
	return Entry{
		Entry: *quantity.Of(Threshold), Parameter: "threshold",
		Section: Parameters, Of: OneOrAll, On: ParameterScale, Printed: ParameterScale,
		Needs: Thresholds, OfThreshold: true,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].Thresholds()[at.Threshold] },
	}
}

func meanShift() Entry {
	return Entry{
		Entry:   *quantity.Of(MeanShift),
		Section: Parameters, Of: AllButFirst, On: ParameterScale, Printed: ParameterScale,
		Needs: CommonThresholds,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].Shift() },
	}
}

func itemSD() Entry {
	return Entry{
		Entry: *quantity.Of(ItemSD), Parameter: "sd_item",
		OfTrueScore: true, Section: Parameters, Of: One, On: ParameterScale, Printed: ParameterScale,
		TellsBoundary: true,
		draws:         func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].ItemSD() },
	}
}

// itemDF is one number of all studies.
func itemDF() Entry {
	return Entry{
		Entry: *quantity.Of(ItemDF), Parameter: "df_item",
		Section: Parameters, Of: AllTogether, On: ParameterScale, Printed: ParameterScale,
		Needs: StudentItems,
		draws: func(v Evaluator, _ Instance) posterior.Quantity {
			q, _ := v.ItemDF()
			return q
		},
	}
}

func labelerSD() Entry {
	return Entry{
		Entry: *quantity.Of(LabelerSD), Parameter: "sd_labeler",
		Section: Parameters, Of: One, On: ParameterScale, Printed: ParameterScale,
		TellsBoundary: true,
		Needs:         LabelerEffects,
		draws:         func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].LabelerSD() },
	}
}

func labelerRho() Entry {
	return Entry{
		Entry: *quantity.Of(LabelerRho), Parameter: "cor_labeler",
		Section: Parameters, Of: Pair, On: ParameterScale, Printed: ParameterScale,
		TellsBoundary: true,
		Needs:         SharedLabelers,
		draws: func(_ Evaluator,
			at Instance) posterior.Quantity {
			return termCorrelation(study.LabelerFactor, at)
		},
	}
}

func residualSD() Entry {
	return Entry{
		Entry: *quantity.Of(ResidualSD), Parameter: "sd_residual",
		OfTrueScore: true, Section: Parameters, Of: OneOrAll, On: ParameterScale, Printed: ParameterScale,
		TellsBoundary: true,
		Needs:         OwnParameter,
		draws:         func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].Own()[0] },
	}
}

package catalogue

import (
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
		Name: Mean, Parameter: "mu", Symbol: "μ", Short: "mean", Heading: "mean μ",
		LabelHeading: "mean or rate of labels", What: "mean of a label",
		Section: Parameters, Of: One, Range: Location, Needs: FreeMean,
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).Partition(at.Studies[0]).Mean()
		},
	}
}

func meanDifference() Entry {
	return Entry{
		Name: MeanDifference, Symbol: "Δ mean", Short: "difference of means", Heading: "difference of means",
		LabelHeading: "difference of means or rates",
		What:         "by how much the mean label of one group is above that of another",
		Section:      Parameters, Of: Contrast, On: LabelScale, Printed: LabelScale, Range: Location,
		Event: Event{MeanDifference + " > 0", "P(> 0)"},
		draws: func(v Evaluator, at Instance) posterior.Quantity {
			return v.joint(at.Scale).MeanDifference(at.Studies[0], at.Studies[1])
		},
		probability: above(0),
	}
}

func threshold() Entry {
	return Entry{
		Name: Threshold, Parameter: "threshold", Symbol: "κ", Short: "threshold κ",
		Heading: "threshold κ between neighbouring categories",
		What:    "where a category ends and the next begins, for an item and a labeler without effects",
		Section: Parameters, Of: OneOrAll, On: ParameterScale, Printed: ParameterScale, Range: Location,
		Needs: Thresholds, OfThreshold: true,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].Thresholds()[at.Threshold] },
	}
}

func meanShift() Entry {
	return Entry{
		Name: MeanShift, Symbol: "Δμ", Short: "mean Δμ",
		Heading: "mean Δμ with common thresholds, less the mean of the first group",
		What:    "by how much the labels of a group are above the labels of the first, on the scale of the thresholds",
		Section: Parameters, Of: AllButFirst, On: ParameterScale, Printed: ParameterScale, Range: Location,
		Needs: CommonThresholds,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].Shift() },
	}
}

func itemSD() Entry {
	return Entry{
		Name: ItemSD, Parameter: "sd_item", Symbol: "SD(item)", Short: "SD of items",
		Heading:     "standard deviation of items",
		What:        "standard deviation of the items’ effects",
		OfTrueScore: true, Section: Parameters, Of: One, On: ParameterScale, Printed: ParameterScale,
		Range: Deviation, TellsBoundary: true,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].ItemSD() },
	}
}

// itemDF is one number of all studies.
func itemDF() Entry {
	return Entry{
		Name: ItemDF, Parameter: "df_item", Symbol: "df", Short: "degrees of freedom of items",
		Heading: "degrees of freedom of items",
		What: "degrees of freedom of the items’ Student’s t distribution: the fewer, the farther some items lie from " +
			"all others",
		Section: Parameters, Of: AllTogether, On: ParameterScale, Printed: ParameterScale, Range: Number,
		Needs: StudentItems,
		draws: func(v Evaluator, _ Instance) posterior.Quantity {
			q, _ := v.ItemDF()
			return q
		},
	}
}

func labelerSD() Entry {
	return Entry{
		Name: LabelerSD, Parameter: "sd_labeler", Symbol: "SD(labeler)", Short: "SD of labelers",
		Heading: "standard deviation of labelers", What: "standard deviation of the labelers’ effects",
		Section: Parameters, Of: One, On: ParameterScale, Printed: ParameterScale,
		Range: Deviation, TellsBoundary: true,
		Needs: LabelerEffects,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].LabelerSD() },
	}
}

func labelerRho() Entry {
	return Entry{
		Name: LabelerRho, Parameter: "cor_labeler", Symbol: "ρ(labeler)", Short: "correlation of labelers",
		Heading: "correlation of labelers between groups", What: "correlation of the labelers’ effects in two groups",
		Section: Parameters, Of: Pair, On: ParameterScale, Printed: ParameterScale,
		Range: Correlation, TellsBoundary: true,
		Needs: SharedLabelers,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return termCorrelation(study.LabelerFactor, at) },
	}
}

func residualSD() Entry {
	return Entry{
		Name: ResidualSD, Parameter: "sd_residual", Symbol: "σ", Short: "SD of the residual",
		Heading:     "standard deviation of the residual",
		What:        "standard deviation of the part due to neither item nor labeler",
		OfTrueScore: true, Section: Parameters, Of: OneOrAll, On: ParameterScale, Printed: ParameterScale,
		Range: Deviation, TellsBoundary: true,
		Needs: OwnParameter,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].Own()[0] },
	}
}

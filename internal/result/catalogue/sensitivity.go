package catalogue

import (
	"concord/model"
	"concord/posterior"
)

// Names of the parameters of labelers' sensitivities.
const (
	SensitivitySD  = "sensitivity_sd"
	SensitivityRho = "sensitivity_rho"
)

func sensitivitySD() Entry {
	return Entry{
		Name: SensitivitySD, Parameter: "sd_" + model.SensitivityTerm, Symbol: "ω", Short: "SD of sensitivities ω",
		Heading: "standard deviation of labelers’ sensitivities ω",
		What: "standard deviation of the labelers’ sensitivities λ, by which items’ effects are multiplied; their " +
			"mean is 1",
		Section: Parameters, Of: One, On: ParameterScale, Printed: ParameterScale,
		Range: Ratio, TellsBoundary: true, Needs: Sensitivities,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].SensitivitySD() },
	}
}

func sensitivityRho() Entry {
	return Entry{
		Name: SensitivityRho, Parameter: "cor_" + model.SensitivityTerm, Symbol: "ρ(sensitivity)",
		Short:   "correlation of sensitivities",
		Heading: "correlation of labelers’ sensitivities between studies",
		What:    "correlation of shared labelers’ sensitivities in two studies",
		Section: Parameters, Of: Pair, On: ParameterScale, Printed: ParameterScale,
		Range: Correlation, TellsBoundary: true, Needs: SharedSensitivities,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return termCorrelation(model.SensitivityTerm, at) },
	}
}

// sensitivityShare is the share of the variance that the sensitivities add: on the scale of the labels of a family with
// a link they have none that is theirs alone.
func sensitivityShare() Entry {
	q := component(model.SensitivityTerm)
	q.On, q.Printed = ParameterScale, ParameterScale
	return q
}

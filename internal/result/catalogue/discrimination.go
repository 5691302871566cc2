package catalogue

import (
	"concord/model"
	"concord/posterior"
)

// Names of the parameters of labelers' discriminations.
const (
	DiscriminationSD  = "discrimination_sd"
	DiscriminationRho = "discrimination_rho"
)

func discriminationSD() Entry {
	return Entry{
		Name: DiscriminationSD, Parameter: "sd_" + model.DiscriminationTerm, Symbol: "ω",
		Short:   "SD of discriminations ω",
		Heading: "standard deviation of labelers’ discriminations ω",
		What: "standard deviation of the labelers’ discriminations λ, by which items’ effects are multiplied; their " +
			"mean is 1",
		Section: Parameters, Of: One, On: ParameterScale, Printed: ParameterScale,
		Range: Ratio, TellsBoundary: true, Needs: Discriminations,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].DiscriminationSD() },
	}
}

func discriminationRho() Entry {
	return Entry{
		Name: DiscriminationRho, Parameter: "cor_" + model.DiscriminationTerm, Symbol: "ρ(discrimination)",
		Short:   "correlation of discriminations",
		Heading: "correlation of labelers’ discriminations between groups",
		What:    "correlation of shared labelers’ discriminations in two groups",
		Section: Parameters, Of: Pair, On: ParameterScale, Printed: ParameterScale,
		Range: Correlation, TellsBoundary: true, Needs: SharedDiscriminations,
		draws: func(_ Evaluator, at Instance) posterior.Quantity {
			return termCorrelation(model.DiscriminationTerm, at)
		},
	}
}

// discriminationShare is the share of the variance that the discriminations add. On the label scale of a family with a
// link, no part of the variance is theirs alone.
func discriminationShare() Entry {
	q := component(model.DiscriminationTerm)
	q.On, q.Printed = ParameterScale, ParameterScale
	return q
}

package catalogue

import (
	"concord/internal/quantity"
	"concord/model/spec"
	"concord/posterior"
)

// Names of the parameters of labelers' discriminations.
const (
	DiscriminationSD  = "discrimination_sd"
	DiscriminationRho = "discrimination_rho"
)

func discriminationSD() Entry {
	return Entry{
		Entry: *quantity.Of(DiscriminationSD), Parameter: "sd_" + spec.DiscriminationTerm,
		Section: Parameters, Of: One, On: ParameterScale, Printed: ParameterScale,
		Needs: Discriminations,
		draws: func(_ Evaluator, at Instance) posterior.Quantity { return at.Studies[0].DiscriminationSD() },
	}
}

func discriminationRho() Entry {
	return Entry{
		Entry: *quantity.Of(DiscriminationRho), Parameter: "cor_" + spec.DiscriminationTerm,
		Section: Parameters, Of: Pair, On: ParameterScale, Printed: ParameterScale,
		TellsBoundary: true, Needs: SharedDiscriminations,
		draws: func(_ Evaluator, at Instance) posterior.Quantity {
			return termCorrelation(spec.DiscriminationTerm, at)
		},
	}
}

// discriminationShare is the share of the variance that the discriminations add. On the label scale of a family with a
// link, no part of the variance is theirs alone.
func discriminationShare() Entry {
	q := component(spec.DiscriminationTerm)
	q.On, q.Printed = ParameterScale, ParameterScale
	return q
}

package result

import (
	"fmt"

	"concord/internal/result/catalogue"
)

// HighRho is the ρ from which on two groups say nearly the same about items.
const HighRho = 0.9

// highRho returns the probability that ρ of each pair of studies is above [HighRho], on the scale of the labels.
func highRho(of catalogue.Evaluator, reported []catalogue.Instance) []Probability {
	var all []Probability
	for _, at := range reported {
		if at.Name != catalogue.Rho || at.Scale != of.Labels().Scale() {
			continue
		}
		p := of.Draws(at).Probability(func(x float64) bool { return x > HighRho })
		all = append(all, Probability{Event: highRhoEvent, Studies: at.StudyNames(), Scale: at.Scale.String(),
			Probability: Number(p.Value)})
	}
	return all
}

var highRhoEvent = fmt.Sprintf("%s > %v", catalogue.Rho, HighRho)

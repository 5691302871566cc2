package model

import (
	"math/rand/v2"

	"concord/model/internal/random"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// ItemDF returns ν, the degrees of freedom of items' effects from Student's t distribution. ok is false if the model
// has normal ones. [StudyPosterior.ItemSD] is the standard deviation of the effects whatever their distribution. For
// Student's t it is √(ν/(ν − 2)) times the scale.
func (p *Posterior) ItemDF() (q posterior.Quantity, ok bool) {
	if p.spec.Items != spec.StudentItems {
		return q, false
	}
	return p.draws.Quantity(p.layout.ItemDF), true
}

// ItemFactor draws what multiplies normal effects of one new item, in all studies, to give them the distribution that
// items have in one draw. It is 1 for normal items.
func (p *Posterior) ItemFactor(chain, draw int, rng *rand.Rand) float64 {
	q, ok := p.ItemDF()
	if !ok {
		return 1
	}
	return random.StudentFactor(rng, q.Chains[chain][draw])
}

// itemScale returns the scale of the items' effects of a study, which has the prior of their standard deviation.
func (s StudyPosterior) itemScale() posterior.Quantity {
	df, ok := s.fit.ItemDF()
	sd := s.TermSD(study.ItemFactor)
	if !ok {
		return sd
	}
	return posterior.Map("scale_item", func(x []float64) float64 { return x[0] / spec.StudentSD(x[1]) }, sd, df)
}

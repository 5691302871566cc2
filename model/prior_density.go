package model

import (
	"math"
	"slices"

	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// PriorSD is a standard deviation of a fit with its prior.
type PriorSD struct {
	// Draws are on the scale of the labels. If items' effects have Student's t distribution, they are of its scale,
	// which has the prior.
	Draws posterior.Quantity
	Prior spec.Prior
	// Unit divides the standard deviation before its prior is evaluated: the standard deviation of the labels if these
	// are standardised, otherwise 1.
	Unit float64
}

// PriorSDs returns the standard deviations of all terms in the models of some studies of the fit, and the family's
// auxiliary parameters, each once, with their priors. ok is false if the model standardises the labels and the fit is
// from draws, because the unit is then unknown.
func (p *Posterior) PriorSDs(studies ...StudyPosterior) (all []PriorSD, ok bool) {
	priors := p.spec.Priors
	for i, s := range studies {
		unit := 1.0
		if p.spec.Family.LocationScale() && !priors.OwnScale {
			if p.data == nil {
				return nil, false
			}
			unit = p.data.Scale[s.at]
		}
		for _, t := range s.Terms() {
			shared := t.Covariance == spec.Common || t.Exchangeable
			if shared && slices.ContainsFunc(studies[:i], func(o StudyPosterior) bool {
				return t.First(o.at) == t.First(s.at)
			}) {
				continue
			}
			if t.Exchangeable {
				level, change := s.levelAndChange(t)
				all = append(all, PriorSD{level, priors.Of(t), unit}, PriorSD{change, priors.Of(t), unit})
				continue
			}
			sd := PriorSD{s.TermSD(t.Name), priors.Of(t), unit}
			if !t.OfLabels() {
				sd.Unit = 1
			}
			if t.Name == study.ItemFactor {
				sd.Draws = s.itemScale()
			}
			all = append(all, sd)
		}
		if i > 0 && p.layout.Each == 1 || p.layout.Thresholds > 0 {
			continue
		}
		for _, own := range s.Own() {
			all = append(all, PriorSD{own, priors.SD, unit})
		}
	}
	return all, true
}

// levelAndChange returns σ_l and σ_g of an exchangeable term, whose effects have the variance σ_l² + σ_g² and the
// correlation σ_l²/(σ_l² + σ_g²).
func (s StudyPosterior) levelAndChange(t spec.Term) (level, change posterior.Quantity) {
	other := 0
	if s.at == 0 {
		other = 1
	}
	sd, name := s.TermSD(t.Name), "sd_"+t.Name
	rho, _ := s.TermCorrelation(t.Name, s.fit.StudyAt(other))
	part := func(name string, share func(rho float64) float64) posterior.Quantity {
		return posterior.Map(name, func(x []float64) float64 { return x[0] * math.Sqrt(share(x[1])) }, sd, rho)
	}
	return part(name, func(rho float64) float64 { return math.Max(0, rho) }),
		part(name+"_change", func(rho float64) float64 { return math.Max(0, 1-rho) })
}

// CoefficientSquares returns the sum of the squares of all coefficients of covariates of some studies, each once, in
// the unit of their prior N(0, 1). ok is false if there are none, or if the unit is not known, as for
// [Posterior.PriorSDs]. The squares of the effects of n categories, Qβ, sum to n/(n − 1) times those of β.
func (p *Posterior) CoefficientSquares(studies ...StudyPosterior) (sum posterior.Quantity, ok bool) {
	var betas []posterior.Quantity
	var weights []float64
	for i, s := range studies {
		unit := 1.0
		if p.spec.Family.LocationScale() && !p.spec.Priors.OwnScale {
			if p.data == nil {
				return sum, false
			}
			unit = p.data.Scale[s.at]
		}
		for at, c := range p.spec.Covariates {
			if c.Common && i > 0 {
				continue
			}
			weight := 1 / (unit * unit)
			if n := float64(c.Reported()); c.IsCategory() {
				weight *= (n - 1) / n
			}
			for _, part := range c.Parts() {
				for _, q := range s.PartCoefficients(at, part) {
					betas, weights = append(betas, q), append(weights, weight)
				}
			}
		}
	}
	if len(betas) == 0 {
		return sum, false
	}
	return posterior.Map("", func(x []float64) float64 {
		sum := 0.0
		for i, beta := range x {
			sum += weights[i] * beta * beta
		}
		return sum
	}, betas...), true
}

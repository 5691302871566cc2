package model

import "concord/posterior"

// PriorSD is a standard deviation of a fit with its prior.
type PriorSD struct {
	Draws posterior.Quantity // on the label's own scale
	Prior Prior
	// Unit is what the standard deviation is divided by before it meets its prior: the standard deviation of the labels
	// where they are standardised, otherwise 1.
	Unit float64
}

// PriorSDs returns the standard deviations of all terms that the labels of some studies of the fit are said to vary
// by, and the family's own parameters, each once, with their priors. ok is false if the fit is from draws of labels
// that the model standardises, whose unit nobody knows.
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
			if i > 0 && t.Covariance == Common {
				continue
			}
			sd := PriorSD{s.TermSD(t.Name), priors.Of(t), unit}
			if !t.Added() {
				sd.Unit = 1
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

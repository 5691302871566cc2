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

// PriorSDs returns the standard deviations of items, labelers and residual that the labels of some studies of the fit are said to
// vary by, each once, with their priors. ok is false if the fit is from draws of Gaussian labels, whose unit nobody knows.
func (p *Posterior) PriorSDs(studies ...StudyPosterior) (all []PriorSD, ok bool) {
	priors := p.spec.Priors
	for i, s := range studies {
		unit := 1.0
		if p.spec.Family == Gaussian && !priors.OwnScale {
			if p.data == nil {
				return nil, false
			}
			unit = p.data.scale[s.at]
		}
		all = append(all, PriorSD{s.ItemSD(), priors.SD, unit})
		if p.HasLabelers() {
			all = append(all, PriorSD{s.LabelerSD(), priors.LabelerSD, unit})
		}
		if p.spec.Family == Gaussian && (i == 0 || p.spec.Residual == StudyResidual) {
			all = append(all, PriorSD{s.ResidualSD(), priors.SD, unit})
		}
	}
	return all, true
}

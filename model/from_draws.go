package model

import (
	"fmt"

	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/study"
)

// FromDraws returns the posterior of a model from draws of its parameters, for the named studies. The draws have the
// names in [Posterior.Draws], and were kept in a file or made by another program. The spec must name the family and the
// labeler effects. If it leaves the residual open, the draws decide.
func FromDraws(sp spec.Spec, studies []string, draws *posterior.Draws) (*Posterior, error) {
	if sp.Family == nil || sp.Labelers == spec.AutoLabelers {
		return nil, fmt.Errorf("model: family and labeler effects must be given, not %v and %v", sp.Family,
			sp.Labelers)
	}
	if f, ok := sp.Family.(family.Adapting); ok && f.Names() == nil {
		return nil, fmt.Errorf("model: the %v family needs the categories of the labels", f)
	}
	sp.Priors = sp.Priors.WithDefaults(sp.Family)
	var err error
	if sp.Thresholds, err = sp.Thresholds.Resolve(sp.Family, len(studies)); err != nil {
		return nil, err
	}
	if sp.Residual == spec.AutoResidual && sp.Thresholded() {
		sp.Residual = sp.Residual.Resolve(sp.Family, len(studies))
	}
	if sp.Residual == spec.AutoResidual {
		sp.Residual = spec.StudyResidual
		if own := sp.Family.Parameters(); len(own) == 0 || draws.Index(own[0].Name) >= 0 {
			sp.Residual = spec.CommonResidual
		} else if draws.Index("sd_"+spec.LabelerResidualTerm+"[1]") >= 0 {
			sp.Residual = spec.LabelerResidual
		}
	}
	l := sp.Layout(len(studies))
	ordered := posterior.NewDraws(l.Names, draws.Chains(), draws.Iterations())
	for v, name := range l.Names {
		from := draws.Index(name)
		if from < 0 {
			return nil, fmt.Errorf("model: no draws of %q", name)
		}
		for c := range draws.Chains() {
			copy(ordered.Chain(v, c), draws.Chain(from, c))
		}
	}
	return &Posterior{spec: sp, studies: studies, draws: ordered, layout: l}, nil
}

// WithCovariatesOf returns the posterior with the covariates of the labels of a table, whose studies are the
// posterior's; see [Posterior.Covariates]. Other numbers of a posterior that was made from draws stay unknown.
func (p *Posterior) WithCovariatesOf(t *study.Table) *Posterior {
	of := *p
	of.regressed = t
	of.setDesign()
	return &of
}

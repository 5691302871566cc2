package model

import (
	"fmt"

	"concord/model/family"
	"concord/posterior"
	"concord/study"
)

// FromDraws returns the posterior of a model from draws of its parameters, for the named studies. The draws have the
// names in [Posterior.Draws], and were kept in a file or made by another program. The spec must name the family and the
// labeler effects. If it leaves the residual open, the draws decide.
func FromDraws(spec Spec, studies []string, draws *posterior.Draws) (*Posterior, error) {
	if spec.Family == nil || spec.Labelers == AutoLabelers {
		return nil, fmt.Errorf("model: family and labeler effects must be given, not %v and %v", spec.Family,
			spec.Labelers)
	}
	if f, ok := spec.Family.(family.Adapting); ok && f.Names() == nil {
		return nil, fmt.Errorf("model: the %v family needs the categories of the labels", f)
	}
	spec.Priors = spec.Priors.WithDefaults(spec.Family)
	var err error
	if spec.Thresholds, err = spec.Thresholds.Resolve(spec.Family, len(studies)); err != nil {
		return nil, err
	}
	if spec.Residual == AutoResidual && spec.Thresholded() {
		spec.Residual = spec.Residual.Resolve(spec.Family, len(studies))
	}
	if spec.Residual == AutoResidual {
		spec.Residual = StudyResidual
		if own := spec.Family.Parameters(); len(own) == 0 || draws.Index(own[0].Name) >= 0 {
			spec.Residual = CommonResidual
		} else if draws.Index("sd_"+LabelerResidualTerm+"[1]") >= 0 {
			spec.Residual = LabelerResidual
		}
	}
	l := spec.Layout(len(studies))
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
	return &Posterior{spec: spec, studies: studies, draws: ordered, layout: l}, nil
}

// WithCovariatesOf returns the posterior with the covariates of the labels of a table, whose studies are the
// posterior's; see [Posterior.Covariates]. Other numbers of a posterior that was made from draws stay unknown.
func (p *Posterior) WithCovariatesOf(t *study.Table) *Posterior {
	of := *p
	of.regressed = t
	of.setDesign()
	return &of
}

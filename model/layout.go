package model

import (
	"fmt"

	"concord/posterior"
)

// layout says where each parameter stands among the reported draws.
type layout struct {
	mean, itemSD, itemCor int
	labelerSD, labelerCor int
	residualSD            int
	parameters            int      // number of all the above
	names                 []string // of the parameters
}

// newLayout lays out the parameters of a resolved spec for k studies.
func newLayout(spec Spec, k int) layout {
	var l layout
	each := func(name string) int {
		at := len(l.names)
		for s := range k {
			l.names = append(l.names, fmt.Sprintf("%s[%d]", name, s+1))
		}
		return at
	}
	pairs := func(name string) int {
		at := len(l.names)
		for i := range k {
			for j := range i {
				l.names = append(l.names, fmt.Sprintf("%s[%d,%d]", name, j+1, i+1))
			}
		}
		return at
	}
	l.mean = each("mu")
	l.itemSD = each("sd_item")
	if spec.Labelers != NoLabelers {
		l.labelerSD = each("sd_labeler")
	}
	if spec.Family == Gaussian {
		if spec.Residual == StudyResidual {
			l.residualSD = each("sd_residual")
		} else {
			l.residualSD = len(l.names)
			l.names = append(l.names, "sd_residual")
		}
	}
	l.itemCor = pairs("cor_item")
	if spec.Labelers == Shared {
		l.labelerCor = pairs("cor_labeler")
	}
	l.parameters = len(l.names)
	return l
}

// FromDraws returns the posterior of a model from draws of its parameters, named as
// [Posterior.Draws] says, for the named studies: for draws that were kept in a file,
// or made by another program. The spec must say family and labeler effects; the residual is what
// the draws have where it does not say.
func FromDraws(spec Spec, studies []string, draws *posterior.Draws) (*Posterior, error) {
	if spec.Family == Auto || spec.Labelers == AutoLabelers {
		return nil, fmt.Errorf("model: family and labeler effects must be given, not %v and %v", spec.Family, spec.Labelers)
	}
	spec.Priors = spec.Priors.withDefaults(spec.Family)
	if spec.Residual == AutoResidual {
		spec.Residual = StudyResidual
		if draws.Index("sd_residual") >= 0 || spec.Family != Gaussian {
			spec.Residual = CommonResidual
		}
	}
	l := newLayout(spec, len(studies))
	ordered := posterior.NewDraws(l.names, draws.Chains(), draws.Iterations())
	for v, name := range l.names {
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

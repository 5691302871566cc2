package model

import (
	"fmt"

	"concord/model/family"
	"concord/posterior"
)

// layout says where each parameter stands among the reported draws.
type layout struct {
	mean       int // of families with thresholds, the first threshold: study × threshold
	thresholds int // of a study, 0 for other families
	terms      []termLayout
	own        []int    // first of each of the family's own
	each       int      // values of each own parameter: 1, or one for each study
	parameters int      // number of all the above
	names      []string // of the parameters
}

// termLayout is that of a term: its first standard deviation, and its first correlation if it has some.
type termLayout struct{ sd, cor int }

// newLayout lays out the parameters of a resolved spec for k studies.
func newLayout(spec Spec, k int) layout {
	l := layout{each: 1}
	each := func(name string) int {
		at := len(l.names)
		for s := range k {
			l.names = append(l.names, fmt.Sprintf("%s[%d]", name, s+1))
		}
		return at
	}
	thresholded, ok := spec.Family.(family.Thresholded)
	if ok {
		l.thresholds = 1 + len(thresholded.Parameters())
		l.mean = len(l.names)
		for s := range k {
			for c := range l.thresholds {
				l.names = append(l.names, fmt.Sprintf("threshold[%d,%d]", s+1, c+1))
			}
		}
	} else {
		l.mean = each("mu")
	}
	for _, t := range spec.Terms() {
		l.terms = append(l.terms, termLayout{sd: each("sd_" + t.Name)})
	}
	for _, own := range spec.Family.Parameters() {
		if l.thresholds > 0 {
			break // told by the thresholds
		}
		if spec.Residual.byStudy() {
			l.own, l.each = append(l.own, each(own.Name)), k
			continue
		}
		l.own = append(l.own, len(l.names))
		l.names = append(l.names, own.Name)
	}
	for i, t := range spec.Terms() {
		if t.Covariance != Correlated {
			continue
		}
		l.terms[i].cor = len(l.names)
		for b := range k {
			for a := range b {
				l.names = append(l.names, fmt.Sprintf("cor_%s[%d,%d]", t.Name, a+1, b+1))
			}
		}
	}
	l.parameters = len(l.names)
	return l
}

// FromDraws returns the posterior of a model from draws of its parameters, named as
// [Posterior.Draws] says, for the named studies: for draws that were kept in a file,
// or made by another program. The spec must say family and labeler effects; the residual is what
// the draws have where it does not say.
func FromDraws(spec Spec, studies []string, draws *posterior.Draws) (*Posterior, error) {
	if spec.Family == nil || spec.Labelers == AutoLabelers {
		return nil, fmt.Errorf("model: family and labeler effects must be given, not %v and %v", spec.Family,
			spec.Labelers)
	}
	if f, ok := spec.Family.(family.Adapting); ok && f.Names() == nil {
		return nil, fmt.Errorf("model: the %v family needs the categories of the labels", f)
	}
	spec.Priors = spec.Priors.withDefaults(spec.Family)
	var err error
	if spec.Thresholds, err = spec.Thresholds.resolve(spec.Family, len(studies)); err != nil {
		return nil, err
	}
	if spec.Residual == AutoResidual && thresholded(spec.Family) {
		spec.Residual = spec.Residual.resolve(spec.Family, len(studies))
	}
	if spec.Residual == AutoResidual {
		spec.Residual = StudyResidual
		if own := spec.Family.Parameters(); len(own) == 0 || draws.Index(own[0].Name) >= 0 {
			spec.Residual = CommonResidual
		} else if draws.Index("sd_"+NoiseTerm+"[1]") >= 0 {
			spec.Residual = LabelerResidual
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

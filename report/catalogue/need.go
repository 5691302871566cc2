package catalogue

import (
	"concord/model"
	"concord/model/family"
)

// Need is what a fit must have for a quantity to be defined.
type Need int

const (
	// Nothing is needed.
	Nothing Need = iota
	// LabelerEffects are effects of labelers.
	LabelerEffects
	// SharedLabelers are labelers whose effects are correlated between studies.
	SharedLabelers
	// ResidualDeviation is a residual whose standard deviation is estimated.
	ResidualDeviation
	// KnownLabels are the labels that were fitted: draws alone do not tell how many an item has.
	KnownLabels
)

// Reason says why a fit without it does not have the quantity.
func (n Need) Reason() string {
	switch n {
	case LabelerEffects:
		return "the model has no labeler effects"
	case SharedLabelers:
		return "the model has no labelers that studies share"
	case ResidualDeviation:
		return "the residual of such labels has no standard deviation of its own"
	case KnownLabels:
		return "the number of labels per item is not known"
	}
	return ""
}

// Met reports whether a fit has what the quantity needs.
func (n Need) Met(fit *model.Posterior) bool {
	switch n {
	case LabelerEffects:
		return fit.HasLabelers()
	case SharedLabelers:
		return fit.Spec().Labelers == model.Shared
	case ResidualDeviation:
		return hasResidual(fit.Spec().Family)
	case KnownLabels:
		return fit.Table() != nil
	}
	return true
}

// hasResidual reports whether labels of a family have a residual of their own.
func hasResidual(f family.Family) bool { return f.LocationScale() }

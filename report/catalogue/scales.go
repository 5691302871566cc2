package catalogue

import (
	"slices"

	"concord/model/family"
	"concord/vpc"
)

// Scales says on which scales of a family of labels a quantity is.
type Scales int

const (
	// EachScale is every scale that the family has.
	EachScale Scales = iota
	// ParameterScale is that of the model's parameters.
	ParameterScale
	// LabelScale is that of the labels themselves.
	LabelScale
)

// of returns the scales of a family, that of its parameters first.
func (on Scales) of(f family.Family) []vpc.Scale {
	switch all := vpc.Scales(f); on {
	case ParameterScale:
		return all[:1]
	case LabelScale:
		return all[len(all)-1:]
	default:
		return all
	}
}

// Has reports whether scale, of any family, is one of them.
func (on Scales) Has(scale vpc.Scale) bool {
	switch on {
	case ParameterScale:
		return scale != vpc.Probability
	case LabelScale:
		return scale != vpc.Latent
	}
	return true
}

// ScalesOf returns the scales on which results have the quantity for a family of labels, that of the labels first; none
// if the family does not have it.
func (q Quantity) ScalesOf(f family.Family) []vpc.Scale {
	if q.Needs == ResidualDeviation && !hasResidual(f) {
		return nil
	}
	scales := slices.Clone(q.On.of(f))
	slices.Reverse(scales)
	return scales
}

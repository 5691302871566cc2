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

// Of chooses from the scales of a family, of which that of its parameters is the first and that of the labels the last.
func (on Scales) Of(all []vpc.Scale) []vpc.Scale {
	switch on {
	case ParameterScale:
		return all[:1]
	case LabelScale:
		return all[len(all)-1:]
	default:
		return all
	}
}

// ScalesOf returns the scales on which results have the quantity for a family of labels, that of the labels first; none
// if the family does not have it.
func (q Entry) ScalesOf(f family.Family) []vpc.Scale {
	if !q.inFamily(f) {
		return nil
	}
	scales := slices.DeleteFunc(slices.Clone(q.On.Of(vpc.Scales(f))), func(scale vpc.Scale) bool {
		return q.OfVariance && !hasVariance(f, scale)
	})
	slices.Reverse(scales)
	return scales
}

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
	// ParameterScale is the scale of the model's parameters.
	ParameterScale
	// LabelScale is the scale of the labels themselves.
	LabelScale
	// NoScale is none: tables do not have the quantity.
	NoScale
)

// Of chooses from the scales of a family. The first is the scale of its parameters, and the last the scale of the
// labels.
func (on Scales) Of(all []vpc.Scale) []vpc.Scale {
	switch on {
	case ParameterScale:
		return all[:1]
	case LabelScale:
		return all[len(all)-1:]
	case NoScale:
		return nil
	default:
		return all
	}
}

// ScalesOf returns the scales on which results have the quantity for a family of labels, the label scale first; none if
// the family does not have it.
func (q Entry) ScalesOf(f family.Family) []vpc.Scale {
	if !q.inFamily(f) {
		return nil
	}
	scales := slices.DeleteFunc(q.scalesIn(f), func(scale vpc.Scale) bool {
		return q.OfVariance && !hasVariance(f, scale)
	})
	slices.Reverse(scales)
	return scales
}

// scalesIn returns the scales on which a family of labels has the quantity, the scale of its parameters first.
func (q Entry) scalesIn(f family.Family) []vpc.Scale {
	return slices.DeleteFunc(slices.Clone(q.On.Of(vpc.Scales(f))), func(scale vpc.Scale) bool {
		return q.lacks(f, scale)
	})
}

// lacks reports whether labels of a family have thresholds in place of the quantity on a scale.
func (q Entry) lacks(f family.Family, scale vpc.Scale) bool {
	_, thresholds := f.(family.Thresholded)
	return q.Needs == FreeMean && thresholds && scale == vpc.ParameterScale(f)
}

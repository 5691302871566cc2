package spec

import (
	"math"
	"slices"
)

// Names among the draws of a model with [MixedItems]: the share of the second kind, and for each study the distance
// between the kinds in standard deviations of one kind.
const (
	ItemShare = "share_item"
	ItemGap   = "gap_item"
)

// Priors of a model with [MixedItems]. The share has the uniform one. In a study whose effects alone are looked at, the
// distance between the kinds is normal, see [KindDistance].
const (
	// GapScale is the scale of the prior of the distance. Two thirds of it lie within 3, and 95 % within 6, from where
	// on the kinds do not overlap and a longer distance looks the same.
	GapScale       = 3
	ItemGapPrior   = "normal(0, 3)"
	ItemSharePrior = "uniform(0, 1)"
	// UsualGap is where chains start. At less than 2, a mixture of normal distributions has one peak.
	UsualGap = 2
)

// CanHaveMixedItems reports whether the items of a resolved spec may be of two kinds. That is worked out for labels of
// location and scale, but not for clusters of items, nor for studies with one label of each item.
func (spec Spec) CanHaveMixedItems() bool {
	return spec.Family.LocationScale() && !spec.clustersItems() && spec.Judges() == 0
}

// clustersItems reports whether items lie in clusters.
func (spec Spec) clustersItems() bool {
	return slices.ContainsFunc(spec.Facets, func(f Facet) bool { return f.Cluster })
}

// KindDistance returns the distance between two kinds of items in one study, in standard deviations of one kind there.
// share is the share of the second kind. v is the vector between the kinds: gap is its part along the study's effects,
// and square is |v|². In a single study the distance is the gap.
func KindDistance(share, gap, square float64) float64 {
	return gap / math.Sqrt(1+share*(1-share)*math.Max(0, square-gap*gap))
}

// KindShift returns the distance between the kinds of items in a study, in standard deviations of all items there.
func KindShift(share, distance float64) float64 {
	return distance / math.Sqrt(1+share*(1-share)*distance*distance)
}

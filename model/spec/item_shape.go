package spec

import (
	"math"
	"slices"

	"concord/model/family"
)

// ItemShape is the distribution of the items' effects.
type ItemShape int

const (
	// NormalItems have normal effects.
	NormalItems ItemShape = iota
	// StudentItems have effects from Student's t distribution: a few items lie far from all others. The effects of one
	// item in several studies are multivariate t, with one number of degrees of freedom ν for all studies. ν is
	// estimated, see [LogItemDF].
	StudentItems
)

// String returns "normal" or "t".
func (shape ItemShape) String() string {
	if shape == StudentItems {
		return "t"
	}
	return "normal"
}

// ItemShapes are all distributions of items' effects.
func ItemShapes() []ItemShape { return []ItemShape{NormalItems, StudentItems} }

// CanHaveStudentItems reports whether the items of a resolved spec may have effects from Student's t distribution.
// Items in clusters and in studies with one label of each may not. See also [HaveStudentItems] and
// [StudentItemsSloped].
func (spec Spec) CanHaveStudentItems() bool {
	return HaveStudentItems(spec.Family) && !spec.clustersItems() && spec.Judges() == 0 &&
		!StudentItemsSloped(spec.Family, spec.Discrimination)
}

// HaveStudentItems reports whether labels of a family may have items with effects from Student's t distribution:
// numbers of location and scale, and labels in categories. With a logarithmic link the labels would have no mean.
func HaveStudentItems(f family.Family) bool {
	_, categories := f.(family.Categorical)
	return f.LocationScale() || categories && f.Response() != nil
}

// clustersItems reports whether items lie in clusters.
func (spec Spec) clustersItems() bool {
	return slices.ContainsFunc(spec.Facets, func(f Facet) bool { return f.Cluster })
}

// StudentItemsSloped reports whether discriminations of labelers rule out Student's t distribution. They do for a
// family with a link, because no integral of both is worked out on the label scale.
func StudentItemsSloped(f family.Family, discrimination bool) bool {
	return discrimination && !f.LocationScale()
}

// ItemDF is the name of ν among the draws of a model with [StudentItems].
const ItemDF = "df_item"

// The prior of ν is gamma(2, 0.1), which Juárez and Steel (2010, "Model-based clustering of non-Gaussian panel data
// based on skew-t distributions") propose and brms has, above [LeastItemDF]. Only there do effects have a variance, of
// which an ICC is a share.
const (
	itemDFShape, itemDFRate = 2, 0.1
	LeastItemDF             = 2
	// UsualItemDF is the mode of the prior.
	UsualItemDF = (itemDFShape - 1) / itemDFRate
	// ItemDFPrior is the prior as brms writes it.
	ItemDFPrior = "gamma(2, 0.1)"
)

// LogItemDF returns the logarithm of the prior density of ν, up to a constant, and its derivative.
func LogItemDF(df float64) (logp, deriv float64) {
	return (itemDFShape-1)*math.Log(df) - itemDFRate*df, (itemDFShape-1)/df - itemDFRate
}

// StudentSD returns the standard deviation of Student's t distribution with ν > 2 degrees of freedom and scale 1,
// √(ν/(ν − 2)).
func StudentSD(df float64) float64 { return math.Sqrt(df / (df - 2)) }

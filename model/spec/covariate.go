package spec

import "slices"

// MostCategories is how many categories a covariate may have. Effects of more are better drawn from a distribution, as
// a facet's are.
const MostCategories = 50

// Covariate asks for the regression of the labels on a factor of the table whose levels are numbers, times or
// categories. It is a property of items, of labelers, or of single labels. The linear predictor of a label gains x′β,
// where x are the covariate's columns.
//
// A number or time has one column, (x − x̄_s)/SD. Here x̄_s is the mean over the labels of the study, so that μ_s is
// the study's mean as it is without covariates. SD is the standard deviation of x within studies.
//
// C categories have effects e = Qβ that sum to 0. The columns of Q, C × (C − 1), are orthogonal, and each e has the
// prior of a β. They are centred in each study too.
//
// If x goes with the items' true scores, or with the labelers' levels, random effects do not separate β from them
// (Mundlak 1978, Econometrica 46). So the parts of items and labelers in the least-squares fit x = x̂_j + x̂_k + e in a
// study have separate coefficients. The predictor θ gains x′β + x̂_j′γ_i + x̂_k′γ_l, with both parts centred over the
// labels, as x is. Because e is orthogonal to all items and labelers, β is then the effect on labels of one item by one
// labeler, even in incomplete tables. See Wooldridge 2021, "Two-way fixed effects, the two-way Mundlak regression, and
// difference-in-differences estimators". A part that does not vary has no γ. If e does not vary in a study, the labels
// do not separate β from γ. There is no γ then, and β describes the differences between items or labelers.
//
// Each β and γ ~ N(0, 1) on the scale of the linear predictor. For families of location and scale they are in standard
// deviations of the study's labels.
type Covariate struct {
	// Factor is the name of the factor.
	Factor string
	// Kind says how the names of its levels are read.
	Kind CovariateKind
	// Common says that the studies share β. Otherwise each has a separate one.
	Common bool
	// Slopes says that labelers differ in β of a number or time: labeler k has β + b_k, with b_k ~ N(0, τ_s²). A
	// labeler is the same here as for labeler effects, see [LabelerEffects].
	Slopes bool
	// Undivided says that there is no γ: x is known to go neither with true scores nor with labelers, as if it was
	// given to labels at random.
	Undivided bool

	// Levels are the names of the categories. [model.Resolve] sets them.
	Levels []string
	// SD is the standard deviation of a number or time within studies; a time is in the unit of its texts. Resolve
	// sets it.
	SD float64
	// ItemPart and LabelerPart say that the covariate has γ_i and γ_l. Resolve sets them.
	ItemPart, LabelerPart bool
}

// Part says which part of a covariate some coefficients multiply.
type Part int

const (
	// Whole is x, which β multiplies.
	Whole Part = iota
	// OfItem is x̂_j, which γ_i multiplies.
	OfItem
	// OfLabeler is x̂_k, which γ_l multiplies.
	OfLabeler
)

// prefix begins the names of the coefficients of a part.
func (part Part) prefix() string { return [...]string{"beta_", "gamma_item_", "gamma_labeler_"}[part] }

// Parts returns the parts of a resolved covariate that have coefficients, [Whole] first.
func (c Covariate) Parts() []Part {
	all := []Part{Whole}
	if c.ItemPart {
		all = append(all, OfItem)
	}
	if c.LabelerPart {
		all = append(all, OfLabeler)
	}
	return all
}

// CovariateKind says how the levels of a covariate are read.
type CovariateKind int

const (
	// AutoCovariate is a number or time if all levels are written as such, and else a category.
	AutoCovariate CovariateKind = iota
	// NumberCovariate has levels that are numbers.
	NumberCovariate
	// TimeCovariate has levels that are dates, weeks, months or moments, all written in one way.
	TimeCovariate
	// CategoryCovariate has levels that are names.
	CategoryCovariate
)

// String returns "auto", "number", "time" or "category".
func (kind CovariateKind) String() string {
	switch kind {
	case NumberCovariate:
		return "number"
	case TimeCovariate:
		return "time"
	case CategoryCovariate:
		return "category"
	}
	return "auto"
}

// CovariateKinds returns all kinds but [AutoCovariate].
func CovariateKinds() []CovariateKind {
	return []CovariateKind{NumberCovariate, TimeCovariate, CategoryCovariate}
}

// Columns returns the number of columns of each part of a resolved covariate.
func (c Covariate) Columns() int {
	if c.Kind == CategoryCovariate {
		return len(c.Levels) - 1
	}
	return 1
}

// Reported returns how many numbers are reported for a resolved covariate in each study: β of a number or time, or the
// effects of all categories.
func (c Covariate) Reported() int {
	if c.Kind == CategoryCovariate {
		return len(c.Levels)
	}
	return 1
}

// IsCategory reports whether a resolved covariate has categories.
func (c Covariate) IsCategory() bool { return c.Kind == CategoryCovariate }

// Coefficients returns the names of the reported coefficients of a resolved covariate: the factor, or each category as
// in "country=BR".
func (c Covariate) Coefficients() []string {
	if !c.IsCategory() {
		return []string{c.Factor}
	}
	names := make([]string, len(c.Levels))
	for l, level := range c.Levels {
		names[l] = c.Factor + "=" + level
	}
	return names
}

// Columns returns the number of columns of all covariates of a resolved spec, and whether studies share the β of each.
func (spec Spec) Columns() (n int, common []bool) {
	for _, c := range spec.Covariates {
		of := c.Columns() * len(c.Parts())
		n += of
		common = append(common, slices.Repeat([]bool{c.Common}, of)...)
	}
	return n, common
}

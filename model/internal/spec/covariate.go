package spec

import "slices"

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
// Each β ~ N(0, 1) on the scale of the linear predictor. For families of location and scale it is in standard
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

	// Levels are the names of the categories. [model.Resolve] sets them.
	Levels []string
	// SD is the standard deviation of a number or time within studies; a time is in the unit of its texts. Resolve
	// sets it.
	SD float64
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

// Columns returns the number of columns of a resolved covariate.
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
		n += c.Columns()
		common = append(common, slices.Repeat([]bool{c.Common}, c.Columns())...)
	}
	return n, common
}

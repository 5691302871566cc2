package nonparam

import (
	"math"
	"slices"

	"concord/study"
)

// Distance says how far two ratings disagree. The coefficients that divide an observed
// by an expected disagreement do not depend on its unit. Those of Gwet's family turn it
// into an agreement weight 1 − δ/max δ, where max δ is the largest between any two
// categories.
//
// A Distance is one of the [Standard] ones or made by [Custom].
type Distance interface {
	// String returns the name, as in the command's flags and JSON.
	String() string
	// kernel sums the distance over pairs of coded values. The counts of the values matter for ranks only, and are nil
	// if the distance is between categories.
	kernel(values, count []float64) (kernel, reason)
}

// Standard is a distance that has a name. For ordered categories, Ordinal uses the places, and distances between
// numbers use the scores ([study.Table.Scores]).
type Standard int

const (
	// Nominal is 1 between different values: identity weights.
	Nominal Standard = iota + 1
	// Linear is |a−b|.
	Linear
	// Quadratic is (a−b)², by the name that it has for weighted kappa.
	Quadratic
	// Ordinal counts the ratings between a and b, (Σ_{g=a..b} n_g − (n_a+n_b)/2)²
	// (Krippendorff 2011). Coefficients of Gwet's family, Conger's and Cohen's take
	// Gwet's (2014) ordinal weights instead, C(|k−l|+1, 2) of the categories' places.
	Ordinal
	// Interval is (a−b)².
	Interval
	// Ratio is ((a−b)/(a+b))², 0 if both are 0, for values that are not negative.
	Ratio
	// Radical is √|a−b| (Gwet 2014).
	Radical
	// Circular is sin²(π(a−b)/(max−min+1)), for categories on a circle, such as the days of a week: the last one is
	// next to the first (Gwet 2014). The largest and the smallest are taken over all categories.
	Circular
	// Bipolar is (a−b)²/((a+b−2min)(2max−a−b)), for scales with two ends, on which steps near an end are large (Gwet
	// 2014).
	Bipolar
	// MASI is 1 − J·M between sets of labels ([study.Table.Sets]): J is the size of the intersection over the size of
	// the union. M is 1 for equal sets, 2/3 if one is within the other, 1/3 if they overlap otherwise, and 0 if they
	// have nothing in common (Passonneau 2006). The empty set is at distance 1 from all others.
	MASI
	// Jaccard is 1 − J between sets of labels.
	Jaccard
)

// String returns the name, such as "nominal".
func (d Standard) String() string {
	switch d {
	case Nominal:
		return "nominal"
	case Linear:
		return "linear"
	case Quadratic:
		return "quadratic"
	case Ordinal:
		return "ordinal"
	case Interval:
		return "interval"
	case Ratio:
		return "ratio"
	case Radical:
		return "radical"
	case Circular:
		return "circular"
	case Bipolar:
		return "bipolar"
	case MASI:
		return "masi"
	case Jaccard:
		return "jaccard"
	}
	panic("nonparam: unknown distance")
}

// Distances returns the standard distances between single labels in the order of their declaration.
func Distances() []Standard {
	return []Standard{Nominal, Linear, Quadratic, Ordinal, Interval, Ratio, Radical, Circular, Bipolar}
}

// SetDistances returns the standard distances between sets of labels.
func SetDistances() []Standard { return []Standard{MASI, Jaccard} }

// ParseDistance returns the standard distance of a name, or a [*study.NameError]. "unweighted" and "identity", as the R
// package irrCAC names them, are [Nominal].
func ParseDistance(name string) (Standard, error) {
	if name == "unweighted" || name == "identity" {
		return Nominal, nil
	}
	var names []string
	for _, d := range slices.Concat(Distances(), SetDistances()) {
		if d.String() == name {
			return d, nil
		}
		names = append(names, d.String())
	}
	return 0, &study.NameError{Kind: "distance", Name: name, Names: names}
}

func (d Standard) kernel(values, count []float64) (kernel, reason) {
	if d.OfSets() {
		return nil, noSets
	}
	if d != Nominal && d != Ordinal {
		if why := squarable(values); why != "" {
			return nil, why
		}
	}
	switch d {
	case Nominal:
		return nominal{}, ""
	case Linear:
		return linear{x: values}, ""
	case Quadratic, Interval:
		return newMoments(values), ""
	case Ordinal:
		if count == nil {
			return newPlaces(len(values)), ""
		}
		return newRanks(count), ""
	case Ratio:
		if len(values) > 0 && values[0] < 0 {
			return nil, negativeRatio
		}
		return newTable(len(values), func(a, b int) float64 { return ratio(values[a], values[b]) })
	case Radical:
		return newTable(len(values), func(a, b int) float64 { return math.Sqrt(math.Abs(values[a] - values[b])) })
	case Circular:
		return newTable(len(values), func(a, b int) float64 { return circular(values, values[a], values[b]) })
	case Bipolar:
		return newTable(len(values), func(a, b int) float64 { return bipolar(values, values[a], values[b]) })
	}
	panic("nonparam: unknown distance")
}

func ratio(a, b float64) float64 {
	if a == b {
		return 0
	}
	return square((a - b) / (a + b))
}

// circular is a distance on a circle of the whole steps from the first of ascending values to the last one.
func circular(values []float64, a, b float64) float64 {
	if a == b {
		return 0
	}
	return square(math.Sin(math.Pi * (a - b) / (values[len(values)-1] - values[0] + 1)))
}

// bipolar is a distance between two of some ascending values.
func bipolar(values []float64, a, b float64) float64 {
	if a == b {
		return 0
	}
	fromEnds := (a + b - 2*values[0]) * (2*values[len(values)-1] - a - b)
	return square(a-b) / fromEnds
}

// custom is a distance of the caller's own.
type custom struct {
	between func(a, b float64) float64
}

// Custom returns the distance between(a, b). It must be 0 if a = b, and otherwise 0 or between 1e-100 and 1e100; if it
// is not, a coefficient is undefined. It need not be symmetric. In [CrossKappaName] a is a label of the first study
// and b of the second; in [CohenKappaName] they are of the first and the second rater. In other coefficients both
// orders count equally. It must be safe for concurrent use. For labels without order the arguments are indices into
// study.Table.Categories, and for ordered categories they are study.Table.Scores.
func Custom(between func(a, b float64) float64) Distance { return custom{between} }

func (cu custom) String() string { return "custom" }

func (cu custom) kernel(values, _ []float64) (kernel, reason) {
	return newTable(len(values), func(a, b int) float64 { return cu.between(values[a], values[b]) })
}

// squarable reports why ratings cannot be used as numbers: sums of the fourth powers of their differences, which
// standard errors need, must neither overflow nor vanish. The values are ascending.
func squarable(values []float64) reason {
	const most, least = 1e50, 1e-50
	if len(values) < 2 {
		return ""
	}
	if span := values[len(values)-1] - values[0]; !(span >= least && span <= most) {
		return beyondSquares
	}
	return ""
}

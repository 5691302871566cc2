// Package assumed plans studies from what someone assumes of their labels, without a pilot. It makes the labels of a
// planned study many times, with [simulate], and looks at the intervals that [nonparam] gives for a coefficient of
// agreement.
package assumed

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"concord/nonparam"
	"concord/study"
)

// Coefficient is the coefficient that a study is to estimate, by the names that people use in assumptions.
type Coefficient string

// The coefficients.
const (
	ICC         Coefficient = "icc"   // of absolute agreement, one label
	Consistency Coefficient = "icc-c" // of consistency, one label
	Kappa       Coefficient = "kappa" // by quadratic weights for ordered categories
	Alpha       Coefficient = "alpha" // by the distance that suits the labels
	AC1         Coefficient = "ac1"
)

// Coefficients returns all of them.
func Coefficients() []Coefficient { return []Coefficient{ICC, Consistency, Kappa, Alpha, AC1} }

// Other and Same say who labels, in place of a number of labelers.
const (
	Other = 0  // other people label each item, and nobody is met twice
	Same  = -1 // the same people label all items, as many as an item has labels
)

// Assumption has the assumptions about a study.
type Assumption struct {
	Coefficient Coefficient
	// Value is the coefficient of any two labelers.
	Value float64
	// LabelerICC is how much two labels of different items by one labeler have in common, as a part of the labels'
	// variance. For categories it is the coefficient of such pairs of labels.
	LabelerICC float64
	Kind       study.Kind
	// Rates are the shares of the categories in their order; of Binary labels of no and yes. Numbers have none.
	Rates []float64
	// Labelers is how many people label in each group, everyone about as much; or [Other] or [Same].
	Labelers int
	// Groups is 1, or 2 to find the difference of a coefficient between two groups with different labelers. The second
	// group's coefficient is Value, and the first one's Value + Difference.
	Groups     int
	Difference float64
	// Rho is the correlation of the items' true scores between two groups. 0 is the same as different items.
	Rho float64
}

// Check says which assumption is out of its range.
func (a Assumption) Check() error {
	inside := func(x float64) bool { return x > 0 && x < 1 }
	numbers := a.Kind == study.Numeric
	total := 0.0
	for _, r := range a.Rates {
		total += r
	}
	categories := map[study.Kind]int{study.Numeric: 0, study.Binary: 2}
	want, fixed := categories[a.Kind]
	switch {
	case !slices.Contains(Coefficients(), a.Coefficient):
		return fmt.Errorf("there is no coefficient %s", a.Coefficient)
	case !inside(a.Value) || !inside(a.Value+a.Difference):
		return fmt.Errorf("a coefficient must be above 0 and below 1, in each group: %s",
			values(a.Value, a.Value+a.Difference))
	case !(a.LabelerICC >= 0 && a.LabelerICC < 1):
		return fmt.Errorf("a labeler ICC of %v must be at least 0 and below 1", a.LabelerICC)
	case numbers && a.Coefficient != Consistency && !(max(a.Value, a.Value+a.Difference)+a.LabelerICC < 1):
		return fmt.Errorf("%s and labeler ICC %v must be less than 1 together",
			values(a.Value, a.Value+a.Difference), a.LabelerICC)
	case numbers && (a.Coefficient == Kappa || a.Coefficient == AC1):
		return fmt.Errorf("%s is of categories, and numbers have none", a.Coefficient)
	case !numbers && a.Coefficient == Consistency:
		return errors.New("the ICC of consistency is of numbers")
	case fixed && len(a.Rates) != want, !fixed && len(a.Rates) < 3:
		return fmt.Errorf("%d rates do not suit the kind of labels", len(a.Rates))
	case len(a.Rates) > mostCategories:
		return fmt.Errorf("%d categories are more than %d", len(a.Rates), mostCategories)
	case !numbers && (slices.ContainsFunc(a.Rates, func(r float64) bool { return !inside(r) }) ||
		math.Abs(total-1) > 1e-6):
		return fmt.Errorf("the rates of the categories must be above 0, and 1 together, not %.4g", total)
	case a.Kind == study.Nominal && a.Coefficient == ICC:
		return errors.New("an ICC is of numbers, and categories without order are none")
	case a.Kind == study.Nominal && a.LabelerICC > 0:
		return errors.New("for categories without order no labeler ICC can be assumed")
	case a.Labelers < Same || a.Labelers == 1:
		return fmt.Errorf("%d labelers cannot be planned: it takes two", a.Labelers)
	case a.Labelers == Other && a.LabelerICC > 0:
		return errors.New("a labeler ICC is of labelers who label several items")
	case a.Labelers != Same && a.Coefficient == Consistency:
		return errors.New("consistency needs the same labelers for all items")
	case a.Groups < 1 || a.Groups > 2 || a.Groups == 2 && a.Coefficient == Consistency:
		return errors.New("a difference is between two groups, and of a coefficient other than consistency")
	case !(a.Rho >= 0 && a.Rho <= 1):
		return fmt.Errorf("a correlation of %v between groups must be from 0 to 1", a.Rho)
	}
	return nil
}

// mostCategories bounds the categories of a scale.
const mostCategories = 20

func values(a, b float64) string {
	if a == b {
		return fmt.Sprintf("%.4g", a)
	}
	return fmt.Sprintf("%.4g and %.4g", a, b)
}

// Estimator returns the coefficient of package nonparam for a study with k labels of each item.
func (a Assumption) Estimator(k int) (nonparam.Coefficient, nonparam.Distance) {
	complete := a.Labelers == Same || a.Labelers == k
	one := a.Groups < 2
	ordered := a.Kind == study.Ordinal
	switch a.Coefficient {
	case Consistency:
		return nonparam.ICCC1Name, nonparam.Interval
	case Kappa:
		distance := nonparam.Nominal
		if ordered {
			distance = nonparam.Quadratic
		}
		if complete && k == 2 && one {
			return nonparam.CohenKappaName, distance
		}
		return nonparam.FleissKappaName, distance
	case Alpha:
		return nonparam.AlphaName, map[study.Kind]nonparam.Distance{study.Numeric: nonparam.Interval,
			study.Ordinal: nonparam.Ordinal, study.Binary: nonparam.Nominal, study.Nominal: nonparam.Nominal}[a.Kind]
	case AC1:
		return nonparam.GwetACName, nonparam.Nominal
	}
	if complete && one && a.Kind == study.Numeric {
		return nonparam.ICCA1Name, nonparam.Interval
	}
	return nonparam.ICC1Name, nonparam.Interval
}

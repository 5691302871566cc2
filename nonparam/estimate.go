package nonparam

import (
	"fmt"
	"strings"
)

// Estimate is a coefficient of one study or of two.
type Estimate struct {
	Coefficient Coefficient
	Distance    string   // "" where none applies
	Studies     []string // one name, or two; "" for ratings that have none
	Value       float64
	SE          *float64  // nil: not known
	Interval    *Limits   // nil: none was asked for or none exists
	NoInterval  string    // why an interval that was asked for does not exist; "" else
	K           int       // ratings in the aggregate of k_rater, else 0
	Items       int       // that the coefficient is computed from
	Ratings     int       // of those items
	Clusters    int       // of the items that all its studies have; 0 if items are in none
	Category    string    // of specific_agreement, which has a value for each; "" else
	Friedman    *Friedman // of kendall_w; nil else
	// People counts the labelers who are in both studies of a coefficient of two studies. OwnPairs counts the pairs of
	// labels of an item by one of them; these were left out.
	People, OwnPairs int
}

// Limits are a confidence interval and how it was made.
type Limits struct {
	Lower, Upper float64
	Level        float64 // such as 0.95
	Method       string  // "jackknife", "percentile", "bca" or "f"
	Replicates   int     // bootstrap samples in which the coefficient is defined
	Undefined    int     // bootstrap samples in which it is not, which were left out
	// Resampled names the things that were drawn anew, or deleted in turn: "items", "raters" or "both"; "" for F
	// limits, which are computed from mean squares.
	Resampled string
	// Fixed says why raters, or some of them, were not deleted by a jackknife, so that the
	// interval is about these raters; "" if all were, and for other methods.
	Fixed string
	DF    float64 // degrees of freedom of a jackknife's variance (Satterthwaite 1946); 0 for other methods
}

// Outcome is a coefficient of one study or two, or why it is undefined.
type Outcome struct {
	Estimate
	Undefined string // the reason; "" if the coefficient is defined. Else Value says nothing.
}

// UndefinedError says that the data leave a coefficient undefined, and why.
type UndefinedError struct {
	Coefficient Coefficient
	Studies     []string // that have a name
	Reason      string   // such as "all ratings are equal"
}

// Error returns the coefficient, the studies and the reason.
func (e *UndefinedError) Error() string {
	if len(e.Studies) == 0 {
		return fmt.Sprintf("%s is undefined: %s", e.Coefficient, e.Reason)
	}
	return fmt.Sprintf("%s of %s is undefined: %s", e.Coefficient, strings.Join(e.Studies, " and "), e.Reason)
}

// reason says why a coefficient is undefined; "" if it is defined.
type reason string

const (
	noRatings     reason = "there are no ratings"
	noPairs       reason = "no item has two ratings"
	noVariation   reason = "all ratings are equal, so chance alone gives full agreement"
	oneCategory   reason = "there is only one category"
	noRaters      reason = "the ratings name no rater"
	oneRater      reason = "there is only one rater"
	notTwoRaters  reason = "there are not exactly two raters"
	noJointItems  reason = "no item has a rating of both raters"
	noOtherPeople reason = "each item has labels of the two groups by only one person"
	noSharedItems reason = "the groups share no item"
	notComplete   reason = "not every rater rated every item exactly once"
	oneItem       reason = "there is only one item"
	negativeRatio reason = "the ratio distance needs values that are not negative"
	badCustom     reason = "the custom distance is neither 0 nor between 1e-100 and 1e100, " +
		"or is not 0 between equal values"
	fixedRaters      reason = "its two raters are fixed and cannot be resampled"
	ratersAsCopies   reason = "copies of a rater would count as different raters in it"
	sizesDiffer      reason = "the items differ in their number of ratings"
	noOrder          reason = "the labels have no order"
	noSets           reason = "the labels are no sets"
	noWeight         reason = "a category has no agreement weights"
	tooFewRatings    reason = "too few items have enough ratings"
	tooManyRatings   reason = "an item has too many ratings to draw from"
	notReliable      reason = "a reliability in the denominator is not positive"
	noMeanSpread     reason = "the item means of a group are all equal"
	fewSharedItems   reason = "the groups share fewer than two items"
	noLimits         reason = "its F limits are not finite"
	noFullItems      reason = "no item has a rating by every rater"
	constantRaters   reason = "no two raters have three items in common on which both vary"
	fewInCommon      reason = "no two raters have three items in common"
	manyRaters       reason = "there are more than 100 raters, and they did not rate the same items"
	meanOfPairs      reason = "it is a mean over pairs of these raters"
	noMost           reason = "kappa cannot be above 0 for raters who use the categories so differently"
	noSuchPair       reason = "no item with two ratings has this category"
	manySpecific     reason = "there are more than 50 categories"
	notTwoCategories reason = "there are not exactly two categories"
	noItemSpread     reason = "the item means are all equal"
	noVariance       reason = "the estimated variance of an item's mean is not positive"
	beyondSquares    reason = "the ratings span more than 1e50 or less than 1e-50, too far for sums of their squares"
	randomSets       reason = "it compares random sets of ratings and ignores their raters"
	incomplete       reason = "without one rating its table is incomplete"
	manyRanks        reason = "there are more than 48 different values to rank"
	oneCluster       reason = "all its items are in one cluster"
	inClusters       reason = "its F limits take items as independent, and they are in clusters"
	withoutItem      reason = "without one of its items it is undefined: "
	fewClusters      reason = "there are too few items"
	noSpread         reason = "it is the same without any of the items and raters"
	withoutRater     reason = "without one of its raters it is undefined: "
	beyondNumbers    reason = "the computation leaves the range of floating-point numbers"
)

// needsRaters reports whether a coefficient lacks raters, whatever the ratings are.
func (rn reason) needsRaters() bool {
	for _, few := range []reason{noPairs, noSuchPair, oneRater, noOtherPeople, noSharedItems, fewSharedItems,
		noRatings} {
		if strings.HasPrefix(string(rn), string(few)) {
			return true
		}
	}
	return false
}

// of says in which of two studies a reason lies.
func (rn reason) of(study string) reason {
	if study == "" {
		return rn
	}
	return rn + reason(" ("+study+")")
}

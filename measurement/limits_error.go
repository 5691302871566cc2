package measurement

import "fmt"

// Reason says why the labels leave a quantity undefined.
type Reason string

// The reasons.
const (
	FewItems       Reason = "few_items"
	NoSpread       Reason = "no_spread"
	NotPositive    Reason = "not_positive"
	NotLinked      Reason = "not_linked"
	NotFinite      Reason = "not_finite"
	NoMeanSpread   Reason = "no_mean_spread"
	WithReplicates Reason = "with_replicates"
	FewRaters      Reason = "few_raters"
	NoRaters       Reason = "no_raters"
)

// Text is the reason in words.
func (r Reason) Text() string {
	switch r {
	case FewItems:
		return "it needs three items with labels of both"
	case NoSpread:
		return "all differences are equal"
	case NotPositive:
		return "a logarithm needs labels above 0"
	case NotLinked:
		return "an item has more labels of one than of the other, so that they are no pairs"
	case NotFinite:
		return "the numbers are too large to be squared"
	case NoMeanSpread:
		return "all items have the same mean"
	case WithReplicates:
		return "items have several labels by the same"
	case FewRaters:
		return "it needs two labelers and three items with two labels"
	case NoRaters:
		return "the labels name no labeler"
	}
	return string(r)
}

// UndefinedError says that the labels leave a quantity undefined, and why.
type UndefinedError struct {
	Quantity string
	Reason   Reason
}

// Error returns the quantity and the reason.
func (e *UndefinedError) Error() string {
	return fmt.Sprintf("%s: undefined, because %s", e.Quantity, e.Reason.Text())
}

const (
	limitsName = "limits of agreement"
	loamName   = "limits of agreement with the mean"
)

package study

// DefaultKind is a rule that chooses the kind of labels that might be of several kinds, if the caller does not choose.
type DefaultKind int

const (
	// WholeNumbers of at least [FewestOrdered] and at most [MostRatings] values are ordered categories.
	WholeNumbers DefaultKind = iota + 1
	// TwoNumbers, other than 0 and 1, are binary: the greater is positive.
	TwoNumbers
	// FewFractions: no more than [MostRatings] numbers, whole ones and others, are numeric.
	FewFractions
	// OrderInFile: the file says that its labels are ordered categories.
	OrderInFile
	// WordsWithNumbers carry numbers, as "4: good" and 3/5 do, and are ordered categories by them.
	WordsWithNumbers
	// KnownScale: words of a scale that questionnaires use, as from "strongly disagree" to "strongly agree", are
	// ordered categories.
	KnownScale
	// SetsOfLabels: a label is a set, whose parts come in any order.
	SetsOfLabels
)

// String returns "whole_numbers", "two_numbers", "few_fractions", "order_in_file", "words_with_numbers", "known_scale",
// "sets_of_labels"; "" if there is no rule.
func (by DefaultKind) String() string {
	return named(by, "", "whole_numbers", "two_numbers", "few_fractions", "order_in_file", "words_with_numbers",
		"known_scale", "sets_of_labels")
}

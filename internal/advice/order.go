package advice

import (
	"concord/study"
	"concord/study/read"
)

// orderSteps are for labels that are no ordered categories as they are.
func orderSteps(e *study.Error) []step {
	leaveOut := with("leave them out", "missing", "LIST")
	if len(e.Values) <= mostValues {
		leaveOut = with("leave them out", "missing", list(e.Values...))
	}
	all := with("give the order of all labels, the lowest first", "order", "LIST")
	binary := with("take two labels as binary", "positive", "NAME")
	switch e.Code {
	case read.OutsideOrder:
		return []step{leaveOut, words("give them a place in --order")}
	case read.NoOrder:
		return []step{all}
	case read.MixedOrder:
		return []step{leaveOut, all}
	case study.TooFewOrdered:
		if e.Column == "" { // the order is too short, not what the file holds
			return []step{binary}
		}
		return []step{with("give the order of all categories, including those that no label has", "order", "LIST"),
			binary}
	}
	numbers := asking("fit them as numbers", "--family gaussian")
	switch {
	case e.Column == "":
		return nil
	case len(e.Values) == 0:
		return []step{numbers}
	case len(e.Values) > study.MostRatings:
		return []step{numbers, all}
	}
	return []step{numbers, with("give the order of the labels in the file", "order", list(e.Values...))}
}

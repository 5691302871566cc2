package advice

import (
	"concord/study"
	"concord/study/read"
)

// orderAdvice is for labels that are no ordered categories as they are.
func orderAdvice(e *study.Error) string {
	leaveOut := "leave them out: --missing LIST"
	if len(e.Values) <= mostValues {
		leaveOut = "leave them out: --missing " + List(e.Values...)
	}
	switch e.Code {
	case read.OutsideOrder:
		return leaveOut + "    or give them a place in --order"
	case read.NoOrder:
		return "give the order of all labels, the lowest first: --order LIST"
	case read.MixedOrder:
		return leaveOut + "    or give the order of all labels, the lowest first: --order LIST"
	case study.TooFewOrdered:
		if e.Column == "" { // the order is too short, not what the file holds
			return "take two labels as binary: --positive NAME"
		}
		return "give the order of all categories, including those that no label has: --order LIST    or take them as " +
			"binary: --positive NAME"
	}
	const numbers = "fit them as numbers: --family gaussian"
	switch {
	case e.Column == "":
		return e.Remedy
	case len(e.Values) == 0:
		return numbers
	case len(e.Values) > study.MostRatings:
		return numbers + "    or give the order of all labels: --order LIST"
	}
	return numbers + "    or give the order of the labels in the file: --order " + List(e.Values...)
}

package advice

import (
	"concord/study"
	"concord/study/read"
)

// orderSteps are for labels that are no ordered categories as they are.
func orderSteps(e *study.Error) []study.Fix {
	leaveOut := study.Choose("leave them out", "missing")
	if len(e.Values) <= mostValues {
		leaveOut = study.Fix{Does: "leave them out"}.Adding("missing", e.Values...)
	}
	all := study.Choose("give the order of all labels, the lowest first", "order")
	binary := study.Choose("take two labels as binary", "positive")
	switch e.Code {
	case read.OutsideOrder:
		return []study.Fix{leaveOut, says("give them a place in the order")}
	case read.NoOrder:
		return []study.Fix{all}
	case read.MixedOrder:
		return []study.Fix{leaveOut, all}
	case study.TooFewOrdered:
		if e.Column == "" { // the order is too short, not what the file holds
			return []study.Fix{binary}
		}
		return []study.Fix{study.Choose("give the order of all categories, including those that no label has", "order"),
			binary}
	}
	numbers := asKind("fit them as numbers", study.Numeric)
	switch {
	case e.Column == "":
		return nil
	case len(e.Values) == 0:
		return []study.Fix{numbers}
	case len(e.Values) > study.MostRatings:
		return []study.Fix{numbers, all}
	}
	return []study.Fix{numbers, study.To("give the order of the labels in the file", "order", e.Values...)}
}

package catalogue

import (
	"concord/posterior"
	"concord/xcc"
)

// Names of quantities of two labels by different people, in the labels' own terms: of one item, and by chance, of
// different items.
const (
	SameLabel          = "same_label"
	SameByChance       = "same_label_by_chance"
	FarApart           = "far_apart"
	FarByChance        = "far_apart_by_chance"
	LabelDifference    = "label_difference"
	DifferenceByChance = "label_difference_by_chance"
)

func sameLabel() Entry {
	return ofTwoLabels(SameLabel, "P(same)", "same label twice",
		"chance that two people give an item the same label", InCategories,
		xcc.TwoLabels.Same)
}

func sameByChance() Entry {
	return byChance(ofTwoLabels(SameByChance, "P(same by chance)", "same label by chance",
		"chance that labels of two different items are the same", InCategories,
		xcc.TwoLabels.SameByChance))
}

func farApart() Entry {
	return ofTwoLabels(FarApart, "P(2 steps)", "labels two or more steps apart",
		"chance that two people’s labels of an item are two or more steps apart", Thresholds,
		xcc.TwoLabels.Far)
}

func farByChance() Entry {
	return byChance(ofTwoLabels(FarByChance, "P(2 steps by chance)", "labels two or more steps apart by chance",
		"chance that labels of two different items are two or more steps apart", Thresholds,
		xcc.TwoLabels.FarByChance))
}

func labelDifference() Entry {
	q := ofTwoLabels(LabelDifference, "E|y − y′|", "difference of two labels of an item",
		"how far two people’s labels of an item differ, on average", NormalLabels,
		xcc.TwoLabels.Difference)
	q.Range = Deviation
	return q
}

func differenceByChance() Entry {
	q := byChance(ofTwoLabels(DifferenceByChance, "E|y − y′| by chance", "difference of labels of two items",
		"how far labels of two different items differ, on average", NormalLabels,
		xcc.TwoLabels.DifferenceByChance))
	q.Range = Deviation
	return q
}

func ofTwoLabels(
	name, symbol, heading, what string, needs Need, of func(xcc.TwoLabels) posterior.Quantity,
) Entry {
	return Entry{
		Name: name, Symbol: symbol, Short: heading, Heading: heading, What: what, Section: Reliability, Of: One,
		On: LabelScale, Printed: LabelScale, Range: Share, Needs: needs, OfTrueScore: true, Thinned: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity { return of(v.Labels().TwoLabels(at.Studies[0])) },
	}
}

// byChance is a quantity of labels of different items, which one label of each item determines.
func byChance(q Entry) Entry {
	q.OfTrueScore = false
	return q
}

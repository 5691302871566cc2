package catalogue

import (
	"concord/internal/quantity"
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
	return ofTwoLabels(SameLabel, InCategories, xcc.TwoLabels.Same)
}

func sameByChance() Entry {
	return byChance(ofTwoLabels(SameByChance, InCategories, xcc.TwoLabels.SameByChance))
}

func farApart() Entry {
	return ofTwoLabels(FarApart, Thresholds, xcc.TwoLabels.Far)
}

func farByChance() Entry {
	return byChance(ofTwoLabels(FarByChance, Thresholds, xcc.TwoLabels.FarByChance))
}

func labelDifference() Entry {
	return ofTwoLabels(LabelDifference, NormalLabels, xcc.TwoLabels.Difference)
}

func differenceByChance() Entry {
	return byChance(ofTwoLabels(DifferenceByChance, NormalLabels, xcc.TwoLabels.DifferenceByChance))
}

func ofTwoLabels(name string, needs Need, of func(xcc.TwoLabels) posterior.Quantity) Entry {
	return Entry{
		Entry: *quantity.Of(name), Section: Reliability, Of: One,
		On: LabelScale, Printed: LabelScale, Needs: needs, OfTrueScore: true, Thinned: true,
		draws: func(v Evaluator, at Instance) posterior.Quantity { return of(v.Labels().TwoLabels(at.Studies[0])) },
	}
}

// byChance is a quantity of labels of different items, which one label of each item determines.
func byChance(q Entry) Entry {
	q.OfTrueScore = false
	return q
}

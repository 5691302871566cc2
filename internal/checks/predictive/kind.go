package predictive

import (
	"math"

	"concord/study"
)

// Statistics of one study besides the coefficients. All describe the labels, or the scores of ordered categories. The
// mean of the others is always over their labels of the same item.
const (
	// SlopeSpread is how unequally the labelers follow the others. It is the standard deviation of the slopes of a
	// labeler's labels on the mean of the others, each weighted by its sum of squares. Labelers who answer at random
	// have slope 0 among others with a slope near 1, and raise it.
	SlopeSpread = "labeler_slope_spread"
	// SlopeTrend shows whether labelers who gave many labels follow the others more closely than labelers who gave few,
	// if the model lets labelers differ in that. It is the correlation of their slopes with the logarithm of the number
	// of their labels. Each slope is weighted by the root of the sum of squares that it is estimated from.
	SlopeTrend = "labeler_slope_trend"
	// LevelCorrelation shows whether lenient labelers had high items: the correlation, over labels, of the item's level
	// and the labeler's level. A label is the sum of both and a rest, by a few steps towards least squares. Labelers
	// who were given items at random have none, apart from the noise of the levels.
	LevelCorrelation = "labeler_level_correlation"
	// SplitItems is the share of split items among the items in dispute. These are binary items with at least three
	// labels, not all alike; on a split item, at least a third of the labels are in the minority. Items with two
	// opinions raise it: a normal distribution of items that has as much disagreement in all has more items that lean
	// to one side.
	SplitItems = "split_items"
	// DisagreementSpread is how unequally the items are disputed, for numbers and scores. It is the coefficient of
	// variation of the variance of an item's labels, over items with at least three labels.
	DisagreementSpread = "disagreement_spread"
	// WithinItemSD is the standard deviation of labels within items, pooled over the items of a study. If it differs
	// between studies more than the model allows, their noise is unequal.
	WithinItemSD = "within_item_sd"
	// ResidualKurtosis is the kurtosis of numbers' deviations from the mean of their item; 3 for a normal distribution.
	ResidualKurtosis = "residual_kurtosis"
	// WithinItemKurtosis is their kurtosis within items of at least four labels,
	//
	//	Σ_i Σ_n d⁴ / Σ_i (Σ_n d²)²/n_i,
	//
	// which scatter that differs between items does not raise: far-off labels raise it, two opinions lower it.
	WithinItemKurtosis = "within_item_kurtosis"
	// NoiseSpread is how unlike the labelers scatter. A labeler's scatter is the variance of the deviations of the
	// labeler's labels from the items' means. NoiseSpread is its coefficient of variation over labelers, weighted by
	// their labels.
	NoiseSpread = "labeler_noise_spread"
	// ItemSkewness and ItemKurtosis, this one for numbers, are the skewness and the kurtosis of the items' mean labels.
	ItemSkewness = "item_skewness"
	ItemKurtosis = "item_kurtosis"
)

// kind is one statistic of a study. To add one, write it and list it in [kinds].
type kind struct {
	name    string
	title   string                    // within a sentence
	applies func(d *studyDesign) bool // whether it says something of the study
	of      func(s *sums) float64     // NaN where the labels do not determine it
	// scale is monotone, to a scale on which replicated values are about normal; nil: they are as they come.
	scale    func(float64) float64
	highOnly bool                          // a low value puts nothing in doubt
	unmoved  bool                          // see [design.adjusted]
	doubt    func(f finding) (doubt Doubt) // what an observed value out of range puts in doubt
}

// kinds are the statistics, in the order in which they are reported.
func kinds() []kind {
	numbers := func(d *studyDesign) bool { return d.labelKind == study.Numeric }
	// Scores have ends, so that their kurtosis shows where they pile up rather than a fault of the model.
	graded := func(d *studyDesign) bool { return numbers(d) || d.labelKind == study.Ordinal }
	itemsOf := func(labels float64, also func(*studyDesign) bool) func(*studyDesign) bool {
		return func(d *studyDesign) bool { return also(d) && d.hasItemsOf(labels) }
	}
	any := func(*studyDesign) bool { return true }
	binary := func(d *studyDesign) bool { return d.labelKind == study.Binary }
	labelers := func(d *studyDesign) bool { return d.labelerNames != nil }
	return []kind{
		{name: SlopeTrend,
			title:   "the correlation of labelers' slopes on the others with their number of labels",
			applies: func(d *studyDesign) bool { return d.discrimination && d.unequalWork() },
			of:      slopeTrend, unmoved: true, doubt: trendDoubt},
		{name: WithinItemSD, title: "the standard deviation within items", applies: any, of: withinItemSD,
			unmoved: true, doubt: noiseDoubt},
		{name: SplitItems, title: "the share of split items (minority of at least a third) among disputed items",
			applies: itemsOf(4, binary), of: splitItems, doubt: splitDoubt},
		{name: DisagreementSpread, title: "the variation of disagreement between items",
			applies: itemsOf(3, graded), of: disagreementSpread, doubt: scatterDoubt},
		{name: ResidualKurtosis, title: "the kurtosis of the deviations from the items' means",
			applies: itemsOf(2, numbers), of: residualKurtosis, scale: math.Log, highOnly: true, doubt: scatterDoubt},
		{name: WithinItemKurtosis, title: "the kurtosis of the labels within an item",
			applies: itemsOf(4, numbers), of: withinItemKurtosis, scale: math.Log, doubt: scatterDoubt},
		{name: NoiseSpread, title: "the variation of noise between labelers",
			applies: func(d *studyDesign) bool { return graded(d) && labelers(d) },
			of:      noiseSpread, doubt: scatterDoubt},
		{name: ItemSkewness, title: "the skewness of the items' means", applies: itemsOf(1, any), of: itemSkewness,
			doubt: itemDoubt},
		{name: ItemKurtosis, title: "the kurtosis of the items' means", applies: itemsOf(1, numbers), of: itemKurtosis,
			scale: math.Log, doubt: itemDoubt},
		{name: SlopeSpread, title: "the spread of the labelers' slopes on the others", applies: labelers,
			of: slopeSpread, doubt: slopeDoubt},
		{name: LevelCorrelation,
			title:   "the correlation of the labelers' levels with the levels of the items that they labelled",
			applies: labelers, of: levelCorrelation, doubt: levelDoubt},
	}
}

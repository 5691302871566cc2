package predictive

import (
	"math"

	"concord/study"
)

// Statistics of one study besides the coefficients, all of them of labels as they are.
const (
	// SlopeSpread is how unlike the labelers follow the others: the standard deviation of
	// the slopes of a labeler's labels on the mean of the others' labels of the same items, each
	// weighted by the sum of squares that it is estimated from. Labelers who answer at random have slope 0
	// among others with a slope near 1, and raise it.
	SlopeSpread = "labeler_slope_spread"
	// SplitItems is the share of split items among the items in dispute: of binary items with at least three
	// labels, not all alike, those of which at least a third is in the minority. Items with two opinions
	// raise it: a normal distribution of items that has as much disagreement in all has more items that
	// lean to one side.
	SplitItems = "split_items"
	// DisagreementSpread is its counterpart for numbers: the coefficient of variation, over items with at least three
	// labels, of the variance of the labels of an item.
	DisagreementSpread = "disagreement_spread"
	// WithinItemSD is the standard deviation of labels within items, pooled over the items of a study. Where it
	// differs between studies more than the model lets it, their noise is unequal.
	WithinItemSD = "within_item_sd"
	// labelerSlope is the slope of one labeler.
	labelerSlope = "labeler_slope"
)

// A labeler needs this many labels of items that others labelled too, for a slope.
const fewestLabels = 5

// studyDesign is who labelled what in one study, with items and labelers counted from 0.
type studyDesign struct {
	name         string
	binary       bool
	item         []int32
	labels       []float64 // number of labels of each item
	labeler      []int32   // of each label; −1: one with too few labels. Nil: none has a slope
	labelerNames []string
}

func newStudyDesign(v study.View, binary bool) studyDesign {
	s := studyDesign{name: v.Name(), binary: binary}
	items := newIndex(len(v.Table().Items()))
	for _, j := range v.Item() {
		at := items.of(j)
		s.item = append(s.item, at)
		if int(at) == len(s.labels) {
			s.labels = append(s.labels, 0)
		}
		s.labels[at]++
	}
	if v.Labeler() == nil {
		return s
	}
	enough := make([]int, len(v.Table().Labelers()))
	for n, l := range v.Labeler() {
		if s.labels[s.item[n]] > 1 {
			enough[l]++
		}
	}
	people := newIndex(len(enough))
	for _, l := range v.Labeler() {
		if enough[l] < fewestLabels {
			s.labeler = append(s.labeler, -1)
			continue
		}
		at := people.of(l)
		s.labeler = append(s.labeler, at)
		if int(at) == len(s.labelerNames) {
			s.labelerNames = append(s.labelerNames, v.Table().Labelers()[l])
		}
	}
	if len(s.labelerNames) < 3 {
		s.labeler, s.labelerNames = nil, nil // a spread of two says nothing
	}
	return s
}

// names are the statistics of the study, in the order in which the evaluator adds them.
func (s *studyDesign) names() []string {
	names := []string{WithinItemSD, DisagreementSpread}
	if s.binary {
		names[1] = SplitItems
	}
	if s.labelerNames != nil {
		names = append(names, SlopeSpread)
	}
	return names
}

// studyEvaluator computes the statistics of one study, with buffers of its own.
type studyEvaluator struct {
	*studyDesign
	mean, square []float64 // by item
	slopes       slopes
}

func (s *studyDesign) newEvaluator() studyEvaluator {
	return studyEvaluator{s, make([]float64, len(s.labels)), make([]float64, len(s.labels)), newSlopes(len(s.labelerNames), len(s.labels))}
}

// add appends the statistics of labels, then the slope of each labeler.
func (e *studyEvaluator) add(row, labels []float64) []float64 {
	e.moments(labels)
	row = append(row, e.withinItemSD(), e.disagreement())
	if e.labelerNames == nil {
		return row
	}
	e.slopes.fit(e.studyDesign, e.mean, labels)
	row = append(row, e.slopes.spread())
	return append(row, e.slopes.slope...)
}

// moments stores mean and sum of squares about it of each item.
func (e *studyEvaluator) moments(labels []float64) {
	clear(e.mean)
	clear(e.square)
	for n, j := range e.item {
		e.mean[j] += labels[n]
	}
	for j, n := range e.labels {
		e.mean[j] /= n
	}
	for n, j := range e.item {
		d := labels[n] - e.mean[j]
		e.square[j] += d * d
	}
}

func (e *studyEvaluator) withinItemSD() float64 {
	sum, degrees := 0.0, 0.0
	for j, n := range e.labels {
		sum += e.square[j]
		degrees += n - 1
	}
	return math.Sqrt(sum / degrees) // NaN where every item has one label
}

// disagreement is [SplitItems] or [DisagreementSpread].
func (e *studyEvaluator) disagreement() float64 {
	var items, disputed, split, sum, squares float64
	for j, n := range e.labels {
		if n < 3 {
			continue
		}
		v := e.square[j] / (n - 1)
		items++
		sum += v
		squares += v * v
		if v > 0 {
			disputed++
		}
		if minority := math.Min(e.mean[j], 1-e.mean[j]); minority >= 1.0/3-1e-9 {
			split++
		}
	}
	if e.binary {
		return split / disputed
	}
	mean := sum / items
	return math.Sqrt(math.Max(0, squares/items-mean*mean)) / mean
}

// index numbers what occurs in the order of its first appearance.
type index struct{ at []int32 }

func newIndex(size int) *index { return &index{make([]int32, size+1)} }

func (x *index) of(id int32) int32 {
	last := len(x.at) - 1 // counts those that occur
	if x.at[id] == 0 {
		x.at[last]++
		x.at[id] = x.at[last]
	}
	return x.at[id] - 1
}

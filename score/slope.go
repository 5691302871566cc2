package score

import (
	"math"
	"slices"

	"concord/study"
)

// leveled returns the labels with a trend subtracted from people's numbers, and the trend of each item. The trend is β
// times the judge's number minus its mean over all items of the system; β comes from a regression within systems. Over
// all items of a system the trend sums to 0, so that scores stay what they are, with any β. But noise becomes less, and
// groups of few labels are drawn towards the trend and not towards the mean. Items that were drawn by the judge's
// number within a group of numbers shift no score.
func (l *Labels) leveled() (levelled *Labels, trend []float64) {
	trend = make([]float64, len(l.Items))
	if l.Kind != study.Numeric {
		return l, trend
	}
	of := *l
	of.Items = slices.Clone(l.Items)
	g := l.systems()
	for j := range l.Judges {
		deviation := g.deviations(len(of.Items), func(i int) (float64, bool) {
			y := of.Items[i].Judge[j]
			return y, !math.IsNaN(y)
		})
		labelled := func(i int) bool { return len(of.Items[i].People) > 0 && !math.IsNaN(of.Items[i].Judge[j]) }
		x := g.deviations(len(of.Items), func(i int) (float64, bool) { return deviation[i], labelled(i) })
		y := g.deviations(len(of.Items), func(i int) (float64, bool) {
			sum := 0.0
			for _, p := range of.Items[i].People {
				sum += p.Value
			}
			return sum / math.Max(1, float64(len(of.Items[i].People))), labelled(i)
		})
		xx, xy := 0.0, 0.0
		for i := range x {
			xx, xy = xx+x[i]*x[i], xy+x[i]*y[i]
		}
		if xx == 0 {
			continue
		}
		for i := range of.Items {
			part := xy / xx * deviation[i]
			of.Items[i].People = mapped(of.Items[i].People, func(y float64) float64 { return y - part })
			trend[i] += part
		}
	}
	return &of, trend
}

// deviations returns how far the values of items lie from the mean of their group; 0 for items without a value.
func (g grouping) deviations(items int, value func(i int) (float64, bool)) []float64 {
	sum, n := make([]float64, g.levels), make([]float64, g.levels)
	for i := range items {
		if y, ok := value(i); ok {
			sum[g.of[i]] += y
			n[g.of[i]]++
		}
	}
	all := make([]float64, items)
	for i := range all {
		if y, ok := value(i); ok {
			all[i] = y - sum[g.of[i]]/n[g.of[i]]
		}
	}
	return all
}

package judge

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Difference is how much more often answers are right than other answers about the same items, one of each per item.
type Difference Proportion

// Beyond returns how much more often answers are right than others, on the items that both have. Both must be compared
// with the same gold standard.
func (a Answers) Beyond(others Answers) Difference {
	other := map[int]float64{}
	for _, r := range others.right {
		other[r.item] = r.share
	}
	var d Difference
	for _, r := range a.right {
		if share, ok := other[r.item]; ok {
			(*Proportion)(&d).add(r.share - share)
		}
	}
	return d
}

// Value returns the difference of the shares that are right; NaN without items.
func (df Difference) Value() float64 { return df.sum / float64(df.N) }

// Interval returns the interval of Bonett and Price (2012, Journal of Educational and Behavioral Statistics 37) for the
// difference d of two proportions of the same items. With a probability, it covers the difference over all items, with
// these as a sample: Wald's once an item has been added on which only the one is right, and one on which only the other
// is,
//
//	d̃ ± z √( (s̃ − d̃²)/(n + 2) ),  d̃ = Σx/(n + 2),  s̃ = (Σx² + 2)/(n + 2),
//
// with the differences x of the items, −1, 0 or 1, or between them where of several answers a share is right. It is NaN
// of no items, and panics unless 0 < level < 1.
func (df Difference) Interval(level float64) (lower, upper float64) {
	if !(level > 0 && level < 1) {
		panic("judge: the level of an interval must be between 0 and 1")
	}
	if df.N == 0 {
		return math.NaN(), math.NaN()
	}
	n := float64(df.N + 2)
	middle := df.sum / n
	half := distuv.UnitNormal.Quantile(0.5+level/2) * math.Sqrt(((df.square+2)/n-middle*middle)/n)
	return math.Max(-1, middle-half), math.Min(1, middle+half)
}

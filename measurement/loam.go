package measurement

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// LOAM are the limits of agreement with the mean: a reading by a rater drawn at random lies within ±Limit of the mean
// of its item's readings (Jones, Dobson and O'Brian 2011; Christensen, Borgbjerg, Børty and Bøgsted 2020).
type LOAM struct {
	Settings LimitsSettings // Linked means nothing here
	// Items and Readings count items with two readings or more, and their readings; LeftOut counts items with one.
	Items, LeftOut, Raters, Readings int
	Complete                         bool // each rater has each item
	// Limit is a factor with Log: readings lie between mean / Limit and mean × Limit. It has no interval if too few
	// items have the same raters.
	Limit Estimate
	// Repeat is how far a reading lies from the mean of the same rater's readings; nil if raters have one of each item.
	Repeat *Estimate
	Points []Point // a reading each: the mean of its item, and the difference from it
}

// MeanLimits computes the limits of agreement with the mean. Item and rater are the item and the rater of each reading.
// An [*UndefinedError] says why there are none. Intervals are by mean squares (Christensen et al. 2020). For incomplete
// tables these are the mean squares of [Analysis].
func MeanLimits(item, rater []int32, value []float64, s LimitsSettings) (*LOAM, error) {
	if err := s.complete(); err != nil {
		return nil, err
	}
	l := &LOAM{Settings: s}
	if why := l.compute(item, rater, value); why != "" {
		return nil, &UndefinedError{loamName, why}
	}
	return l, nil
}

func (l *LOAM) compute(item, rater []int32, value []float64) Reason {
	if rater == nil {
		return NoRaters
	}
	if l.Settings.Log {
		var positive bool
		if value, positive = logarithms(value); !positive {
			return NotPositive
		}
	}
	item, rater, value = l.several(item, rater, value)
	a, err := New(item, rater, value)
	switch {
	case err != nil && l.Items > 1:
		return NoSpread // all are the same
	case err != nil || a.Items < 3 || a.Labelers < 2:
		return FewRaters
	case !finite(a.Within.Value):
		return NotFinite
	}
	l.Raters, l.Readings, l.Complete = a.Labelers, a.Labels, a.Complete
	l.setPoints(item, value)
	z, n := distuv.UnitNormal.Quantile((1+l.Settings.Share)/2), float64(a.Labels)
	squares := sum{{a.Within.DF / n, a.Within}}
	if a.TwoWay == nil {
		raters := float64(a.Cells-a.Items) / a.ofLabeler // nominal degrees of freedom
		squares = sum{{a.PerCell * raters / n, a.Labeler}, {a.PerCell * a.Residual.DF / n, a.Residual},
			{a.Repeated.DF / n, a.Repeated}}
	}
	scaled := func(s sum) Estimate {
		return s.estimate(l.Settings.Level).mapped(func(v float64) float64 {
			if v = z * math.Sqrt(v); l.Settings.Log {
				return math.Exp(v)
			}
			return v
		})
	}
	if squares.value() <= square(rounding*a.Mean) {
		return NoSpread
	}
	if l.Limit = scaled(squares); a.TwoWay != nil {
		l.Limit.Limits = nil
	}
	if a.Repeated.DF > 0 {
		again := scaled(sum{{1 - 1/a.PerCell, a.Repeated}})
		l.Repeat = &again
	}
	return ""
}

// several leaves out items with one reading, and counts.
func (l *LOAM) several(item, rater []int32, value []float64) (i, r []int32, v []float64) {
	size := map[int32]int{}
	for _, at := range item {
		size[at]++
	}
	for _, m := range size {
		if m == 1 {
			l.LeftOut++
		} else {
			l.Items++
		}
	}
	for k, at := range item {
		if size[at] > 1 {
			i, r, v = append(i, at), append(r, rater[k]), append(v, value[k])
		}
	}
	return i, r, v
}

// setPoints sets the points, in the order of the readings.
func (l *LOAM) setPoints(item []int32, value []float64) {
	sums, size := map[int32]float64{}, map[int32]float64{}
	for k, at := range item {
		sums[at] += value[k]
		size[at]++
	}
	for k, at := range item {
		mean := sums[at] / size[at]
		l.Points = append(l.Points, Point{mean, value[k] - mean}.unlogged(l.Settings.Log))
	}
}

package measurement

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/study"
)

// LOAM are the limits of agreement with the mean: a reading by a rater drawn at random lies within ±Limit of the mean
// of its item's readings (Jones, Dobson and O'Brian 2011; Christensen, Borgbjerg, Børty and Bøgsted 2020).
type LOAM struct {
	Settings LimitsSettings // Linked means nothing here
	// Items and Readings are those with two readings or more; LeftOut counts items with one.
	Items, LeftOut, Raters, Readings int
	// Complete tables have Repeats readings of each item by each rater; others have Repeats 0.
	Complete bool
	Repeats  int
	// Limit is a factor with Log: readings lie between mean / Limit and mean × Limit.
	Limit Bounded
	// Repeat is how far a reading lies from the mean of the same rater's readings; nil for one reading each.
	Repeat *Bounded
	// NoInterval says why Limit has no interval, and "" if it has one.
	NoInterval Reason
	Points     []Point // a reading each: the mean of its item, and the difference from it
}

// ratings are readings grouped by item: those of item i are begin[i] to begin[i+1].
type ratings struct {
	begin  []int
	rater  []int32
	value  []float64
	raters int // that there are
}

// MeanLimits computes the limits of agreement with the mean of a study. An [*UndefinedError] says why there are none.
func MeanLimits(v study.View, s LimitsSettings) (*LOAM, error) {
	if s.Share, s.Level = or95(s.Share), or95(s.Level); !inside(s.Share) || !inside(s.Level) {
		return nil, fmt.Errorf("measurement: share %v and level %v must lie between 0 and 1", s.Share, s.Level)
	}
	why := Reason("")
	l := &LOAM{Settings: s}
	switch {
	case !numbers(v):
		why = NotNumbers
	case v.Labeler() == nil:
		why = NoRaters
	default:
		why = l.compute(v)
	}
	if why != "" {
		return nil, &UndefinedError{loamName, why}
	}
	return l, nil
}

func (l *LOAM) compute(v study.View) Reason {
	value := v.Value()
	if l.Settings.Log {
		var positive bool
		if value, positive = logarithms(value); !positive {
			return NotPositive
		}
	}
	r := l.group(v.Item(), v.Labeler(), value, len(v.Table().Items()), len(v.Table().Labelers()))
	if l.Items < 3 || l.Raters < 2 {
		return FewRaters
	}
	means, total, largest := make([]float64, l.Items), 0.0, 0.0
	for i := range means {
		readings := r.value[r.begin[i]:r.begin[i+1]]
		means[i] = average(readings)
		for _, x := range readings {
			total += squared(x - means[i])
			largest = math.Max(largest, math.Abs(x))
			l.Points = append(l.Points, Point{means[i], x - means[i]})
		}
	}
	z := distuv.UnitNormal.Quantile((1 + l.Settings.Share) / 2)
	l.Limit.Value = z * math.Sqrt(total/float64(l.Readings))
	switch {
	case math.IsInf(l.Limit.Value, 0) || math.IsNaN(l.Limit.Value):
		return NotFinite
	case l.Limit.Value <= rounding*largest:
		return NoSpread
	}
	l.Repeats = r.repeats()
	if l.Complete = l.Repeats > 0; l.Repeats > 1 {
		l.repeated(r, means, z)
	} else {
		l.crossed(r, means, z)
	}
	if l.Settings.Log {
		l.exponentiate()
	}
	return ""
}

// group sorts readings by item, without items that have one, and counts.
func (l *LOAM) group(item, rater []int32, value []float64, items, raters int) ratings {
	size := make([]int, items)
	for _, i := range item {
		size[i]++
	}
	place := make([]int, items)
	r := ratings{begin: []int{0}}
	for i, m := range size {
		place[i] = -1
		switch {
		case m == 1:
			l.LeftOut++
		case m > 1:
			place[i] = l.Readings
			l.Readings += m
			r.begin = append(r.begin, l.Readings)
			l.Items++
		}
	}
	r.rater, r.value = make([]int32, l.Readings), make([]float64, l.Readings)
	known := make([]bool, raters)
	for k, i := range item {
		if at := place[i]; at >= 0 {
			r.rater[at], r.value[at] = rater[k], value[k]
			place[i]++
			if !known[rater[k]] {
				known[rater[k]] = true
				l.Raters++
			}
		}
	}
	r.raters = raters
	return r
}

// repeats is how many readings of each item each rater has, and 0 if these numbers differ.
func (r ratings) repeats() int {
	items, seen := len(r.begin)-1, map[int32]int{}
	for _, j := range r.rater[:r.begin[1]] {
		seen[j]++
	}
	each := seen[r.rater[0]]
	count := make([]int, r.raters)
	for i := range items {
		if r.begin[i+1]-r.begin[i] != each*len(seen) {
			return 0
		}
		for _, j := range r.rater[r.begin[i]:r.begin[i+1]] {
			count[j]++
		}
		for j := range seen {
			if count[j] != each*(i+1) {
				return 0
			}
		}
	}
	return each
}

// repeated sets the intervals of a complete table with several readings of each item by each rater. The model is a
// two-way random one with an interaction of items and raters (Christensen et al. 2020).
func (l *LOAM) repeated(r ratings, means []float64, z float64) {
	a, b, h := float64(l.Items), float64(l.Raters), float64(l.Repeats)
	n := float64(l.Readings)
	ofRater, inItem := make([]float64, r.raters), make([]float64, r.raters)
	total, cells, raters := 0.0, 0.0, 0.0
	for i, mean := range means {
		at := r.rater[r.begin[i]:r.begin[i+1]]
		for k, x := range r.value[r.begin[i]:r.begin[i+1]] {
			total += squared(x - mean)
			inItem[at[k]] += x - mean
			ofRater[at[k]] += x - mean
		}
		for _, j := range at { // a rater's first reading counts for all of them
			cells += squared(inItem[j]) / h
			inItem[j] = 0
		}
	}
	for _, sum := range ofRater {
		raters += squared(sum) / (a * h)
	}
	errors := component{total - cells, 1, n - a*b}
	l.bounded(z, component{raters, 1, b - 1}, component{cells - raters, 1, (a - 1) * (b - 1)}, errors)
	level, chi := l.Settings.Level, distuv.ChiSquared{K: errors.df}
	repeat := func(divisor float64) float64 { return z * math.Sqrt(errors.factor*(h-1)/h/divisor) }
	l.Repeat = &Bounded{repeat(errors.df), repeat(chi.Quantile((1 + level) / 2)), repeat(chi.Quantile((1 - level) / 2))}
}

// bounded sets the interval of the limit from its sums of squares.
func (l *LOAM) bounded(z float64, squares ...component) {
	total, below, above := combined(squares, l.Settings.Level)
	l.Limit.Lower = z * math.Sqrt(math.Max(0, total-below)/float64(l.Readings))
	l.Limit.Upper = z * math.Sqrt((total+above)/float64(l.Readings))
}

// exponentiate turns differences of logarithms into factors.
func (l *LOAM) exponentiate() {
	for _, b := range []*Bounded{&l.Limit, l.Repeat} {
		if b != nil {
			*b = Bounded{math.Exp(b.Value), math.Exp(b.Lower), math.Exp(b.Upper)}
		}
	}
	for i, p := range l.Points {
		l.Points[i] = Point{math.Exp(p.Mean), math.Exp(p.Difference)}
	}
}

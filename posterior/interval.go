package posterior

import (
	"fmt"
	"math"
)

// IntervalKind says which of the intervals that hold a given share of the draws is meant.
type IntervalKind int

const (
	// EqualTailed intervals leave the same share of draws on either side.
	EqualTailed IntervalKind = iota
	// HighestDensity intervals are the shortest.
	HighestDensity
)

// String returns "eti" or "hdi".
func (k IntervalKind) String() string {
	if k == HighestDensity {
		return "hdi"
	}
	return "eti"
}

// Interval says which credible interval to report: Level is the probability it
// holds, strictly between 0 and 1.
type Interval struct {
	Level float64
	Kind  IntervalKind
}

func (iv Interval) check() {
	if !(iv.Level > 0 && iv.Level < 1) {
		panic(fmt.Sprintf("posterior: interval level %v is not between 0 and 1", iv.Level))
	}
}

// quantile returns the p-quantile of the pooled draws by linear interpolation of
// order statistics (Hyndman and Fan 1996, type 7; R's default); NaN if undefined.
// It panics unless 0 ≤ p ≤ 1.
func (s *sample) quantile(p float64) float64 {
	if !(p >= 0 && p <= 1) {
		panic(fmt.Sprintf("posterior: probability %v is not between 0 and 1", p))
	}
	if s.undefined() {
		return math.NaN()
	}
	k, h := place(len(s.pooled), p)
	q := s.at(k)
	if h > 0 {
		q = between(q, s.at(k+1), h)
	}
	return q
}

// place says between which order statistics of n the p-quantile lies, k and the next one, and how far from the first.
func place(n int, p float64) (k int, h float64) {
	position := float64(n-1) * p
	k = int(position)
	return k, position - float64(k)
}

// between returns the value at h between two order statistics, which may be the same infinity.
func between(low, high, h float64) float64 {
	if low == high {
		return low
	}
	return (1-h)*low + h*high
}

// interval returns the ends of an interval, NaN if undefined.
func (s *sample) interval(iv Interval) (lower, upper float64) {
	iv.check()
	if s.undefined() {
		return math.NaN(), math.NaN()
	}
	if iv.Kind == EqualTailed {
		tail := (1 - iv.Level) / 2
		return s.quantile(tail), s.quantile(1 - tail)
	}
	// The first shortest window of ⌊n·level⌋ steps between order statistics (Chen and Shao 1999).
	n := len(s.pooled)
	steps := min(int(float64(n)*iv.Level), n-1)
	best := 0
	for k := range n - steps {
		if s.at(k+steps)-s.at(k) < s.at(best+steps)-s.at(best) {
			best = k
		}
	}
	return s.at(best), s.at(best + steps)
}

package posterior

import "math"

// weighted is a sample whose draws have weights of sum 1.
type weighted struct {
	*sample
	weights []float64
}

// weight returns the weight of the k-th smallest draw.
func (w weighted) weight(k int) float64 { return w.weights[w.order[k]] }

// moments returns mean and standard deviation; with equal weights its divisor is n−1.
func (w weighted) moments() (mean, sd float64) {
	squares := 0.0
	for i, x := range w.pooled {
		mean += w.weights[i] * x
		squares += w.weights[i] * w.weights[i]
	}
	variance := 0.0
	for i, x := range w.pooled {
		variance += w.weights[i] * (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(variance / (1 - squares))
}

// quantile interpolates between draws, each of which is at the middle of its weight, the smallest at 0 and the largest
// at 1. With equal weights it is Hyndman and Fan's (1996) type 7, as [sample.quantile].
func (w weighted) quantile(p float64) float64 {
	n := len(w.pooled)
	first, last := w.weight(0)/2, w.weight(n-1)/2
	if n == 1 || first+last >= 1 {
		return w.at(0)
	}
	target := p*(1-first-last) + first
	below := 0.0 // weight of the draws before k
	before := math.NaN()
	for k := range n {
		middle := below + w.weight(k)/2
		if middle >= target || k == n-1 {
			if k == 0 || middle == before {
				return w.at(k)
			}
			h := math.Min(1, (target-before)/(middle-before))
			return w.at(k-1) + h*(w.at(k)-w.at(k-1))
		}
		below, before = below+w.weight(k), middle
	}
	return w.at(n - 1)
}

// interval returns the ends of an interval as [sample.interval] does.
func (w weighted) interval(iv Interval) (lower, upper float64) {
	if iv.Kind == EqualTailed {
		tail := (1 - iv.Level) / 2
		return w.quantile(tail), w.quantile(1 - tail)
	}
	// Take the windows whose draws, without the first of them, weigh at most the level, and would weigh more with the
	// next one. The result is the first of the shortest.
	n := len(w.pooled)
	const rounding = 1e-12
	best, end := 0, n-1
	held, j := 0.0, 0
	for k := range n {
		for j+1 < n && held+w.weight(j+1) <= iv.Level+rounding {
			j++
			held += w.weight(j)
		}
		if w.at(j)-w.at(k) < w.at(end)-w.at(best) {
			best, end = k, j
		}
		if j == n-1 {
			break
		}
		if j > k {
			held -= w.weight(k + 1)
		} else {
			j = k + 1
		}
	}
	return w.at(best), w.at(end)
}

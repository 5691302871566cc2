package posterior

import (
	"math"
	"slices"
)

// Brief returns mean and median of the draws and the ends of their equal-tailed interval, to the bit as
// [Quantity.Summarize], without diagnostics. It takes a tenth of the time of sorting, for many quantities that need
// nothing else. It panics unless 0 < level < 1.
func (sm *Summarizer) Brief(q Quantity, level float64) (mean, median, lower, upper float64) {
	iv := Interval{Level: level}
	iv.check()
	sm.memory.reset()
	all := pool(q.Chains, &sm.memory)
	mean = meanOf(all)
	if len(all) == 0 || slices.ContainsFunc(all, math.IsNaN) {
		return mean, math.NaN(), math.NaN(), math.NaN()
	}
	tail := (1 - level) / 2
	return mean, selectQuantile(all, 0.5), selectQuantile(all, tail), selectQuantile(all, 1-tail)
}

// selectQuantile is the quantile of [Quantity.Quantile]. It puts x in another order.
func selectQuantile(x []float64, p float64) float64 {
	k, h := place(len(x), p)
	q := selectNth(x, k)
	if h > 0 {
		q = between(q, slices.Min(x[k+1:]), h)
	}
	return q
}

// selectNth returns the k-th smallest of x, from 0. It moves it to place k, smaller elements before it and greater ones
// after it (Hoare 1961, Algorithm 65: FIND).
func selectNth(x []float64, k int) float64 {
	low, high := 0, len(x)-1
	for low < high {
		pivot := medianOf(x[low], x[(low+high)/2], x[high])
		i, j := low, high
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		// Between j and i all are the pivot.
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			return x[k]
		}
	}
	return x[k]
}

func medianOf(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }

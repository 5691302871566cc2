package nonparam

import (
	"fmt"
	"runtime"
)

// IntervalMethod says how intervals of coefficients are made: by a [Jackknife] or a [Bootstrap].
type IntervalMethod interface{ intervals() intervals }

// Jackknife is a two-way jackknife, which takes items and raters as drawn at random and needs no replicates. Two-way
// intraclass correlations have F limits, which take both as random too.
type Jackknife struct{}

// Bootstrap draws replicates. A resample keeps the number of items and raters in each set of studies. With two studies,
// items in both, in the first only, and in the second only are drawn separately. The same seed gives the same result
// for any number of workers.
type Bootstrap struct {
	Replicates int // 0: no intervals
	Resample   Resample
	Kind       IntervalKind
	Seed       uint64
}

func (Jackknife) intervals() intervals   { return intervals{jackknife: true} }
func (b Bootstrap) intervals() intervals { return intervals{Bootstrap: b} }

// intervals are the settings of intervals, filled in.
type intervals struct {
	Bootstrap // without replicates where there is none
	jackknife bool
	level     float64
	workers   int
	nest      nest // the clusters of items; nil: each item is its own
}

// newIntervals fills in the settings of intervals, or returns an error about them.
func newIntervals(how IntervalMethod, level float64, workers int) (intervals, error) {
	var iv intervals
	if how != nil {
		iv = how.intervals()
	}
	if iv.level, iv.workers = level, workers; level == 0 {
		iv.level = 0.95
	}
	switch {
	case iv.Replicates < 0:
		return iv, fmt.Errorf("nonparam: %d bootstrap samples", iv.Replicates)
	case !(iv.level > 0 && iv.level < 1):
		return iv, wrongLevel(iv.level)
	case iv.Resample < Items || iv.Resample > Both:
		return iv, fmt.Errorf("nonparam: unknown resampling %d", int(iv.Resample))
	case iv.Kind < Percentile || iv.Kind > BCa:
		return iv, fmt.Errorf("nonparam: unknown kind of interval %d", int(iv.Kind))
	case workers < 0:
		return iv, fmt.Errorf("nonparam: %d workers", workers)
	}
	if workers == 0 {
		iv.workers = runtime.GOMAXPROCS(0)
	}
	return iv, nil
}

package nonparam

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"
)

// Resample says which things a bootstrap resamples.
type Resample int

const (
	// Items draws items with replacement: the uncertainty for other items of the same
	// kind and the same raters.
	Items Resample = iota
	// Raters draws raters: the same items, other raters of the same kind.
	Raters
	// Both draws both, the weight of a rating being the product (the pigeonhole
	// bootstrap, Owen 2007).
	Both
)

// String returns "items", "raters" or "both".
func (re Resample) String() string {
	switch re {
	case Items:
		return "items"
	case Raters:
		return "raters"
	case Both:
		return "both"
	}
	return "unknown"
}

// IntervalKind says how an interval is made from replicates.
type IntervalKind int

const (
	// Percentile takes the quantiles of the replicates.
	Percentile IntervalKind = iota
	// BCa corrects them for bias and for a variance that changes with the value (Efron 1987).
	BCa
)

// String returns "percentile" or "bca".
func (k IntervalKind) String() string {
	switch k {
	case Percentile:
		return "percentile"
	case BCa:
		return "bca"
	}
	return "unknown"
}

// replicates are the values of a statistic; NaN if it is undefined.
type replicates struct {
	values    []float64
	undefined int
	why       reason // of the first undefined one
}

// plan is one weighting for each number 0 ≤ n < many; set stores it.
type plan struct {
	many int
	set  func(n int, item, rater []float64)
	// Whether items and raters are weighted at all.
	items, raters bool
}

func (iv intervals) plan(p population) plan {
	return plan{iv.Replicates, func(n int, item, rater []float64) {
		// Two odd multipliers keep the streams of neighbouring replicates apart.
		random := rand.NewPCG(iv.Seed*0x9e3779b97f4a7c15+uint64(n), uint64(n)*0xd1342543de82ef95+iv.Seed)
		if item != nil {
			p.items.draw(item, random)
		}
		if rater != nil {
			p.raters.draw(rater, random)
		}
	}, iv.Resample != Raters, iv.Resample != Items}
}

// evaluate computes a statistic under all weightings of a plan.
func (iv intervals) evaluate(ctx context.Context, s statistic, p population, pl plan) (replicates, error) {
	r := replicates{values: make([]float64, pl.many)}
	whys := make([]reason, pl.many)
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(iv.workers, max(pl.many, 1)) {
		group.Go(func() {
			w := newWorker(s, p, pl)
			for n := int(next.Add(1)) - 1; n < pl.many && ctx.Err() == nil; n = int(next.Add(1)) - 1 {
				r.values[n], whys[n] = w.value(n)
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return r, err
	}
	for n, why := range whys {
		if why != "" {
			if r.undefined == 0 {
				r.why = why
			}
			r.values[n] = math.NaN()
			r.undefined++
		}
	}
	return r, nil
}

// worker computes a statistic with separate buffers.
type worker struct {
	plan
	population
	eval        func([]weighting) (float64, reason)
	item, rater []float64
	sources     []weighting
}

func newWorker(s statistic, p population, pl plan) *worker {
	w := &worker{plan: pl, population: p, eval: s.evaluator(), sources: make([]weighting, len(p.itemAt))}
	if pl.items {
		w.item = make([]float64, p.items.size)
		for s, at := range p.itemAt {
			w.sources[s].item = make([]float64, len(at))
		}
	}
	if pl.raters {
		w.rater = make([]float64, p.raters.size)
		for s, at := range p.raterAt {
			w.sources[s].rater = make([]float64, len(at))
		}
	}
	return w
}

func (wk *worker) value(n int) (float64, reason) {
	wk.set(n, wk.item, wk.rater)
	for s := range wk.sources {
		if wk.item != nil {
			spread(wk.sources[s].item, wk.item, wk.itemAt[s])
		}
		if wk.rater != nil {
			spread(wk.sources[s].rater, wk.rater, wk.raterAt[s])
		}
	}
	return checked(wk.eval(wk.sources))
}

package nonparam

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/abandon"
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

// evaluate computes a coefficient under all weightings of a plan.
func (iv intervals) evaluate(ctx context.Context, jo join, p population, pl plan) (replicates, error) {
	r := replicates{values: make([]float64, pl.many)}
	whys := make([]reason, pl.many)
	places := make([]placement, len(jo.parts))
	for n, of := range jo.parts {
		places[n] = p.placement(of.field, jo.sources, iv.nest)
	}
	err := abandon.Each(ctx, iv.workers, pl.many, func() func(n int) error {
		var w weighting
		if pl.items {
			w.item = make([]float64, p.items.size)
		}
		if pl.raters {
			w.rater = make([]float64, p.raters.size)
		}
		value := jo.evaluator(places)
		return func(n int) error {
			pl.set(n, w.item, w.rater)
			r.values[n], whys[n] = value(w)
			return nil
		}
	})
	if err != nil {
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

// evaluator returns a function of weights of a population. It has separate buffers, and is for one goroutine.
func (jo join) evaluator(places []placement) func(w weighting) (float64, reason) {
	states, values := make([]*state, len(jo.parts)), make([]float64, len(jo.parts))
	for n, p := range jo.parts {
		states[n] = p.state()
		if places != nil {
			states[n].place = places[n]
		}
	}
	return func(w weighting) (float64, reason) {
		for n, st := range states {
			var why reason
			if values[n], why = st.weighed(w); why != "" {
				return 0, why.of(jo.parts[n].name)
			}
		}
		return jo.combine(values)
	}
}

// value returns the coefficient of the ratings themselves.
func (jo join) value() (float64, reason) { return jo.evaluator(nil)(weighting{}) }

// interval sets the bootstrap interval of an estimate whose value is known, or the reason why there is none. It sets
// the bootstrap's standard error too, if raters are resampled or no standard error is known.
func (iv intervals) interval(ctx context.Context, e *Estimate, jo join) error {
	p := newPopulation(jo.sources, iv.nest)
	if iv.Resample != Items {
		for _, r := range jo.sources {
			if r.rater == nil {
				e.NoInterval = string(noRaters)
				return nil
			}
		}
	}
	r, err := iv.evaluate(ctx, jo, p, iv.plan(p))
	if err != nil {
		return err
	}
	// If more samples than this share are undefined, the others say little about the coefficient.
	const mostUndefined = 0.1
	if float64(r.undefined) > mostUndefined*float64(iv.Replicates) {
		e.NoInterval = string(r.why)
		if r.undefined < iv.Replicates {
			e.NoInterval = fmt.Sprintf("in %d of %d bootstrap samples: %s", r.undefined, iv.Replicates, r.why)
		}
		return nil
	}
	values := slices.DeleteFunc(r.values, math.IsNaN)
	slices.Sort(values)
	if len(values) < 2 {
		e.NoInterval = "there are fewer than two bootstrap samples"
		return nil
	}
	if e.SE == nil || iv.Resample != Items {
		se := deviation(values)
		e.SE = &se
	}
	low, high := (1-iv.level)/2, (1+iv.level)/2
	if iv.Kind == BCa {
		a, err := iv.acceleration(ctx, jo, p)
		if err != nil {
			return err
		}
		low, high = corrected(low, values, e.Value, a), corrected(high, values, e.Value, a)
	}
	e.Interval = &Limits{Lower: quantile(values, low), Upper: quantile(values, high), Level: iv.level,
		Method: iv.Kind.String(), Replicates: len(values), Undefined: r.undefined, Resampled: iv.Resample.String()}
	return nil
}

// quantile returns the quantile of ascending values (type 7 of Hyndman and Fan 1996).
func quantile(values []float64, p float64) float64 {
	at := p * float64(len(values)-1)
	k := min(int(at), len(values)-1)
	if k+1 == len(values) {
		return values[k]
	}
	return values[k] + (at-float64(k))*(values[k+1]-values[k])
}

// deviation returns the standard deviation, divisor n−1.
func deviation(values []float64) float64 {
	mean, s := total(values)/float64(len(values)), 0.0
	for _, v := range values {
		s += square(v - mean)
	}
	return math.Sqrt(s / float64(len(values)-1))
}

// corrected returns the probability at which BCa reads the replicates instead of p
// (Efron 1987, equation 2.3). Replicates equal to the estimate, but for rounding, count half below it.
func corrected(p float64, values []float64, estimate, acceleration float64) float64 {
	below := 0.0
	for _, v := range values {
		switch {
		case math.Abs(v-estimate) <= 1e-12*max(1, math.Abs(estimate)): // but for rounding
			below += 0.5
		case v < estimate:
			below++
		}
	}
	n := float64(len(values))
	normal := distuv.UnitNormal
	// Keep the share off 0 and 1, for which the correction would be infinite.
	z0 := normal.Quantile(min(max(below/n, 0.5/n), 1-0.5/n))
	z := z0 + normal.Quantile(p)
	if 1-acceleration*z <= 0 {
		return math.Max(0, math.Copysign(1, z))
	}
	return normal.CDF(z0 + z/(1-acceleration*z))
}

// mostGroups is how many groups of items or raters the jackknife deletes in turn. Sums
// over groups keep the ratio Σu³/(Σu²)^{3/2}, and its noise moves the acceleration by
// less than 0.001.
const mostGroups = 400

// acceleration returns Σu³/[6(Σu²)^{3/2}] of the jackknife's influences over the things that are resampled: items,
// raters, or both together.
func (iv intervals) acceleration(ctx context.Context, jo join, p population) (float64, error) {
	var squares, cubes float64
	add := func(pl plan) error {
		r, err := iv.evaluate(ctx, jo, p, pl)
		if err != nil {
			return err
		}
		values := slices.DeleteFunc(r.values, math.IsNaN)
		if len(values) == 0 {
			return nil
		}
		mean := total(values) / float64(len(values))
		for _, v := range values {
			squares += square(mean - v)
			cubes += (mean - v) * square(mean-v)
		}
		return nil
	}
	if iv.Resample != Raters {
		groups := min(mostGroups, p.items.size)
		pl := plan{groups, func(n int, item, _ []float64) { p.items.delete(item, n, groups) }, true, false}
		if err := add(pl); err != nil {
			return 0, err
		}
	}
	if iv.Resample != Items {
		groups := min(mostGroups, p.raters.size)
		pl := plan{groups, func(n int, _, rater []float64) { p.raters.delete(rater, n, groups) }, false, true}
		if err := add(pl); err != nil {
			return 0, err
		}
	}
	if squares == 0 {
		return 0, nil
	}
	return cubes / (6 * squares * math.Sqrt(squares)), nil
}

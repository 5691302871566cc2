package nonparam

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// interval sets the bootstrap interval of an estimate whose value is known, or the reason why there is none. It sets
// the bootstrap's standard error too, if raters are resampled or no standard error is known.
func (iv intervals) interval(ctx context.Context, e *Estimate, s statistic, sources []*Ratings) error {
	_, err := iv.intervalOf(ctx, e, s, sources)
	return err
}

// intervalOf is interval that also returns the defined replicates, ascending.
func (iv intervals) intervalOf(ctx context.Context, e *Estimate, s statistic, sources []*Ratings) ([]float64, error) {
	p, s := newPopulation(sources, iv.nest), compile(s)
	if iv.Resample != Items {
		for _, r := range sources {
			if r.rater == nil {
				e.NoInterval = string(noRaters)
				return nil, nil
			}
		}
	}
	r, err := iv.evaluate(ctx, s, p, iv.plan(p))
	if err != nil {
		return nil, err
	}
	// If more samples than this share are undefined, the others say little about the coefficient.
	const mostUndefined = 0.1
	if float64(r.undefined) > mostUndefined*float64(iv.Replicates) {
		e.NoInterval = string(r.why)
		if r.undefined < iv.Replicates {
			e.NoInterval = fmt.Sprintf("in %d of %d bootstrap samples: %s", r.undefined, iv.Replicates, r.why)
		}
		return nil, nil
	}
	values := slices.DeleteFunc(r.values, math.IsNaN)
	slices.Sort(values)
	if len(values) < 2 {
		e.NoInterval = "there are fewer than two bootstrap samples"
		return nil, nil
	}
	if e.SE == nil || iv.Resample != Items {
		se := deviation(values)
		e.SE = &se
	}
	low, high := (1-iv.level)/2, (1+iv.level)/2
	if iv.Kind == BCa {
		a, err := iv.acceleration(ctx, s, p)
		if err != nil {
			return nil, err
		}
		low, high = corrected(low, values, e.Value, a), corrected(high, values, e.Value, a)
	}
	e.Interval = &Limits{Lower: quantile(values, low), Upper: quantile(values, high), Level: iv.level,
		Method: iv.Kind.String(), Replicates: len(values), Undefined: r.undefined, Resampled: iv.Resample.String()}
	return values, nil
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
// (Efron 1987, equation 2.3). Replicates equal to the estimate count half below it.
func corrected(p float64, values []float64, estimate, acceleration float64) float64 {
	below := 0.0
	for _, v := range values {
		switch {
		case v < estimate:
			below++
		case v == estimate:
			below += 0.5
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
func (iv intervals) acceleration(ctx context.Context, s statistic, p population) (float64, error) {
	var squares, cubes float64
	add := func(pl plan) error {
		r, err := iv.evaluate(ctx, s, p, pl)
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

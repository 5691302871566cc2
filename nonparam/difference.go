package nonparam

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/stat/distuv"

	"concord/internal/abandon"
)

// Difference is by how much one study agrees better with a reference than another does.
type Difference struct {
	Estimate          // Studies are the reference, a and b; Value is that of a less that of b
	A, B     Estimate // with the reference
	// Greater is the share of bootstrap samples in which the difference is positive; samples with 0 count half. By a
	// jackknife it follows from Student's t of the difference over its SE. It is nil without either.
	Greater *float64
}

// Compare returns the difference of a coefficient of two studies: of reference and a minus of reference and b. Its
// interval is from one joint jackknife or bootstrap: ratings that both comparisons use, such as the reference's, are
// deleted or resampled alike in both. When ctx ends it returns at once with the error of ctx; a custom distance may
// then be called for a little longer.
func Compare(ctx context.Context, reference, a, b *Ratings, c Coefficient, o Options) (Difference, error) {
	return abandon.Do(ctx, func() (Difference, error) {
		return o.between(ctx, []*Ratings{reference, a, b}, c)
	})
}

// between is [Compare] of the reference, a and b.
func (o Options) between(ctx context.Context, sources []*Ratings, c Coefficient) (Difference, error) {
	var diff Difference
	if err := c.validate(); err != nil {
		return diff, err
	}
	if !c.Across() {
		return diff, fmt.Errorf("nonparam: %q does not compare two studies", c)
	}
	if err := o.Normalize.validate(); err != nil {
		return diff, err
	}
	var err error
	if o.with, err = newIntervals(o.Intervals, o.Level, o.Workers); err != nil {
		return diff, err
	}
	if o.with.nest, err = nested(o.Clusters, sources); err != nil {
		return diff, err
	}
	if o.Categories != nil {
		for s, r := range sources {
			if sources[s], err = r.WithCategories(o.Categories); err != nil {
				return diff, err
			}
		}
	}
	if o.Distance == nil {
		o.Distance = sources[0].distance()
	}
	withA, withB := newPair(sources[0], sources[1], o.AllPairs), newPair(sources[0], sources[2], o.AllPairs)
	var d difference
	var why reason
	if diff.A, d.a, why = withA.prepare(c, o.Distance, o.Normalize, 0, 1); why != "" {
		return diff, undefined(diff.A, why)
	}
	if diff.B, d.b, why = withB.prepare(c, o.Distance, o.Normalize, 0, 2); why != "" {
		return diff, undefined(diff.B, why)
	}
	all := make([]weighting, 3)
	if diff.A.Value, why = checked(d.a.evaluator()(all)); why != "" {
		return diff, undefined(diff.A, why)
	}
	if diff.B.Value, why = checked(d.b.evaluator()(all)); why != "" {
		return diff, undefined(diff.B, why)
	}
	diff.Estimate = Estimate{Coefficient: c, Distance: diff.A.Distance, Value: diff.A.Value - diff.B.Value,
		Studies: []string{sources[0].name, sources[1].name, sources[2].name},
		Items:   min(diff.A.Items, diff.B.Items), Ratings: min(diff.A.Ratings, diff.B.Ratings),
		Clusters: o.with.nest.count(sources)}
	if o.with.jackknife {
		return diff, o.jackknifeBetween(ctx, &diff, d, sources)
	}
	if o.with.Replicates == 0 {
		return diff, nil
	}
	if err := o.with.interval(ctx, &diff.A, d.a, sources); err != nil {
		return diff, err
	}
	if err := o.with.interval(ctx, &diff.B, d.b, sources); err != nil {
		return diff, err
	}
	values, err := o.with.intervalOf(ctx, &diff.Estimate, d, sources)
	if err == nil && diff.Interval != nil {
		share := shareAbove(values)
		diff.Greater = &share
	}
	return diff, err
}

// jackknifeBetween sets the intervals of a difference and of its two coefficients.
func (o Options) jackknifeBetween(ctx context.Context, diff *Difference, d difference, sources []*Ratings) error {
	j := o.with.newJackknife()
	of := sample{sources: sources, number: []int{0, 1, 2}}
	if err := o.jackknifed(ctx, j, &diff.A, d.a, of); err != nil {
		return err
	}
	if err := o.jackknifed(ctx, j, &diff.B, d.b, of); err != nil {
		return err
	}
	if err := o.jackknifed(ctx, j, &diff.Estimate, d, of); err != nil {
		return err
	}
	if diff.Interval != nil && *diff.SE > 0 {
		greater := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: diff.Interval.DF}.CDF(diff.Value / *diff.SE)
		diff.Greater = &greater
	}
	return nil
}

// difference is a statistic less another.
type difference struct{ a, b statistic }

func (di difference) evaluator() func([]weighting) (float64, reason) {
	a, b := di.a.evaluator(), di.b.evaluator()
	return func(all []weighting) (float64, reason) {
		x, why := a(all)
		if why != "" {
			return 0, why
		}
		y, why := b(all)
		return x - y, why
	}
}

// shareAbove returns the share of values above 0, plus half the share of values at 0.
func shareAbove(values []float64) float64 {
	n := 0.0
	for _, v := range values {
		switch {
		case v > 0:
			n++
		case v == 0:
			n += 0.5
		}
	}
	return n / float64(len(values))
}

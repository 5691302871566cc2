package nonparam

import (
	"context"
	"fmt"
)

// Aggregate says how k ratings of an item are combined.
type Aggregate int

const (
	// Mean is the arithmetic mean, compared by the [Interval] distance.
	Mean Aggregate = iota
	// Median is the median, of an even number the mean of the middle two, compared by
	// the [Interval] distance.
	Median
	// Majority is the most frequent value, ties broken at random, compared by the
	// [Nominal] distance.
	Majority
)

// String returns "mean", "median" or "majority".
func (ag Aggregate) String() string {
	switch ag {
	case Mean:
		return "mean"
	case Median:
		return "median"
	case Majority:
		return "majority"
	}
	return "unknown"
}

// distance returns the distance that compares two aggregates.
func (ag Aggregate) distance() Standard {
	if ag == Majority {
		return Nominal
	}
	return Interval
}

// KRaterMethod says where the second aggregate of k ratings comes from.
type KRaterMethod int

const (
	// Halves draws two disjoint sets of k ratings of an item, without replacement. If too few items have 2k ratings, it
	// steps up from smaller sets by Spearman-Brown, which is exact for means and otherwise an approximation.
	Halves KRaterMethod = iota
	// WithinItems draws two sets of k ratings with replacement (Wong and Paritosh 2022, section 5.1). It is biased
	// upwards, because the two sets share ratings: for means of items with k ratings its limit is
	// (ρ+(1−ρ)/k)/(ρ+(1−ρ)/k+(1−ρ)(k−1)/k²). For ρ = 0.2 and k = 3 the limit is 0.72, and the truth 0.43.
	WithinItems
	// Analytic is ICC(k): Spearman-Brown from ICC(1), for means only (section 5.2).
	Analytic
)

// KRaterOptions say how k-rater reliability is computed. The zero value is for means,
// by disjoint halves, without a band.
type KRaterOptions struct {
	Aggregate Aggregate
	Method    KRaterMethod // of [KRater]; [KRaterReplications] has its own
	Draws     int          // random sets for each item; 0: 50
	Bootstrap Bootstrap    // over items, for the band
	Level     float64      // of the band; 0: 0.95
	Workers   int          // 0: one for each processor

	with intervals // of these, filled in
}

// KRater returns the reliability of aggregates of k ratings (Wong and Paritosh 2022), Krippendorff's alpha between two
// replications of the aggregate, for each k, from the ratings of one study. If it is undefined for a k, the result for
// that k says why. An error is of the options, or of ctx, at whose end it returns at once with the results that are
// done.
func KRater(ctx context.Context, r *Ratings, ks []int, o KRaterOptions) ([]Outcome, error) {
	return collect(ctx, func(done *results) error {
		return o.curve(ctx, ks, []*Ratings{r}, done, func(k int) (statistic, reason) {
			if o.Method == Analytic {
				return newStepped(r, k)
			}
			return newHalves(r, k, o)
		})
	})
}

// KRaterReplications is [KRater] from two studies of the same items: k ratings of an item
// are drawn from each without replacement, from the items that have as many in both
// (section 4.2, figure 1). The method is not used.
func KRaterReplications(ctx context.Context, x, y *Ratings, ks []int, o KRaterOptions) ([]Outcome, error) {
	return collect(ctx, func(done *results) error {
		p := newPair(x, y, true)
		return o.curve(ctx, ks, []*Ratings{p.x, p.y}, done, func(k int) (statistic, reason) {
			return newReplications(p, k, o)
		})
	})
}

func (ko KRaterOptions) draws() int {
	if ko.Draws == 0 {
		return 50
	}
	return ko.Draws
}

func (ko KRaterOptions) validate(ks []int) (KRaterOptions, error) {
	for _, k := range ks {
		if k < 1 {
			return ko, fmt.Errorf("nonparam: an aggregate of %d ratings", k)
		}
	}
	switch {
	case ko.Draws < 0:
		return ko, fmt.Errorf("nonparam: %d draws", ko.Draws)
	case ko.Aggregate < Mean || ko.Aggregate > Majority:
		return ko, fmt.Errorf("nonparam: unknown aggregate %d", int(ko.Aggregate))
	case ko.Method < Halves || ko.Method > Analytic:
		return ko, fmt.Errorf("nonparam: unknown method of k-rater reliability %d", int(ko.Method))
	case ko.Method == Analytic && ko.Aggregate != Mean:
		return ko, fmt.Errorf("nonparam: ICC(k) is the reliability of means, not of a %s", ko.Aggregate)
	}
	var err error
	ko.with, err = newIntervals(ko.Bootstrap, ko.Level, ko.Workers)
	return ko, err
}

func (ko KRaterOptions) curve(
	ctx context.Context, ks []int, sources []*Ratings, done *results, prepare func(k int) (statistic, reason),
) error {
	ko, err := ko.validate(ks)
	if err != nil {
		return err
	}
	distance := ko.Aggregate.distance()
	for _, k := range ks {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := Estimate{Coefficient: KRaterName, Distance: distance.String(), K: k}
		why := reason("")
		for _, r := range sources {
			e.Studies = append(e.Studies, r.name)
			if r.total == 0 {
				why = noRatings
			} else if unsuited := r.suits(KRaterName, distance); unsuited != "" {
				why = unsuited
			}
		}
		var s statistic
		if why == "" {
			s, why = prepare(k)
		}
		if used, ok := s.(interface{ used() (items, ratings int) }); ok {
			e.Items, e.Ratings = used.used()
		}
		result, err := Options{with: ko.with}.result(ctx, nil, e, s, why, sample{sources: sources})
		if err != nil {
			return err
		}
		done.add(result)
	}
	return ctx.Err()
}

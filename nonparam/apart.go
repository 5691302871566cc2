package nonparam

import (
	"cmp"
	"context"

	"concord/internal/abandon"
	"concord/study"
)

// CompareGroups returns a coefficient of one group's ratings minus the same coefficient of another group's. Its
// interval is by one joint jackknife or bootstrap: an item that both groups have labelled is deleted or drawn in both.
// Studies of the result are the two groups, and c is a coefficient of one study.
func CompareGroups(ctx context.Context, a, b *Ratings, c Coefficient, o Options) (Difference, error) {
	return abandon.Do(ctx, func() (Difference, error) {
		if o.Distance == nil {
			o.Distance = a.distance()
		}
		sources, o, err := o.ready([]*Ratings{a, b})
		if err != nil {
			return Difference{}, err
		}
		if err := c.validate(); err != nil {
			return Difference{}, err
		}
		var diff Difference
		var each [2]preparation
		for s, of := range []*Estimate{&diff.A, &diff.B} {
			one := preparationOf(c, sources[s], o.Distance)
			if each[s], *of = one, one.Estimate; one.why == "" {
				one.why = finish(of, one.statistic, 1)
			}
			if one.why != "" {
				return diff, undefined(*of, one.why)
			}
		}
		all, err := o.apart(ctx, o.with.newJackknife(), each[0], each[1], sample{sources: sources, number: []int{0, 1}})
		diff.Estimate = all.Estimate
		return diff, err
	})
}

// GroupDifferences computes coefficients of one study for each study of a table minus the same of the reference, as
// [CompareGroups] does. The studies of a result are the study and the reference. A coefficient that is undefined in one
// of them is a result with the reason. When ctx ends it returns what is done, and the error of ctx. If the table has no
// such study the error is a [*study.NameError].
func GroupDifferences(ctx context.Context, t *study.Table, reference string, o Options) ([]Outcome, error) {
	return o.compared(ctx, t, reference, func(sources []*Ratings, ref int, o Options, done *results) error {
		j := o.with.newJackknife()
		for _, c := range o.Coefficients {
			if c.Across() || c == SpecificAgreementName { // which has a value for each category
				continue
			}
			with := preparationOf(c, sources[ref], o.Distance)
			for s := range sources {
				if s == ref {
					continue
				}
				of := sample{sources: []*Ratings{sources[s], sources[ref]}, number: []int{s, ref}}
				result, err := o.apart(ctx, j, preparationOf(c, sources[s], o.Distance), with, of)
				if err != nil {
					return err
				}
				done.add(result)
			}
		}
		return ctx.Err()
	})
}

// apart computes a coefficient of the first of two sources minus the same coefficient of the second.
func (o Options) apart(ctx context.Context, j *jackknife, a, b preparation, of sample) (Outcome, error) {
	e := Estimate{Coefficient: a.Coefficient, Distance: a.Distance,
		Studies: []string{of.sources[0].name, of.sources[1].name}, Items: min(a.Items, b.Items),
		Ratings: min(a.Ratings, b.Ratings)}
	return o.result(ctx, j, e, apart{a.statistic, b.statistic}, cmp.Or(a.why, b.why), of)
}

// apart is a statistic of one source minus one of another.
type apart struct{ a, b statistic }

func (ap apart) evaluator() func([]weighting) (float64, reason) {
	a, b := ap.a.evaluator(), ap.b.evaluator()
	return func(all []weighting) (float64, reason) {
		x, why := a(all[:1])
		if why != "" {
			return 0, why
		}
		y, why := b(all[1:])
		return x - y, why
	}
}

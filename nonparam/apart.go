package nonparam

import (
	"context"

	"concord/internal/abandon"
)

// CompareGroups returns a coefficient of one group's ratings minus the same coefficient of another group's. Its
// interval is by a joint jackknife: an item that both groups have labelled is deleted from both. Studies of the result
// are the two groups. c is a coefficient of one study, and intervals are by a [Jackknife] or none.
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
		d := apart{}
		for s, of := range []struct {
			estimate  *Estimate
			statistic *statistic
		}{{&diff.A, &d.a}, {&diff.B, &d.b}} {
			var why reason
			if *of.estimate, *of.statistic, why = prepareSingle(c, sources[s], o.Distance); why == "" {
				why = finish(of.estimate, *of.statistic, 1)
			}
			if why != "" {
				return diff, undefined(*of.estimate, why)
			}
		}
		diff.Estimate = Estimate{Coefficient: c, Distance: diff.A.Distance, Value: diff.A.Value - diff.B.Value,
			Studies: []string{a.name, b.name}, Items: min(diff.A.Items, diff.B.Items),
			Ratings: min(diff.A.Ratings, diff.B.Ratings)}
		if !o.with.jackknife {
			return diff, nil
		}
		return diff, o.jackknifed(ctx, o.with.newJackknife(), &diff.Estimate, d,
			sample{sources: sources, number: []int{0, 1}})
	})
}

// apart is a statistic of one source less one of another.
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

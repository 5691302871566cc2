package nonparam

import (
	"context"
	"slices"

	"concord/study"
)

// Differences computes, for each coefficient that compares studies and each two studies besides the reference, how much
// better the later one in the table agrees with the reference than the earlier one: [Compare] of all of them, in time
// that grows with the comparisons with the reference and little with their pairs if intervals are by a jackknife. The
// studies of a result are the reference and those two. When ctx ends it returns the finished differences, and the error
// of ctx. If the table has no such study, the error is a [*study.NameError].
func Differences(ctx context.Context, t *study.Table, reference string, o Options) ([]Outcome, error) {
	return o.compared(ctx, t, reference, func(sources []*Ratings, ref int, o Options, done *results) error {
		return o.differences(ctx, sources, ref, done)
	})
}

// compared collects what work finds of the studies of a table and the place of the reference among them, with the
// options checked and filled in.
func (o Options) compared(
	ctx context.Context, t *study.Table, reference string,
	work func(sources []*Ratings, ref int, o Options, done *results) error,
) ([]Outcome, error) {
	t, _ = t.FirstLabels()
	if err := o.nestIn(t); err != nil {
		return nil, err
	}
	return collect(ctx, func(done *results) error {
		ref := slices.Index(t.Studies(), reference)
		if ref < 0 {
			return &study.NameError{Kind: "group", Name: reference, Names: t.Studies()}
		}
		var sources []*Ratings
		for s := range t.Studies() {
			sources = append(sources, FromStudy(t.StudyAt(s)))
		}
		if o.Distance == nil {
			o.Distance = sources[0].distance()
		}
		sources, o, err := o.ready(sources)
		if err != nil {
			return err
		}
		if o.Coefficients == nil {
			o.Coefficients = suitable(sources, o.Distance)
		}
		return work(sources, ref, o, done)
	})
}

func (o Options) differences(ctx context.Context, sources []*Ratings, ref int, done *results) error {
	// All of these are comparisons with the reference, each in several differences.
	j := o.with.newJackknife()
	for _, c := range o.Coefficients {
		if !c.Across() {
			continue
		}
		with := make([]comparison, len(sources))
		for s := range sources {
			if s != ref {
				with[s] = o.compare(c, sources, ref, s)
			}
		}
		var pairs [][2]int
		for a := range sources {
			for b := range a {
				if a != ref && b != ref {
					pairs = append(pairs, [2]int{a, b})
				}
			}
		}
		// Each comparison is in a difference with the comparison of the first source.
		withFirst := func(i int) bool { return pairs[i][1] == pairs[0][1] }
		err := o.with.together(ctx, j, len(pairs), withFirst, done, func(j *jackknife, i int) ([]Outcome, error) {
			result, err := o.differenceOf(ctx, j, c, sources, with, ref, pairs[i][0], pairs[i][1])
			return []Outcome{result}, err
		})
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// comparison is a coefficient of a study with the reference, as a statistic of all studies.
type comparison struct {
	Estimate
	statistic
	why reason
}

func (o Options) compare(c Coefficient, sources []*Ratings, ref, s int) comparison {
	var with comparison
	p := newPair(sources[ref], sources[s], o.AllPairs)
	if with.Estimate, with.statistic, with.why = p.prepare(c, o.Distance, o.Normalize, ref, s); with.why == "" {
		with.Value, with.why = checked(with.evaluator()(make([]weighting, len(sources))))
	}
	return with
}

func (o Options) differenceOf(
	ctx context.Context, j *jackknife, c Coefficient, sources []*Ratings, with []comparison, ref, a, b int,
) (Outcome, error) {
	x, y := with[a], with[b]
	e := Estimate{Coefficient: c, Distance: x.Distance, Value: x.Value - y.Value,
		Studies: []string{sources[ref].name, sources[a].name, sources[b].name},
		Items:   min(x.Items, y.Items), Ratings: min(x.Ratings, y.Ratings),
		Clusters: o.with.nest.count([]*Ratings{sources[ref], sources[a], sources[b]})}
	for _, one := range []comparison{x, y} {
		if one.why != "" {
			return Outcome{Estimate: e, Undefined: string(one.why)}, ctx.Err()
		}
	}
	d := difference{x.statistic, y.statistic}
	all := make([]int, len(sources))
	for s := range all {
		all[s] = s
	}
	if _, why := compose(d, sources, all); o.with.jackknife && why == "" {
		err := o.jackknifed(ctx, j, &e, d, sample{sources, all, []int{ref, a, b}})
		return Outcome{Estimate: e}, err
	}
	if o.with.Replicates == 0 && !o.with.jackknife {
		return Outcome{Estimate: e}, ctx.Err()
	}
	joint, err := o.between(ctx, []*Ratings{sources[ref], sources[a], sources[b]}, c)
	return Outcome{Estimate: joint.Estimate}, err
}

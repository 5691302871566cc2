package nonparam

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"concord/internal/abandon"
	"concord/study"
)

// Differences computes how much better one study agrees with the reference than another that comes earlier in the
// table. It does so for each coefficient that compares studies and each two studies besides the reference. The time
// grows with the comparisons with the reference and little with their pairs if intervals are by a jackknife. An
// interval is from one joint jackknife or bootstrap: ratings that both comparisons use, such as the reference's, are
// deleted or resampled alike in both. The studies of a result are the reference and those two. When ctx ends it returns
// the finished differences, and the error of ctx. If the table has no such study, the error is a [*study.NameError].
func Differences(ctx context.Context, t *study.Table, reference string, o Options) ([]Outcome, error) {
	return o.compared(ctx, t, reference, Options.differences)
}

// compared collects what work finds of the studies of a table and the place of the reference among them, with the
// options checked and filled in.
func (o Options) compared(
	ctx context.Context, t *study.Table, reference string,
	work func(o Options, ctx context.Context, sources []source, ref int, done *results) error,
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
		var ratings []*Ratings
		for s := range t.Studies() {
			ratings = append(ratings, FromStudy(t.StudyAt(s)))
		}
		if o.Distance == nil {
			o.Distance = ratings[0].distance()
		}
		sources, o, err := o.ready(ratings)
		if err != nil {
			return err
		}
		if o.Coefficients == nil {
			o.Coefficients = suitable(sources, o.Distance)
		}
		return work(o, ctx, sources, ref, done)
	})
}

func (o Options) differences(ctx context.Context, sources []source, ref int, done *results) error {
	known := o.newReliabilities(sources)
	with := make([]*compared, len(sources))
	var pairs [][2]int
	for a := range sources {
		if a != ref {
			with[a] = o.compare(sources[ref], sources[a], known)
		}
		for b := range a {
			if a != ref && b != ref {
				pairs = append(pairs, [2]int{a, b})
			}
		}
	}
	for _, c := range o.Coefficients {
		if !c.Across() {
			continue
		}
		of := make([]question, len(sources))
		for s := range sources {
			if s != ref {
				of[s] = with[s].question(c)
			}
		}
		err := o.with.inOrder(ctx, len(pairs), done, func(i int) ([]Outcome, error) {
			a, b := pairs[i][0], pairs[i][1]
			all := []source{sources[ref], sources[a], sources[b]}
			result, err := o.result(ctx, of[a].less(of[b], all...))
			return []Outcome{result}, err
		})
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// less returns the question of a coefficient of some of the sources less the same coefficient of others.
func (q question) less(than question, sources ...source) question {
	d := question{Estimate: Estimate{Coefficient: q.Coefficient, Distance: q.Distance, Items: min(q.Items, than.Items),
		Ratings: min(q.Ratings, than.Ratings)}, why: cmp.Or(q.why, than.why)}
	for _, s := range sources {
		d.Studies = append(d.Studies, s.name)
	}
	many := len(q.parts)
	d.join = join{sources, slices.Concat(q.parts, than.parts), func(values []float64) (float64, reason) {
		x, why := q.combine(values[:many])
		if why != "" {
			return 0, why
		}
		y, why := than.combine(values[many:])
		return x - y, why
	}}
	return d
}

// CompareGroups returns a coefficient of one group's ratings minus the same coefficient of another group's. Its
// interval is by one joint jackknife or bootstrap: an item that both groups have labelled is deleted or drawn in both.
// Studies of the result are the two groups, and c is a coefficient of one study.
func CompareGroups(ctx context.Context, a, b *Ratings, c Coefficient, o Options) (Outcome, error) {
	if o.Distance == nil {
		o.Distance = a.distance()
	}
	o.Coefficients = []Coefficient{c}
	all, err := collect(ctx, func(done *results) error {
		sources, o, err := o.ready([]*Ratings{a, b})
		if err != nil {
			return err
		}
		return o.groupDifferences(ctx, sources, 1, done)
	})
	switch {
	case err != nil:
		return Outcome{}, err
	case len(all) == 0:
		return Outcome{}, fmt.Errorf("nonparam: %q does not have one value of one study", c)
	}
	return all[0], nil
}

// GroupDifferences computes coefficients of one study for each study of a table minus the same of the reference, as
// [CompareGroups] does. The studies of a result are the study and the reference. A coefficient that is undefined in one
// of them is a result with the reason. When ctx ends it returns what is done, and the error of ctx. If the table has no
// such study the error is a [*study.NameError].
func GroupDifferences(ctx context.Context, t *study.Table, reference string, o Options) ([]Outcome, error) {
	return o.compared(ctx, t, reference, Options.groupDifferences)
}

func (o Options) groupDifferences(ctx context.Context, sources []source, ref int, done *results) error {
	known := o.newReliabilities(sources)
	for _, c := range o.Coefficients {
		if c.Across() || c == SpecificAgreementName { // which has a value for each category
			continue
		}
		with := o.one(c, sources[ref], known)
		for s, of := range sources {
			if s == ref {
				continue
			}
			result, err := o.result(ctx, o.one(c, of, known).less(with, of, sources[ref]))
			if err != nil {
				return err
			}
			done.add(result)
		}
	}
	return ctx.Err()
}

// results are those that a computation has so far.
type results struct {
	mutex sync.Mutex
	list  []Outcome
}

func (rs *results) add(next Outcome) {
	rs.mutex.Lock()
	defer rs.mutex.Unlock()
	rs.list = append(rs.list, next)
}

// soFar returns a copy, which a computation that goes on does not change.
func (rs *results) soFar() []Outcome {
	rs.mutex.Lock()
	defer rs.mutex.Unlock()
	return slices.Clone(rs.list)
}

// collect returns the results of compute. As soon as ctx ends it returns the finished results, even in the middle of a
// pass over millions of ratings.
func collect(ctx context.Context, compute func(done *results) error) ([]Outcome, error) {
	done := new(results)
	_, err := abandon.Do(ctx, func() (struct{}, error) { return struct{}{}, compute(done) })
	if err == nil {
		return done.list, nil // it is at its end, so that nobody adds to them
	}
	return done.soFar(), err
}

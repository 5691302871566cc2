package nonparam

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"concord/study"
)

// Options say which coefficients [Agreement] computes, and how. The zero value is the coefficients that suit
// the labels, without intervals.
type Options struct {
	Coefficients []Coefficient // nil: those that suit the labels
	Distance     Distance      // nil: Interval for numbers, Ordinal for ordered categories, MASI for sets, else Nominal
	Normalize    Normalization // of normalized_cross_kappa
	// AllPairs says that coefficients of two studies take all pairs of labels. Otherwise they leave out pairs of labels
	// by one person, who is a labeler of one name in both studies of a table.
	AllPairs bool
	// TwoRaters adds coefficients of two raters to the coefficients that suit the labels, for studies with two raters:
	// [KappaMaxName], [PrevalenceIndexName], [BiasIndexName], [PABAKName] and [SpecificAgreementName], of numbers
	// [LinCCCName]. It does nothing if Coefficients names some.
	TwoRaters bool
	// Intervals says how intervals are made; nil: F limits of intraclass correlations, and no others.
	Intervals IntervalMethod
	// Cluster is the factor of a table in which items are nested, such as the patient of a lesion. Clusters are the
	// clusters of items, by their places in the table ([ClustersOf]) or the rows of matrices. With "" and nil, each
	// item is a separate cluster. Intervals are then about other clusters: a jackknife deletes whole clusters, and a
	// bootstrap draws them. There are no standard errors and F limits without such an interval, because they take items
	// as independent. Values of coefficients do not depend on clusters.
	Cluster  string
	Clusters []int32
	Level    float64 // of intervals; 0: 0.95
	Workers  int     // 0: one for each processor

	with intervals // of these, filled in
}

// Agreement answers the coefficients for each study of a table, in the table's order, and then for each pair of
// studies. An undefined coefficient is a result with the reason. If a labeler gave an item several labels, the first
// counts ([study.Table.FirstLabels]). When ctx ends it returns at once, with the finished coefficients and the error of
// ctx. A custom distance may then be called for a little longer.
func Agreement(ctx context.Context, t *study.Table, o Options) ([]Outcome, error) {
	t, _ = t.FirstLabels()
	if err := o.nestIn(t); err != nil {
		return nil, err
	}
	return collect(ctx, func(done *results) error {
		var sources []*Ratings
		for s := range t.Studies() {
			if err := ctx.Err(); err != nil {
				return err
			}
			sources = append(sources, FromStudy(t.StudyAt(s)))
		}
		if o.Distance == nil && len(sources) > 0 {
			o.Distance = sources[0].distance()
		}
		return o.agreement(ctx, sources, done)
	})
}

// distance returns the distance that suits the labels: Interval for numbers, Ordinal for ordered categories, MASI for
// sets, and Nominal for others.
func (r *Ratings) distance() Distance {
	if r.table != nil {
		switch r.table.Kind() {
		case study.Numeric:
			return Interval
		case study.Ordinal:
			return Ordinal
		}
		if r.table.Sets() != nil {
			return MASI
		}
	}
	return Nominal
}

// Of returns a coefficient of one study or, if it compares studies, of two. An intraclass correlation has F limits. The
// error is an [*UndefinedError] if the data leave it undefined. Agreement on each category has several values, which
// [AgreementOf] returns.
func Of(c Coefficient, d Distance, sources ...*Ratings) (Estimate, error) {
	all, err := AgreementOf(context.Background(), sources, Options{Coefficients: []Coefficient{c}, Distance: d})
	switch {
	case err != nil:
		return Estimate{}, err
	case len(all) != 1:
		return Estimate{}, fmt.Errorf("nonparam: %s has %d values of %d studies", c, len(all), len(sources))
	case all[0].Undefined != "":
		named := slices.DeleteFunc(all[0].Studies, func(name string) bool { return name == "" })
		return Estimate{}, &UndefinedError{c, named, all[0].Undefined}
	}
	return all[0].Estimate, nil
}

// AgreementOf is [Agreement] for ratings. Ratings of the same item have the same row in all of them. Without a distance
// it takes [Nominal].
func AgreementOf(ctx context.Context, sources []*Ratings, o Options) ([]Outcome, error) {
	return collect(ctx, func(done *results) error { return o.agreement(ctx, sources, done) })
}

// agreement checks the options, fills them in and answers.
func (o Options) agreement(ctx context.Context, ratings []*Ratings, done *results) error {
	sources, o, err := o.ready(ratings)
	if err != nil {
		return err
	}
	var ofTwo []Coefficient
	if o.Coefficients == nil {
		o.Coefficients = suitable(sources, o.Distance)
		if o.TwoRaters {
			ofTwo = ofTwoRaters(sources)
		}
	}
	return o.answer(ctx, sources, ofTwo, done)
}

// ready checks the options and fills them in, except for the coefficients. It returns the sources with the categories
// that were asked for.
func (o Options) ready(ratings []*Ratings) ([]source, Options, error) {
	if o.Distance == nil {
		o.Distance = Nominal
	}
	for _, c := range o.Coefficients {
		if err := c.validate(); err != nil {
			return nil, o, err
		}
	}
	err := o.Normalize.validate()
	if err != nil {
		return nil, o, err
	}
	if o.with, err = newIntervals(o.Intervals, o.Level, o.Workers); err != nil {
		return nil, o, err
	}
	if o.with.nest, err = nested(o.Clusters, ratings); err != nil {
		return nil, o, err
	}
	sources := make([]source, len(ratings))
	for s, r := range ratings {
		sources[s] = source{r, s}
	}
	return sources, o, nil
}

func (o Options) answer(ctx context.Context, sources []source, ofTwo []Coefficient, done *results) error {
	known := o.newReliabilities(sources)
	for _, s := range sources {
		own := o.Coefficients
		if len(s.raters) == 2 {
			own = slices.Concat(own, ofTwo)
		}
		for _, c := range own {
			if c.Across() {
				continue
			}
			for _, q := range o.each(c, s, known) {
				result, err := o.result(ctx, q)
				if err != nil {
					return err
				}
				done.add(result)
			}
		}
	}
	var pairs [][2]source
	for n, a := range sources {
		for _, b := range sources[n+1:] {
			pairs = append(pairs, [2]source{a, b})
		}
	}
	return o.with.inOrder(ctx, len(pairs), done, func(i int) ([]Outcome, error) {
		p := o.compare(pairs[i][0], pairs[i][1], known)
		var list []Outcome
		for _, c := range o.Coefficients {
			if !c.Across() {
				continue
			}
			result, err := o.result(ctx, p.question(c))
			if err != nil {
				return nil, err
			}
			list = append(list, result)
		}
		return list, nil
	})
}

// inOrder adds n results of work to done, in their order, until one fails, and returns its error. If intervals are by a
// jackknife, several are found at once.
func (iv intervals) inOrder(ctx context.Context, n int, done *results, work func(i int) ([]Outcome, error)) error {
	type found struct {
		list []Outcome
		err  error
	}
	all := make([]chan found, n)
	for i := range all {
		all[i] = make(chan found, 1)
	}
	var next atomic.Int64
	var failed atomic.Bool
	var group sync.WaitGroup
	defer group.Wait()
	workers := 1
	if iv.jackknife {
		workers = min(iv.workers, n)
	}
	for range workers {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && !failed.Load(); i = int(next.Add(1)) - 1 {
				list, err := []Outcome(nil), ctx.Err()
				if err == nil {
					list, err = work(i)
				}
				all[i] <- found{list, err}
			}
		})
	}
	for _, one := range all {
		f := <-one
		if f.err != nil {
			failed.Store(true)
			return f.err
		}
		for _, o := range f.list {
			done.add(o)
		}
	}
	return ctx.Err()
}

// result finishes an estimate with its interval, by the jackknife or the bootstrap. An intraclass correlation whose
// items are not resampled has F limits.
func (o Options) result(ctx context.Context, q question) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	e := q.Estimate
	if q.why == "" {
		e.Value, q.why = q.value()
	}
	if q.why != "" {
		return Outcome{Estimate: e, Undefined: string(q.why)}, nil
	}
	if q.of == nil {
		q.parts[0].describe(&e)
	}
	e.Clusters = o.with.nest.count(q.sources)
	if e.Clusters > 0 {
		e.SE = nil // which takes items as independent
	}
	resampled, ic := o.with.jackknife || o.with.Replicates > 0, q.icc()
	var err error
	switch {
	case e.Clusters == 1 && resampled:
		e.NoInterval = string(oneCluster)
	case o.with.jackknife:
		err = o.jackknifed(ctx, &e, q.join)
	case ic != nil && (!resampled || o.with.Resample != Items) && o.with.nest != nil:
		if resampled {
			e.NoInterval = string(inClusters)
		}
	case ic != nil && (!resampled || o.with.Resample != Items):
		var why reason
		if e.Interval, why = ic.limits(q.parts[0].total, o.with.level); resampled {
			e.NoInterval = string(why)
		}
	case resampled:
		err = o.with.interval(ctx, &e, q.join)
	}
	return Outcome{Estimate: e}, err
}

// suitable returns the coefficients that suit the labels.
func suitable(sources []source, d Distance) []Coefficient {
	numbers, twoRaters := d != Nominal, false
	means := true // of items, which 0 and 1 have as well
	for _, r := range sources {
		twoRaters = twoRaters || len(r.raters) == 2
		means = means && (numbers || r.table != nil && r.table.Kind() == study.Binary) &&
			r.suits(DisattenuatedName, d) == ""
	}
	var list []Coefficient
	if !numbers {
		list = append(list, PercentAgreementName)
	}
	if twoRaters {
		list = append(list, CohenKappaName)
	}
	if !numbers {
		list = append(list, FleissKappaName, GwetACName)
	}
	list = append(list, AlphaName)
	if numbers && means {
		list = append(list, ICC1Name, ICC1kName)
	}
	if len(sources) > 1 {
		list = append(list, CrossKappaName, NormalizedCrossKappaName)
		if means {
			list = append(list, DisattenuatedName)
		}
	}
	return list
}

// ofTwoRaters returns the coefficients of two raters that suit the labels.
func ofTwoRaters(sources []source) []Coefficient {
	r := sources[0]
	switch {
	case r.table != nil && r.table.Kind() == study.Numeric:
		return []Coefficient{LinCCCName}
	case len(r.values) == 2:
		return []Coefficient{KappaMaxName, KappaOverMaxName, PrevalenceIndexName, BiasIndexName, PABAKName,
			SpecificAgreementName}
	case len(r.values) > mostSpecific:
		return []Coefficient{KappaMaxName, KappaOverMaxName, PABAKName}
	}
	return []Coefficient{KappaMaxName, KappaOverMaxName, PABAKName, SpecificAgreementName}
}

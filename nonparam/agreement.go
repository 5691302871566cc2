package nonparam

import (
	"context"
	"slices"

	"concord/study"
)

// Options say which coefficients [Agreement] computes, and how. The zero value is the coefficients that suit
// the labels, without intervals.
type Options struct {
	Coefficients []Coefficient // nil: those that suit the labels
	Distance     Distance      // nil: Interval for numbers, Ordinal for ordered categories, MASI for sets, else Nominal
	Categories   []float64     // of the scale, ascending; nil: those that occur in a study
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
	// Cluster is the factor of a table in which items are nested, such as the patient of a lesion, and Clusters are the
	// clusters of items by their places in the table ([ClustersOf]) or the rows of matrices; "" and nil: each item is a
	// separate cluster. Intervals are then about other clusters: a jackknife deletes whole clusters, and a bootstrap
	// draws them. There are no standard errors and F limits without such an interval, because they take items as
	// independent. Values of coefficients do not depend on clusters.
	Cluster  string
	Clusters []int32
	Level    float64 // of intervals; 0: 0.95
	Workers  int     // 0: one for each processor

	with intervals // of these, filled in
}

// Outcome is a coefficient of one study or two, or why it is undefined.
type Outcome struct {
	Estimate
	Undefined string // the reason; "" if the coefficient is defined. Else Value says nothing.
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

// AgreementOf is [Agreement] for ratings. Ratings of the same item have the same row in all of them. Without a distance
// it takes [Nominal].
func AgreementOf(ctx context.Context, sources []*Ratings, o Options) ([]Outcome, error) {
	return collect(ctx, func(done *results) error { return o.agreement(ctx, sources, done) })
}

// agreement checks the options, fills them in and answers.
func (o Options) agreement(ctx context.Context, sources []*Ratings, done *results) error {
	sources, o, err := o.ready(sources)
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
func (o Options) ready(sources []*Ratings) ([]*Ratings, Options, error) {
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
	if o.with.nest, err = nested(o.Clusters, sources); err != nil {
		return nil, o, err
	}
	if o.Categories != nil {
		sources = append([]*Ratings(nil), sources...)
		for s, r := range sources {
			if sources[s], err = r.WithCategories(o.Categories); err != nil {
				return nil, o, err
			}
		}
	}
	return sources, o, nil
}

func (o Options) answer(ctx context.Context, sources []*Ratings, ofTwo []Coefficient, done *results) error {
	// Reliabilities of one study come again with every pair that it is in.
	j := o.with.newJackknife()
	for number, r := range sources {
		own := o.Coefficients
		if len(r.raters) == 2 {
			own = slices.Concat(own, ofTwo)
		}
		for _, c := range own {
			if c.Across() {
				continue
			}
			for _, p := range prepareEach(c, r, o.Distance) {
				of := sample{sources: []*Ratings{r}, number: []int{number}}
				result, err := o.result(ctx, j, p.Estimate, p.statistic, p.why, of)
				if err != nil {
					return err
				}
				done.add(result)
			}
		}
	}
	var pairs [][2]int
	for a := range sources {
		for b := a + 1; b < len(sources); b++ {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	// Each source is in a pair with the first one.
	withFirst := func(i int) bool { return pairs[i][0] == 0 }
	err := o.with.together(ctx, j, len(pairs), withFirst, done, func(j *jackknife, i int) ([]Outcome, error) {
		defer j.forget(ofTwoStudies)
		a, b := pairs[i][0], pairs[i][1]
		p := newPair(sources[a], sources[b], o.AllPairs)
		var list []Outcome
		for _, c := range o.Coefficients {
			if !c.Across() {
				continue
			}
			e, s, why := p.prepare(c, o.Distance, o.Normalize, 0, 1)
			result, err := o.result(ctx, j, e, s, why, sample{sources: []*Ratings{p.x, p.y}, number: []int{a, b}})
			if err != nil {
				return nil, err
			}
			list = append(list, result)
		}
		return list, nil
	})
	if err != nil {
		return err
	}
	return ctx.Err()
}

// result finishes an estimate with its interval, by the jackknife or the bootstrap. An intraclass correlation whose
// items are not resampled has F limits.
func (o Options) result(
	ctx context.Context, j *jackknife, e Estimate, s statistic, why reason, of sample,
) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	if why == "" {
		why = finish(&e, s, len(of.sources))
	}
	if why != "" {
		return Outcome{Estimate: e, Undefined: string(why)}, nil
	}
	e.Clusters = o.with.nest.count(of.sources)
	if e.Clusters > 0 {
		e.SE = nil // which takes items as independent
	}
	if e.Clusters == 1 && (o.with.jackknife || o.with.Replicates > 0) {
		e.NoInterval = string(oneCluster)
		return Outcome{Estimate: e}, nil
	}
	if o.with.jackknife {
		err := o.jackknifed(ctx, j, &e, s, of)
		return Outcome{Estimate: e}, err
	}
	if c, ok := s.(icc); ok && (o.with.Replicates == 0 || o.with.Resample != Items) {
		if o.with.nest != nil {
			if o.with.Replicates > 0 {
				e.NoInterval = string(inClusters)
			}
			return Outcome{Estimate: e}, nil
		}
		var why reason
		if e.Interval, why = c.limits(o.with.level); o.with.Replicates > 0 {
			e.NoInterval = string(why)
		}
		return Outcome{Estimate: e}, nil
	}
	if o.with.Replicates == 0 {
		return Outcome{Estimate: e}, nil
	}
	err := o.with.interval(ctx, &e, s, of.sources)
	return Outcome{Estimate: e}, err
}

// suitable returns the coefficients that suit the labels.
func suitable(sources []*Ratings, d Distance) []Coefficient {
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

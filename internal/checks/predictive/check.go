// Package predictive asks whether a fitted model could have made the labels: posterior
// predictive checks (Rubin 1984; Gelman, Meng and Stern 1996).
//
// New studies are drawn from the posterior on the same design, with new items and labelers (see [model.Replicator]).
// Each yields statistics of the labels: the coefficients of agreement, and discrepancies that each point to one
// assumption of the model. If almost no replicate has any statistic as far out as an observed one, an assumption is in
// [Doubt].
//
// Tail probabilities here are conservative. The parameters were fitted to the same labels, so values near 0 are rarer
// than they would be for a right and known model. A small one is evidence against the model; a large one of a statistic
// that a parameter of the model is free to follow, such as alpha, says little.
package predictive

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"concord/internal/abandon"
	"concord/model"
	"concord/study"
)

// Options say how to check. The zero value is usable.
type Options struct {
	// Replicates are the studies to draw; fewer than [FewestReplicates] can put nothing in doubt. 0 means 99, and
	// [Enough] if a doubt is then at stake and not certain.
	Replicates int
	Sample     int     // labels of a sample that is checked where there are more of them; 0: [study.Telling]
	Seed       uint64  // of the replicates
	Workers    int     // 0: one for each processor; the result is the same for any number
	Level      float64 // probability of the intervals of replicated values; 0: 0.95
	// Words puts remedies into the words of the program that reports doubts.
	Words model.Wording

	more int // replicates where a doubt is at stake
}

const (
	// fewest replicates where their number is open, and Enough of them where a doubt is at stake. If the model is
	// right, the second number is rarely needed, and it alone decides the doubts.
	fewest, Enough = 99, 399
	// mayMatter is the familywise tail probability up to which more replicates might raise a doubt.
	mayMatter = 4 * Threshold
	// beyondDoubt is how much further out than any replicated study an observed statistic must lie so that more of them
	// would change nothing. The farthest of 99 lie at some 3.5 standard deviations, so that it is more than 5.
	beyondDoubt = 1.5
)

// atStake reports whether more replicates might change the judgement of a statistic.
func (j judgement) atStake() bool {
	return j.familywise <= mayMatter && math.Abs(j.far) < beyondDoubt*j.farthest
}

// Check is the outcome of the checks.
type Check struct {
	Replicates int
	// Labels are those that were checked. They are fewer than were fitted if items or labelers were sampled: SampledBy
	// is then [study.ItemFactor] or [study.LabelerFactor].
	Labels    int
	SampledBy string
	// Threshold is the familywise tail probability up to which a statistic puts an assumption in doubt.
	Threshold float64
	// Coefficients are Krippendorff's alpha of each study, κ_x and normalized κ_x of each pair, with the distance that
	// belongs to the family, such as the ordinal one for ordered categories.
	Coefficients []Discrepancy
	// Discrepancies are the other statistics, study by study.
	Discrepancies []Discrepancy
	// Dependent are the studies in which the number of labels of an item depends on the labels (see
	// [study.Dependences]). Their statistics are [NotJudged].
	Dependent []string
	// Outliers are labelers who hardly follow the others, nearer to answering at random or the wrong way round than to
	// ordinary labelers, in studies where the labelers' slopes spread too much or fall with the number of labels;
	// Uneven, where they spread too much, are those whose slope is not ordinary either, but nearer to it than to 0. The
	// flattest come first.
	Outliers, Uneven []Labeler
	// Shifts say, for each pair of studies, how the difference of their means changes κ_x.
	Shifts []Shift
	// Doubts are the assumptions that the checks put in doubt, with advice on where to look: study by study, then for
	// the model as a whole.
	Doubts []Doubt
}

// Discrepancy is one statistic as observed and as replicated.
type Discrepancy struct {
	Statistic string // a coefficient's name, or one of the constants of this package
	Studies   []string
	Observed  float64
	// Mean, Lower and Upper describe the replicated values; the interval is equal-tailed.
	Mean, Lower, Upper float64
	// Tail is the two-sided tail probability of the observed value, see [Tail].
	Tail float64
	// Familywise is the probability that a study from the model has any statistic as far out as this one. The
	// coefficients, and other statistics that parameters are free to follow, are counted apart and have a fifth of the
	// doubts that chance raises.
	Familywise float64
	// Values are the replicated values in order, without those that were undefined. Those of discrepancies are moved to
	// the observed study's mean, scatter within items and alpha, which the parameters follow.
	Values []float64
	// Undefined says why the numbers are NaN, or is "".
	Undefined string

	far float64 // how far out the observed value lies, see [statistic.distances]; below 0 on the lower side
}

// NotJudged says why statistics of a study in which labels decided how many labels there are put nothing in doubt.
const NotJudged = "labels decided how many labels an item has, but replicated studies keep the numbers of labels fixed"

// Run checks a fit, by a random sample of its items or labelers if it has very many labels. It returns an error if the
// options contradict themselves or if the posterior has no table of labels. When ctx ends, it returns its error at
// once.
func Run(ctx context.Context, fit *model.Posterior, o Options) (*Check, error) {
	if fit.Table() == nil {
		return nil, errors.New("predictive: a posterior from draws has no labels to check")
	}
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	return abandon.Do(ctx, func() (*Check, error) { return run(ctx, sourceOf(fit, o.Sample, o.Seed), o) })
}

// run is [Run] with options that are filled in. It looks at ctx between passes over the labels.
func run(ctx context.Context, source source, o Options) (*Check, error) {
	design, err := newDesign(ctx, source)
	if err != nil {
		return nil, err
	}
	evaluate := design.newEvaluator()
	observed, err := evaluate.of(ctx, design.observed)
	if err != nil {
		return nil, err
	}
	var replicated replicates
	if err := replicated.extend(ctx, source, design, o.Seed, o.Replicates, o.Workers); err != nil {
		return nil, err
	}
	rows := design.adjusted(observed, replicated.rows)
	judged := design.judge(observed, rows)
	if o.more > o.Replicates && slices.ContainsFunc(judged, judgement.atStake) {
		if err := replicated.extend(ctx, source, design, o.Seed, o.more, o.Workers); err != nil {
			return nil, err
		}
		rows = design.adjusted(observed, replicated.rows)
		judged = design.judge(observed, rows)
	}
	c := &Check{Replicates: len(rows), Threshold: Threshold, Labels: source.table.Len(),
		SampledBy: source.sampledBy}
	for s, depends := range design.dependent {
		if depends {
			c.Dependent = append(c.Dependent, design.studies[s].name)
		}
	}
	for i, s := range design.statistics {
		r := s.result(observed[i], column(rows, i), o.Level)
		if r.Undefined == "" {
			r.Familywise, r.far = judged[i].familywise, judged[i].far
		}
		if s.kind == nil {
			c.Coefficients = append(c.Coefficients, r)
		} else {
			c.Discrepancies = append(c.Discrepancies, r)
		}
	}
	for s := range design.studies {
		name := design.studies[s].name
		differ, fall := c.slopesDiffer(name), c.slopesFall(name)
		if !differ && !fall {
			continue
		}
		random, uneven := outliers(evaluate.sums[s], replicated.slopes[s])
		c.Outliers = append(c.Outliers, random...)
		if differ {
			c.Uneven = append(c.Uneven, uneven...)
		}
	}
	c.Shifts = shifts(design, evaluate)
	c.Doubts = doubts(evaluate, c, o.Words)
	return c, nil
}

func (o Options) withDefaults() (Options, error) {
	switch {
	case o.Replicates < 0:
		return o, fmt.Errorf("predictive: %d replicates", o.Replicates)
	case o.Sample < 0:
		return o, fmt.Errorf("predictive: a sample of %d labels", o.Sample)
	case o.Workers < 0:
		return o, fmt.Errorf("predictive: %d workers", o.Workers)
	case !(o.Level >= 0 && o.Level < 1):
		return o, fmt.Errorf("predictive: the level of an interval must lie between 0 and 1, not %v", o.Level)
	}
	if o.Sample == 0 {
		o.Sample = study.Telling
	}
	if o.Replicates == 0 {
		o.Replicates, o.more = fewest, Enough
	}
	if o.Level == 0 {
		o.Level = 0.95
	}
	return o, nil
}

func column(rows [][]float64, i int) []float64 {
	c := make([]float64, len(rows))
	for n, row := range rows {
		c[n] = row[i]
	}
	return c
}

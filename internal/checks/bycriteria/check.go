// Package bycriteria asks whether a fit by criteria could have made the labels. It draws studies anew from the
// posterior on the same design, as package predictive does, and compares statistics of labels on one criterion and on
// two: posterior predictive checks (Rubin 1984; Gelman, Meng and Stern 1996).
package bycriteria

import (
	"context"
	"math"
	"math/rand/v2"

	"concord/criteria"
	"concord/internal/abandon"
	"concord/internal/checks/predictive"
	"concord/model"
)

// Statistics of the labels of a group.
const (
	// LabelSD is the standard deviation of the labels on a criterion.
	LabelSD = "label_sd"
	// TwoLabelers is the correlation of labels of an item on two criteria by different labelers, over all such pairs of
	// labels. OneLabeler is that of labels by the same labeler.
	TwoLabelers = "two_labelers"
	OneLabeler  = "one_labeler"
	// HaloOfPair is OneLabeler less TwoLabelers, less the mean of this difference over all pairs of criteria. The model
	// has one halo effect for all criteria, so that pairs differ little.
	HaloOfPair = "halo_of_pair"
	// HaloSpread is how unlike the labelers are in how much their labels of an item differ over criteria. A labeler's
	// number is the variance, over the criteria of an item, of the labels less the criterion's mean. HaloSpread is the
	// coefficient of variation of these numbers over labelers, weighted by their items. Labelers who give an item the
	// same label on all criteria raise it.
	HaloSpread = "halo_spread"
)

// Options say how to check.
type Options struct {
	Replicates int     // 0: [predictive.Enough]
	Seed       uint64  // of the replicates
	Workers    int     // 0: one for each processor; the result is the same for any number
	Level      float64 // probability of the intervals of replicated values; 0: 0.95
}

// Check is the outcome.
type Check struct {
	Replicates int
	Statistics []Statistic
	// Alike are, by group, the labelers whose labels of an item differ least over criteria, if there are too many such
	// labelers.
	Alike map[int][]string
}

// Statistic is one statistic as observed and as replicated.
type Statistic struct {
	Name     string
	Group    int   // of the design
	Criteria []int // of the design: one, two, or none
	Observed float64
	// Mean, Lower and Upper describe the replicated values. The interval is equal-tailed.
	Mean, Lower, Upper float64
	// Tail is the two-sided tail probability, see [predictive.Tail]. Familywise is the probability that a study from
	// the model has any statistic as far out.
	Tail, Familywise float64
	High             bool // the observed value lies above the replicated ones
}

// Doubtful reports whether hardly any replicate has a statistic as far out.
func (s Statistic) Doubtful() bool { return s.Familywise <= predictive.Threshold }

// Run checks a fit. Its groups are checked together, however many fits there are.
func Run(ctx context.Context, p *criteria.Posterior, o Options) (*Check, error) {
	if o.Replicates == 0 {
		o.Replicates = predictive.Enough
	}
	if o.Level == 0 {
		o.Level = 0.95
	}
	c := &Check{Replicates: o.Replicates, Alike: map[int][]string{}}
	var observed []float64
	rows := make([][]float64, o.Replicates)
	alike := map[int]func() []string{}
	n := 0
	for fit, groups := range p.EachFit() {
		labels := make([][]float64, len(fit.Studies()))
		for s := range labels {
			labels[s] = fit.Table().StudyAt(s).Value()
		}
		var of []*shape
		for i, g := range groups {
			if n > 0 && i == 0 {
				continue // the reference is checked in the first fit
			}
			s := newShape(fit.Table(), i*len(p.Criteria), len(p.Criteria), p.OneLabel[g])
			of, observed = append(of, s), append(observed, s.of(labels)...)
			alike[g] = func() []string { return p.LabelerNames(fit, i, s.alike(labels)) }
			for _, named := range s.names() {
				named.Group = g
				c.Statistics = append(c.Statistics, named)
			}
		}
		if err := replicate(ctx, fit, of, rows, o, uint64(n)); err != nil {
			return nil, err
		}
		n++
	}
	c.judge(observed, rows, o.Level)
	for _, s := range c.Statistics {
		if s.Name == HaloSpread && s.Doubtful() && s.High {
			c.Alike[s.Group] = alike[s.Group]()
		}
	}
	return c, nil
}

// replicate appends to each row the statistics of a study that is drawn anew.
func replicate(
	ctx context.Context, fit *model.Posterior, of []*shape, rows [][]float64, o Options, stream uint64,
) error {
	replicator, chains := model.NewReplicator(fit), fit.Draws().Chains()
	draws := chains * fit.Draws().Iterations()
	return abandon.Each(ctx, o.Workers, len(rows), func() func(n int) error {
		memory := make([]float64, replicator.Len())
		return func(n int) error {
			rng := rand.New(rand.NewPCG(o.Seed, (uint64(n)<<8|stream)*0x9e3779b97f4a7c15+replicateStream))
			draw := predictive.DrawOf(n, draws)
			labels := replicator.Labels(memory, draw%chains, draw/chains, rng)
			for _, s := range of {
				rows[n] = append(rows[n], s.of(labels)...)
			}
			return nil
		}
	})
}

// replicateStream keeps these random numbers apart from others of the same seed.
const replicateStream = 0xc217e21a

// judge compares the observed statistics with the replicated ones.
func (c *Check) judge(observed []float64, rows [][]float64, level float64) {
	familywise := predictive.Familywise(observed, rows)
	for i := range c.Statistics {
		s := &c.Statistics[i]
		var values []float64
		for _, row := range rows {
			if !math.IsNaN(row[i]) {
				values = append(values, row[i])
			}
		}
		s.Observed, s.Familywise = observed[i], familywise[i]
		s.Tail = predictive.Tail(s.Observed, values)
		s.Mean, s.Lower, s.Upper = predictive.Replicated(values, level)
		s.High = s.Observed > s.Mean
	}
}

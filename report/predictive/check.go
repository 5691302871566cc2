// Package predictive asks whether a fitted model could have made the labels: posterior
// predictive checks (Rubin 1984; Gelman, Meng and Stern 1996).
//
// New studies are drawn from the posterior on the same design, with new items and labelers
// (see [model.Replicator]), and statistics of the labels are computed on each: the
// coefficients of agreement, and discrepancies that each point to one assumption of the model. A
// statistic whose observed value few replicates reach puts its assumption in [Doubt].
//
// Tail probabilities here are conservative: the parameters were fitted to the same labels, so
// that values near 0 are rarer than they would be for a model that is right and known. A small one is evidence
// against the model; a large one of a statistic that a parameter of the model is free to follow, such as
// alpha, says little.
package predictive

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"concord/internal/abandon"
	"concord/model"
	"concord/nonparam"
)

// Options say how to check. The zero value is usable.
type Options struct {
	Replicates int     // studies to draw; 0: 1,000, and fewer, but at least 50, beyond 6,000 labels
	Seed       uint64  // of the replicates
	Workers    int     // 0: one for each processor; the result is the same for any number
	Level      float64 // probability of the intervals of replicated values; 0: 0.95
}

// Check is the outcome of the checks.
type Check struct {
	Replicates int
	// Threshold is the tail probability up to which a statistic puts an assumption in doubt: 0.05
	// divided by the number of coefficients and discrepancies, or the smallest that the replicates can show.
	Threshold float64
	// Coefficients are Krippendorff's alpha of each study, κ_x and normalized κ_x of each pair, with the
	// distance that belongs to the family.
	Coefficients []Result
	// Discrepancies are the other statistics, study by study.
	Discrepancies []Result
	// Outliers are labelers who follow the others less than replicated labelers in their
	// place do, in studies where the labelers' slopes spread too much; the flattest first.
	Outliers []Labeler
	// Shifts say of each pair of studies what the difference of their means does to κ_x.
	Shifts []Shift
	// Doubts are the assumptions that the checks put in doubt, with what to look at.
	Doubts []Doubt
}

// Result is one statistic as observed and as replicated.
type Result struct {
	Statistic string // a coefficient's name, or one of the constants of this package
	Studies   []string
	Observed  float64
	// Mean, Lower and Upper describe the replicated values; the interval is equal-tailed.
	Mean, Lower, Upper float64
	// Tail is the two-sided tail probability of the observed value, see [Tail].
	Tail float64
	// Values are the replicated values in order, without those that were undefined.
	Values []float64
	// Undefined says why the numbers are NaN, or is "".
	Undefined string
}

// Run checks a fit. It returns an error if the options contradict themselves or the
// posterior has no table of labels, and at once that of ctx when it ends.
func Run(ctx context.Context, fit *model.Posterior, o Options) (*Check, error) {
	if fit.Table() == nil {
		return nil, errors.New("predictive: a posterior from draws has no labels to check")
	}
	o, err := o.withDefaults(fit.Table().Len())
	if err != nil {
		return nil, err
	}
	return abandon.Do(ctx, func() (*Check, error) { return run(ctx, fit, o) })
}

// run is [Run] with options that are filled in. It looks at ctx between passes over the labels.
func run(ctx context.Context, fit *model.Posterior, o Options) (*Check, error) {
	design, err := newDesign(ctx, fit)
	if err != nil {
		return nil, err
	}
	observed, err := design.newEvaluator().of(ctx, design.observed)
	if err != nil {
		return nil, err
	}
	replicated, err := replicate(ctx, fit, design, o)
	if err != nil {
		return nil, err
	}
	c := &Check{Replicates: o.Replicates}
	for i, s := range design.statistics {
		r := s.result(observed[i], column(replicated, i), o.Level)
		if s.coefficient {
			c.Coefficients = append(c.Coefficients, r)
		} else if s.labeler < 0 {
			c.Discrepancies = append(c.Discrepancies, r)
		}
	}
	c.Threshold = threshold(len(c.Coefficients)+len(c.Discrepancies), c.Replicates)
	c.Outliers = c.outliers(design, observed, replicated)
	c.Shifts = shifts(design)
	c.Doubts = doubts(fit.Spec(), c)
	return c, nil
}

func (o Options) withDefaults(labels int) (Options, error) {
	switch {
	case o.Replicates < 0:
		return o, fmt.Errorf("predictive: %d replicates", o.Replicates)
	case o.Workers < 0:
		return o, fmt.Errorf("predictive: %d workers", o.Workers)
	case !(o.Level >= 0 && o.Level < 1):
		return o, fmt.Errorf("predictive: the level of an interval must lie between 0 and 1, not %v", o.Level)
	}
	if o.Replicates == 0 {
		o.Replicates = max(50, min(1000, 6_000_000/max(labels, 1)))
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Level == 0 {
		o.Level = 0.95
	}
	return o, nil
}

// replicate returns the statistics of each replicate. Replicates take draws that are evenly spread
// over the chains.
func replicate(ctx context.Context, fit *model.Posterior, d *design, o Options) ([][]float64, error) {
	source := model.NewReplicator(fit)
	chains, draws := fit.Draws().Chains(), fit.Draws().Iterations()
	rows := make([][]float64, o.Replicates)
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(o.Workers, o.Replicates) {
		group.Go(func() {
			evaluate := d.newEvaluator()
			for n := int(next.Add(1)) - 1; n < o.Replicates && ctx.Err() == nil; n = int(next.Add(1)) - 1 {
				// The stream depends on the replicate alone, not on who draws it.
				rng := rand.New(rand.NewPCG(o.Seed, uint64(n)*0x9e3779b97f4a7c15+replicateStream))
				at := int(int64(n) * int64(chains*draws) / int64(o.Replicates))
				row, _ := evaluate.of(ctx, source.Labels(at%chains, at/chains, rng)) // its error is that of ctx
				rows[n] = slices.Clone(row)
			}
		})
	}
	group.Wait()
	return rows, ctx.Err()
}

// replicateStream keeps these random numbers apart from others of the same seed.
const replicateStream = 0x5ca1ab1e

func column(rows [][]float64, i int) []float64 {
	c := make([]float64, len(rows))
	for n, row := range rows {
		c[n] = row[i]
	}
	return c
}

// coefficients are those that the model has an opinion of.
func coefficients(studies int) []nonparam.Coefficient {
	if studies == 1 {
		return []nonparam.Coefficient{nonparam.AlphaName}
	}
	return []nonparam.Coefficient{nonparam.AlphaName, nonparam.CrossKappaName, nonparam.NormalizedCrossKappaName}
}

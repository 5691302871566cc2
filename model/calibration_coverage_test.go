package model_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

// recoveryCase is a truth and a design from which studies are drawn again and again.
type recoveryCase struct {
	name  string
	truth simulate.Truth
	plan  simulate.Plan
}

// newRecoveryCase gives studies 1, 2 and 3 different parameters, and all pairs the same correlations.
func newRecoveryCase(name string, distribution family.Family, plan simulate.Plan) recoveryCase {
	studies := []simulate.StudyTruth{
		{Mean: 0.5, ItemSD: 1.5, LabelerSD: 0.7, ResidualSD: 1.2},
		{Mean: -0.3, ItemSD: 1.2, LabelerSD: 1, ResidualSD: 1.2},
		{Mean: 0, ItemSD: 1, LabelerSD: 0.4, ResidualSD: 1.2},
	}[:len(plan.Studies)]
	for s := range studies {
		if !distribution.LocationScale() {
			studies[s].ResidualSD = 0
		}
		if distribution == (family.Ordinal{}) {
			mean := studies[s].Mean
			studies[s].Mean, studies[s].Thresholds = 0, []float64{-1.6 - mean, -0.2*float64(s) - mean, 1.4 - mean}
		}
		if plan.Labelers == spec.NoLabelers {
			studies[s].LabelerSD = 0
		}
	}
	truth := simulate.Truth{Family: distribution, Labelers: plan.Labelers, Studies: studies,
		ItemCorrelation: simulate.CommonCorrelation(len(studies), 0.7)}
	if plan.Labelers == spec.Shared {
		truth.LabelerCorrelation = simulate.CommonCorrelation(len(studies), 0.5)
	}
	return recoveryCase{name, truth, plan}
}

// fits draws n studies, fits them, and returns what of each is compared with the truth.
func (c recoveryCase) fits(t *testing.T, n, workers int, settings sampler.Settings) [][]compared {
	t.Helper()
	type outcome struct {
		compared []compared
		err      error
	}
	outcomes := replicate(n, workers, func(i int) outcome {
		seed := uint64(i)
		design, err := c.plan.Generate(seed)
		if err != nil {
			return outcome{err: err}
		}
		table, err := simulate.Simulate(c.truth, design, seed)
		if err != nil {
			return outcome{err: err}
		}
		settings := settings
		settings.Seed, settings.Workers = seed, 1
		fit, err := model.Fit(context.Background(), table, spec.Spec{Labelers: c.plan.Labelers}, settings)
		if err != nil {
			return outcome{err: err}
		}
		return outcome{compared: comparisons(c.truth, fit, false)}
	})
	out := make([][]compared, n)
	for i, o := range outcomes {
		require.NoError(t, o.err, "replicate %d", i)
		out[i] = o.compared
	}
	return out
}

// coverage is how often intervals of one level covered the truth, by quantity.
type coverage struct {
	level float64
	n     int
	names []string
	share []float64
	// pooled is the mean share over the quantities, pooledSE its standard error over the studies.
	pooled, pooledSE float64
}

// covered counts intervals that distort has been applied to the draws of; nil for none.
func covered(replicates [][]compared, level float64, distort func(q posterior.Quantity) posterior.Quantity) coverage {
	c := coverage{level: level, n: len(replicates), share: make([]float64, len(replicates[0]))}
	each := make([]float64, c.n)
	for i, quantities := range replicates {
		for v, q := range quantities {
			if i == 0 {
				c.names = append(c.names, q.Name)
			}
			if distort != nil {
				q.Quantity = distort(q.Quantity)
			}
			lower, upper := q.CredibleInterval(posterior.Interval{Level: level, Kind: posterior.EqualTailed})
			if lower <= q.truth && q.truth <= upper {
				c.share[v] += 1 / float64(c.n)
				each[i] += 1 / float64(len(quantities))
			}
		}
	}
	mean, sd := stat.MeanStdDev(each, nil)
	c.pooled, c.pooledSE = mean, sd/math.Sqrt(float64(c.n))
	return c
}

// faults says which coverages are more than 4 binomial standard errors from the level, and whether that of all
// quantities together is more than 3.5 of its own.
func (c coverage) faults() []string {
	var out []string
	se := math.Sqrt(c.level * (1 - c.level) / float64(c.n))
	for v, share := range c.share {
		if math.Abs(share-c.level) > 4*se {
			out = append(out, fmt.Sprintf("%s: %.3f of the %v intervals cover, standard error %.3f", c.names[v], share,
				c.level, se))
		}
	}
	if math.Abs(c.pooled-c.level) > 3.5*c.pooledSE {
		out = append(out, fmt.Sprintf("together: %.3f of the %v intervals cover, standard error %.3f", c.pooled,
			c.level, c.pooledSE))
	}
	return out
}

// Intervals of 50 % and 90 % cover the truth at their rate in studies drawn from one truth; and the same test finds
// out intervals that are too narrow or beside the point. The long run is in calibration_long_test.go.
func TestIntervalsCoverTheTruth(t *testing.T) {
	slowtest.Only(t)
	for _, distribution := range family.All() {
		t.Run(distribution.String(), func(t *testing.T) {
			t.Parallel()
			c := newRecoveryCase(distribution.String(), distribution, designed(60, 2, 15, 4, spec.Nested))
			replicates := c.fits(t, 80, 2, sampler.Settings{Chains: 2, Draws: 150})
			for _, level := range []float64{0.5, 0.9} {
				assert.Empty(t, covered(replicates, level, nil).faults())
				assert.NotEmpty(t, covered(replicates, level, func(q posterior.Quantity) posterior.Quantity {
					mean := q.Mean()
					return posterior.Map(q.Name, func(x []float64) float64 { return mean + 0.6*(x[0]-mean) }, q)
				}).faults(), "too narrow")
				assert.NotEmpty(t, covered(replicates, level, func(q posterior.Quantity) posterior.Quantity {
					shift := 1.2 * q.SD()
					return posterior.Map(q.Name, func(x []float64) float64 { return x[0] + shift }, q)
				}).faults(), "shifted")
			}
		})
	}
}

package model_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/xcc"
)

// manyStudies is a study of so many groups of people who label the same items.
func manyStudies(
	distribution family.Family, items, labelers, each int, correlation [][]float64,
) (simulate.Plan, simulate.Truth) {
	k := len(correlation)
	truth := simulate.Truth{Family: distribution, Labelers: spec.Nested, ItemCorrelation: correlation}
	for range k {
		s := simulate.StudyTruth{Mean: 0.3, ItemSD: 1.2, LabelerSD: 0.5, ResidualSD: 1}
		if distribution == (family.Bernoulli{}) {
			s.ResidualSD = 0
		}
		truth.Studies = append(truth.Studies, s)
	}
	return designed(items, k, labelers, each, spec.Nested), truth
}

// rhoCoverage is how often 95 % intervals held ρ, over all pairs of studies and replicates, the mean
// of the posterior means, and the worst R̂.
type rhoCoverage struct{ held, pairs, sum, truth, rHat float64 }

func coverRho(
	t *testing.T, distribution family.Family, items, labelers, each int, r [][]float64, prior spec.CorrelationPrior,
	replicates int,
) rhoCoverage {
	plan, truth := manyStudies(distribution, items, labelers, each, r)
	var out rhoCoverage
	for _, one := range replicate(replicates, 2, func(i int) rhoCoverage {
		var c rhoCoverage
		design, err := plan.Generate(uint64(i))
		require.NoError(t, err)
		table, err := simulate.Simulate(truth, design, uint64(i))
		require.NoError(t, err)
		fit, err := model.Fit(context.Background(), table, spec.Spec{Priors: spec.Priors{Correlation: prior}},
			sampler.Settings{Seed: uint64(i), Draws: 300, Workers: 1})
		require.NoError(t, err)
		for _, pair := range xcc.Pairs(fit) {
			s := pair.A.ItemCorrelation(pair.B).Summary(0.95)
			rho := r[pair.A.Index()][pair.B.Index()]
			c.pairs++
			c.sum += s.Mean
			c.truth += rho
			c.rHat = max(c.rHat, s.RHat)
			if s.Lower <= rho && rho <= s.Upper {
				c.held++
			}
		}
		return c
	}) {
		out.held += one.held
		out.pairs += one.pairs
		out.sum += one.sum
		out.truth += one.truth
		out.rHat = max(out.rHat, one.rHat)
	}
	return out
}

func (c rhoCoverage) String() string {
	return fmt.Sprintf("mean ρ %.3f (true %.3f), coverage %.3f, R̂ ≤ %.3f", c.sum/c.pairs, c.truth/c.pairs,
		c.held/c.pairs, c.rHat)
}

// With six studies a true ρ of 0.9 stays 0.9; LKJ(1) draws it to 0. Ten studies are in calibration_many_long_test.go.
func TestMoreStudiesDoNotLowerTheCorrelation(t *testing.T) {
	r := simulate.CommonCorrelation(6, 0.9)
	ours := coverRho(t, family.Gaussian{}, 100, 10, 3, r, nil, 2)
	assert.InDelta(t, 0.9, ours.sum/ours.pairs, 0.06, ours.String())
	assert.Greater(t, ours.held/ours.pairs, 0.8, ours.String())
	lkj := coverRho(t, family.Gaussian{}, 100, 10, 3, r, spec.LKJ{Shape: 1}, 1)
	assert.Less(t, lkj.sum/lkj.pairs, ours.sum/ours.pairs-0.05, lkj.String())
}

// Twenty studies of forty items end, with draws to be relied on and without many gradients.
func TestManyStudiesEnd(t *testing.T) {
	slowtest.Only(t)
	plan, truth := manyStudies(family.Gaussian{}, 40, 8, 4, simulate.CommonCorrelation(20, 0.8))
	design, err := plan.Generate(1)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), table, spec.Spec{}, sampler.Settings{Seed: 1})
	require.NoError(t, err)
	require.Zero(t, fit.Run().DivergenceCount())
	worst, least := 0.0, math.Inf(1)
	for v := range fit.Draws().Names() {
		s := fit.Draws().Quantity(v).Summary(0.95)
		worst, least = max(worst, s.RHat), min(least, s.ESSBulk)
	}
	assert.Less(t, worst, 1.02)
	assert.Greater(t, least, 400.)
	// By the curvature at a point and a covariance alone it took 80,000.
	assert.Less(t, fit.Run().Gradients(), 60_000)
}

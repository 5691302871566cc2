package model

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
)

// With and without the effects integrated out the posterior is the same, within Monte Carlo error.
func TestMarginalAndFullPosteriorsAgree(t *testing.T) {
	pair := []simulate.StudyPlan{{Name: "a", LabelsPerItem: 4}, {Name: "b", LabelsPerItem: 3, Missing: 0.2}}
	for name, c := range map[string]struct {
		distribution family.Family
		studies      []simulate.StudyPlan
	}{
		"gaussian": {family.Gaussian{}, pair},
		// two studies take more items than a test has time for
		"bernoulli": {family.Bernoulli{}, pair[:1]},
	} {
		t.Run(name, func(t *testing.T) {
			truth := simulate.Truth{Family: c.distribution, Labelers: spec.NoLabelers,
				ItemCorrelation: simulate.CommonCorrelation(len(c.studies), 0.7)}
			for range c.studies {
				s := simulate.StudyTruth{Mean: 0.5, ItemSD: 1.2}
				if c.distribution == (family.Gaussian{}) {
					s.ResidualSD = 1
				}
				truth.Studies = append(truth.Studies, s)
			}
			design, err := simulate.Plan{Items: 400, Labelers: spec.NoLabelers, Studies: c.studies}.Generate(1)
			require.NoError(t, err)
			table, err := simulate.Simulate(truth, design, 1)
			require.NoError(t, err)
			short, err := Fit(context.Background(), table, spec.Spec{}, sampler.Settings{Seed: 1})
			require.NoError(t, err)
			full, err := Fit(context.Background(), table, spec.Spec{Effects: true}, sampler.Settings{Seed: 2})
			require.NoError(t, err)
			// It is the marginal density that was sampled: it has the parameters alone.
			require.Less(t, short.Run().Chains[0].Metric.Dim(), 10)
			require.Greater(t, full.Run().Chains[0].Metric.Dim(), 400)
			for v, name := range short.Draws().Names() {
				a, b := short.Draws().Quantity(v).Summary(0.95), full.Draws().Quantity(v).Summary(0.95)
				require.InDelta(t, a.Mean, b.Mean, 4.5*math.Hypot(a.MCSEMean, b.MCSEMean), name)
				require.InDelta(t, a.SD, b.SD, 4.5*math.Hypot(a.MCSESD, b.MCSESD), name)
				require.Greater(t, math.Min(a.ESSBulk, a.ESSTail), 400.0, name)
			}
		})
	}
}

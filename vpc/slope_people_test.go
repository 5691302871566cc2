package vpc_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
)

// returned are labels of 30 items that the same five people gave in two months.
func returned(t *testing.T, f family.Family) *model.Posterior {
	t.Helper()
	month := simulate.StudyTruth{ItemSD: 1, LabelerSD: 0.6}
	if f.LocationScale() {
		month.ResidualSD = 1
	}
	truth := simulate.Truth{Family: f, Labelers: spec.Shared, Studies: []simulate.StudyTruth{month, month},
		ItemCorrelation: simulate.CommonCorrelation(2, 0.8), LabelerCorrelation: simulate.CommonCorrelation(2, 0.9)}
	design, err := simulate.Plan{Items: 30, Labelers: spec.Shared, Studies: []simulate.StudyPlan{
		{Name: "march", Labelers: 5, LabelsPerItem: 5}, {Name: "april", Labelers: 5, LabelsPerItem: 5}}}.Generate(1)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 2)
	require.NoError(t, err)
	fitted, err := model.Fit(context.Background(), table, spec.Spec{Labelers: spec.Returning, Effects: true,
		EffectsOf: []string{study.LabelerFactor}}, sampler.Settings{Chains: 2, Draws: 100, Seed: 3})
	require.NoError(t, err)
	return fitted
}

// Oracle: μ plus the mean effect of the people; with a link, the trapezoidal rule over items, person by person.
func TestMeanByPeople(t *testing.T) {
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		fitted := returned(t, f)
		of, people := fitted.StudyAt(1), fitted.Table().Labelers()[1:4]
		got, err := vpc.MeanBy(of, people)
		require.NoError(t, err)
		for i, mu := range of.Mean().Chains[1] {
			want := 0.0
			for _, name := range people {
				effect, err := of.LabelerEffect(name)
				require.NoError(t, err)
				theta, sd := mu+effect.Chains[1][i], of.ItemSD().Chains[1][i]
				if f.LocationScale() {
					want += theta / 3
					continue
				}
				for z := -8.0; z <= 8; z += 0.05 {
					want += 0.05 * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / (1 + math.Exp(-theta-sd*z)) / 3
				}
			}
			require.InDelta(t, want, got.Chains[1][i], 1e-8)
		}
		_, err = vpc.MeanBy(of, []string{"nobody"})
		require.Error(t, err)
	}
}

// The standard deviations with priors are those of the level and its change: their squares sum to the variance of an
// effect, and the level's share is the correlation of two months.
func TestPriorsOfReturningLabelers(t *testing.T) {
	fitted := returned(t, family.Gaussian{})
	march, april := fitted.StudyAt(0), fitted.StudyAt(1)
	both, ok := fitted.PriorSDs(march, april)
	require.True(t, ok)
	require.Len(t, both, 2+2+2) // items and residuals of each month, level and change of labelers
	one, ok := fitted.PriorSDs(april)
	require.True(t, ok)
	require.Len(t, one, 4)
	level, change := one[1].Draws.Chains[0], one[2].Draws.Chains[0]
	rho, ok := april.LabelerCorrelation(march)
	require.True(t, ok)
	for i, sd := range april.LabelerSD().Chains[0] {
		require.InDelta(t, sd*sd, level[i]*level[i]+change[i]*change[i], 1e-12)
		require.InDelta(t, rho.Chains[0][i], level[i]*level[i]/(sd*sd), 1e-12)
	}
	_, ok = vpc.LabelPartition(april).LogPrior()
	require.False(t, ok)
}

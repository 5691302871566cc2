package model_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// simulatedStudy is a small study of two groups.
func simulatedStudy(t *testing.T, distribution family.Family, items int) *study.Table {
	t.Helper()
	plan := simulate.Plan{Items: items}
	truth := simulate.Truth{Family: distribution, ItemCorrelation: simulate.CommonCorrelation(2, 0.8)}
	for _, name := range []string{"experts", "crowd"} {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: 10, LabelsPerItem: 4})
		s := simulate.StudyTruth{Mean: 0.3, ItemSD: 1.2, LabelerSD: 0.5}
		if distribution == (family.Gaussian{}) {
			s.ResidualSD = 1
		}
		truth.Studies = append(truth.Studies, s)
	}
	design, err := plan.Generate(1)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 1)
	require.NoError(t, err)
	return table
}

// The same seed gives the same draws for any number of chains at once.
func TestFitIsDeterministic(t *testing.T) {
	for _, distribution := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		table := simulatedStudy(t, distribution, 60)
		var first *model.Posterior
		for _, workers := range []int{1, 2, 8} {
			fit, err := model.Fit(context.Background(), table, spec.Spec{}, sampler.Settings{Seed: 3, Draws: 100,
				Workers: workers})
			require.NoError(t, err)
			if first == nil {
				first = fit
			}
			for v := range fit.Draws().Names() {
				require.Equal(t, first.Draws().Quantity(v), fit.Draws().Quantity(v))
			}
		}
	}
}

// A context that has ended stops the set-up, and gives no posterior.
func TestFitStopsBeforeTheFirstDraw(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fit, err := model.Fit(ctx, simulatedStudy(t, family.Bernoulli{}, 60), spec.Spec{}, sampler.Settings{})
	require.ErrorIs(t, err, context.Canceled)
	require.Nil(t, fit)
}

// One that ends during sampling gives the draws so far.
func TestFitKeepsTheDrawsSoFar(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fit, err := model.Fit(ctx, simulatedStudy(t, family.Bernoulli{}, 60), spec.Spec{}, sampler.Settings{
		Draws: 10_000_000, Workers: 4, Warmup: 50,
		Progress: func(p sampler.Progress) {
			if p.Draws > 200 {
				cancel()
			}
		},
	})
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, fit)
	n := fit.Draws().Iterations()
	require.Positive(t, n)
	require.Less(t, n, 10_000_000)
	require.Equal(t, fit.Draws().Chains()*n, len(fit.StudyAt(0).Mean().Chains)*len(fit.StudyAt(0).Mean().Chains[0]))
}

// Effects are the deviations from the study's mean: with many labels they are near the means of the items' labels.
func TestEffectsOnRequest(t *testing.T) {
	table := simulatedStudy(t, family.Gaussian{}, 60)
	fit, err := model.Fit(context.Background(), table, spec.Spec{Effects: true}, sampler.Settings{Seed: 1, Draws: 300})
	require.NoError(t, err)
	for _, s := range fit.EachStudy() {
		v := table.StudyAt(s.Index())
		sum, n := make([]float64, len(table.Items())), make([]float64, len(table.Items()))
		for i, j := range v.Item() {
			sum[j] += v.Value()[i]
			n[j]++
		}
		var inside int
		for j, item := range table.Items() {
			q, err := s.ItemEffect(item)
			require.NoError(t, err)
			e := q.Summary(0.999)
			mean := sum[j]/n[j] - s.Mean().Mean()
			if e.Lower-0.6 < mean && mean < e.Upper+0.6 { // shrinkage, and labelers' levels
				inside++
			}
		}
		require.Greater(t, inside, 50)
		q, err := s.LabelerEffect(table.Labelers()[v.Labeler()[0]])
		require.NoError(t, err)
		require.Positive(t, q.SD())
	}
	experts := studyOf(t, fit, "experts")
	var unknown *study.NameError
	_, err = experts.ItemEffect("no such item")
	require.ErrorAs(t, err, &unknown)
	require.Equal(t, study.NameError{Kind: "item", Name: "no such item", Names: table.Items()}, *unknown)
	crowd, err := table.Study("crowd")
	require.NoError(t, err)
	ofCrowd := table.Labelers()[crowd.Labeler()[0]]
	_, err = experts.LabelerEffect(ofCrowd)
	require.ErrorAs(t, err, &unknown, "labelers are nested")
	require.Equal(t, ofCrowd, unknown.Name)
	require.NotContains(t, unknown.Names, ofCrowd)
	for _, name := range unknown.Names {
		_, err = experts.LabelerEffect(name)
		require.NoError(t, err)
	}
}

package xcc_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/nonparam"
	"concord/posterior"
	"concord/sampler"
	"concord/vpc"
	"concord/xcc"
)

// ordinalTruth is that of two studies that use a scale of five categories in different ways.
var ordinalTruth = simulate.Truth{
	Family: family.Ordinal{}, Labelers: spec.Nested, ItemCorrelation: simulate.CommonCorrelation(2, 0.8),
	Studies: []simulate.StudyTruth{
		{ItemSD: 1.6, LabelerSD: 0.5, Thresholds: []float64{-2, -0.6, 0.5, 2.2}},
		{ItemSD: 2.2, LabelerSD: 0.7, Thresholds: []float64{-3, -1.5, -1, 0.3}},
	},
}

// ordinalDistances are those that coefficients of ordered categories are asked for.
var ordinalDistances = []nonparam.Distance{
	nonparam.Nominal, nonparam.Ordinal, nonparam.Interval, nonparam.Quadratic, nonparam.Linear,
}

// ordinalStudies are simulated labels of the truth, and a fit of them.
func ordinalStudies(t *testing.T, items, labelers, labels, draws int) *model.Posterior {
	t.Helper()
	plan := simulate.Plan{Items: items, Labelers: spec.Nested}
	for _, name := range studies[:2] {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: labelers, LabelsPerItem: labels})
	}
	design, err := plan.Generate(1)
	require.NoError(t, err)
	table, err := simulate.Simulate(ordinalTruth, design, 2)
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Seed: 3, Draws: draws, Chains: 2})
	require.NoError(t, err)
	require.Equal(t, family.Ordinal{}.String(), fit.Spec().Family.String())
	return fit
}

// What a fit of many labels implies is what the labels show, whatever the distance: intervals of 99 % have it. With
// many items and labelers the sampling error of the coefficients is smaller than that of the parameters, which
// they share with it.
func TestImpliedByDistanceIsWhatOrderedLabelsShow(t *testing.T) {
	fit := ordinalStudies(t, 1500, 60, 4, 500)
	im := implied(t, fit)
	for _, d := range ordinalDistances {
		between, err := nonparam.Between(d, fit.Table().Scores())
		require.NoError(t, err)
		by, ok := im.By(between)
		require.True(t, ok)
		all := map[string]posterior.Quantity{}
		for _, s := range fit.EachStudy() {
			all[fmt.Sprint(nonparam.AlphaName, []string{s.Name()})] = by.Kappa(s)
		}
		for _, p := range xcc.Pairs(fit) {
			cross, normalized := by.CrossKappa(p.A, p.B)
			all[fmt.Sprint(nonparam.CrossKappaName, p.Names())] = cross
			all[fmt.Sprint(nonparam.NormalizedCrossKappaName, p.Names())] = normalized
		}
		shown, err := nonparam.Agreement(t.Context(), fit.Table(), nonparam.Options{
			Distance: d,
			Coefficients: []nonparam.Coefficient{
				nonparam.AlphaName, nonparam.CrossKappaName, nonparam.NormalizedCrossKappaName,
			},
		})
		require.NoError(t, err)
		require.Len(t, shown, 4)
		for _, e := range shown {
			require.Empty(t, e.Undefined)
			s := all[fmt.Sprint(e.Coefficient, e.Studies)].Summary(0.99)
			require.True(t, s.Lower <= e.Value && e.Value <= s.Upper, "%v of %v by %v: %.4f, implied %.4f to %.4f",
				e.Coefficient, e.Studies, d, e.Value, s.Lower, s.Upper)
			require.Less(t, s.SD, 0.03, "the labels tell it")
		}
	}
}

// By the squared difference of the scores it is the share of variance between items, which vpc has in another way.
func TestImpliedByIntervalDistanceIsTheICCOfScores(t *testing.T) {
	fit := ordinalStudies(t, 40, 8, 3, 100)
	im, joint := implied(t, fit), onScale(t, fit, vpc.Label)
	between, err := nonparam.Between(nonparam.Interval, fit.Table().Scores())
	require.NoError(t, err)
	by, ok := im.By(between)
	require.True(t, ok)
	same := func(want, got posterior.Quantity) {
		require.Equal(t, want.Name, got.Name)
		for c, x := range want.Chains {
			require.InDeltaSlice(t, x, got.Chains[c], 1e-8, want.Name)
		}
	}
	for _, s := range fit.EachStudy() {
		same(im.Kappa(s), by.Kappa(s))
		shares, ok := xcc.Shares(s)
		require.True(t, ok)
		mean := posterior.Map("mean", func(p []float64) float64 {
			m := 0.0
			for c, v := range fit.Table().Scores() {
				m += v * p[c]
			}
			return m
		}, shares...)
		require.InDeltaSlice(t, joint.Partition(s).Mean().Chains[0], mean.Chains[0], 1e-8)
	}
	for _, p := range xcc.Pairs(fit) {
		cross, normalized := im.CrossKappa(p.A, p.B)
		gotCross, gotNormalized := by.CrossKappa(p.A, p.B)
		same(cross, gotCross)
		same(normalized, gotNormalized)
	}
}

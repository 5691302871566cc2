package predictive

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// fitted fits the model with one residual for all studies and few draws, which is enough for checks.
func fitted(t *testing.T, table *study.Table, seed uint64) *model.Posterior {
	t.Helper()
	fit, err := model.Fit(context.Background(), table, spec.Spec{Residual: spec.CommonResidual},
		sampler.Settings{Seed: seed, Draws: 300, Chains: 2})
	require.NoError(t, err)
	return fit
}

func checked(t *testing.T, fit *model.Posterior, o Options) *Check {
	t.Helper()
	c, err := Run(context.Background(), fit, o)
	require.NoError(t, err)
	return c
}

// Each way of not fitting puts its own assumption in doubt, and none other but the
// coefficients that it distorts.
func TestMisfitStudiesAreRecognised(t *testing.T) {
	for name, want := range map[string][]string{
		"random":   {"all labelers follow the items alike"},
		"opinions": {"each item has one true score, and its labels scatter around it"},
		"noise":    {"the noise of a label is the same in all groups"},
		"shift":    nil,
	} {
		fit, err := model.Fit(context.Background(), misfits[name](t), spec.Spec{Residual: spec.CommonResidual},
			sampler.Settings{Seed: 1, Draws: 300, Chains: 2})
		require.NoError(t, err)
		c := checked(t, fit, Options{Seed: 1})
		var found []string
		for _, d := range c.Doubts {
			assert.NotEmpty(t, d.Statistics, name)
			assert.NotEmpty(t, d.Studies, name)
			assert.Regexp(t, `^.* is \S+, but replicated studies have .*; `+
				`only [0-9.]+% of studies from the model have a statistic that far out$`, d.Evidence, name)
			assert.NotEmpty(t, d.Consequence, name)
			assert.NotEmpty(t, d.Look, name)
			if d.Assumption != "the model as a whole" && !slices.Contains(found, d.Assumption) {
				found = append(found, d.Assumption)
			}
		}
		assert.Equal(t, want, found, name)
		if name == "shift" {
			require.Len(t, c.Shifts, 1)
			assert.True(t, c.Shifts[0].Noticeable())
			assert.Regexp(t, `^the mean of crowd is higher than the mean of expert by 1\d\.\d\d, `+
				`which lowers κx from 0\.\d+ to 0\.\d+ but`, c.Shifts[0].String())
		}
	}
}

// The labelers who are listed are ones that toss a coin: every fifth, from the third on.
func TestOutliersAreThoseWhoTossACoin(t *testing.T) {
	table := misfits["random"](t)
	c := checked(t, fitted(t, table, 1), Options{Seed: 1})
	require.GreaterOrEqual(t, len(c.Outliers), 4)
	for _, l := range c.Outliers {
		assert.Equal(t, 2, slices.Index(table.Labelers(), l.Name)%5, l.Name)
		assert.Less(t, l.Slope, l.Ordinary/2)
		assert.Less(t, l.Upper, l.Ordinary)
		assert.Greater(t, l.Slope, l.Lower)
	}
	assert.Contains(t, c.Doubts[0].Look, c.Outliers[0].Name+" −0.27 [−")
}

// The case study was simulated from the model, and nothing is said against it.
func TestPolicyFits(t *testing.T) {
	table, err := read.Read(t.Context(), nil, testdata("policy.csv"), read.Options{})
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), table, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 100, Chains: 2})
	require.NoError(t, err)
	c := checked(t, fit, Options{Seed: 1})
	assert.Empty(t, c.Doubts)
	assert.Empty(t, c.Outliers)
	require.Len(t, c.Coefficients, 9)
	require.Len(t, c.Discrepancies, 3*5)
	assert.Equal(t, fewest, c.Replicates)
	for _, r := range append(c.Coefficients, c.Discrepancies...) {
		assert.Greater(t, r.Familywise, Threshold)
		assert.Empty(t, r.Undefined)
		assert.Len(t, r.Values, fewest)
		assert.Equal(t, Tail(r.Observed, r.Values), r.Tail)
		assert.True(t, r.Lower < r.Mean && r.Mean < r.Upper)
	}
}

// Of very many labels a sample is checked: whole items or, where there are more of them, whole labelers.
func TestSampleOfLabels(t *testing.T) {
	table := misfits["random"](t)
	c := checked(t, fitted(t, table, 1), Options{Seed: 1, Sample: table.Len() / 2})
	assert.Equal(t, study.ItemFactor, c.SampledBy)
	assert.InDelta(t, table.Len()/2, c.Labels, 30)
	require.Len(t, c.Doubts, 1)
	assert.Equal(t, "all labelers follow the items alike", c.Doubts[0].Assumption)

	policy, err := read.Read(t.Context(), nil, testdata("policy.csv"), read.Options{})
	require.NoError(t, err)
	fit, err := model.Fit(context.Background(), policy, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 100, Chains: 2})
	require.NoError(t, err)
	c = checked(t, fit, Options{Seed: 1, Sample: policy.Len() / 3, Replicates: 200})
	assert.Empty(t, c.Doubts)
	assert.Less(t, c.Labels, policy.Len()/2)
	assert.Len(t, c.Coefficients, 9)
	whole := checked(t, fit, Options{Seed: 1, Sample: policy.Len(), Replicates: 200})
	assert.Empty(t, whole.SampledBy)
	assert.Equal(t, policy.Len(), whole.Labels)
	for i, r := range c.Coefficients { // of a third of the items, the scatter is larger
		if all := whole.Coefficients[i]; r.Statistic == "kripp_alpha" {
			assert.InDelta(t, 1.7, (r.Upper-r.Lower)/(all.Upper-all.Lower), 0.6, r.Studies)
			assert.InDelta(t, all.Mean, r.Mean, (r.Upper-r.Lower)/8, r.Studies)
		}
	}
}

// The same seed gives the same numbers for any number of workers.
func TestWorkersDoNotMatter(t *testing.T) {
	fit := fitted(t, misfits["noise"](t), 1)
	one := checked(t, fit, Options{Seed: 3, Replicates: 60, Workers: 1})
	many := checked(t, fit, Options{Seed: 3, Replicates: 60, Workers: 5})
	assert.Equal(t, one, many)
	other := checked(t, fit, Options{Seed: 4, Replicates: 60})
	assert.NotEqual(t, one.Coefficients[0].Values, other.Coefficients[0].Values)
}

// Over studies simulated from the model, the place of the observed statistic among the
// replicated ones is uniform for a statistic that no parameter follows, and, as the parameters are fitted to the
// same labels, nearer the middle for one that they do follow.
func TestTailsOverStudiesThatFit(t *testing.T) {
	const many = 20
	place := map[string][]float64{}
	truth := simulate.Truth{Family: family.Bernoulli{}, Studies: []simulate.StudyTruth{{Mean: -1, ItemSD: 2,
		LabelerSD: 0.6}}}
	for seed := range uint64(many) {
		table := changed(t, truth, designOf(t, seed, 60, 12, 6, "pool"), seed, nil)
		c := checked(t, fitted(t, table, seed), Options{Seed: seed, Replicates: 100})
		for _, r := range append(c.Coefficients, c.Discrepancies...) {
			place[r.Statistic] = append(place[r.Statistic], lowerTail(r.Observed, r.Values))
		}
	}
	require.Len(t, place, 6)
	for name, p := range place {
		assert.InDelta(t, 0.5, meanOf(p), 4*math.Sqrt(1.0/12/many), name)
		spread := 0.0
		for _, x := range p {
			spread += (x - 0.5) * (x - 0.5) / many
		}
		// The variance of a uniform is 1/12, that of the sample's (x−½)² is 1/180.
		assert.Less(t, spread, 1.0/12+4*math.Sqrt(1.0/180/many), name)
		if name == SplitItems {
			assert.Greater(t, spread, 1.0/12-4*math.Sqrt(1.0/180/many), "it is not free of the labels' own noise")
		}
	}
}

func TestRunRefuses(t *testing.T) {
	draws := posterior.NewDraws([]string{"mu[1]", "sd_item[1]", "sd_labeler[1]"}, 1, 10)
	bare, err := model.FromDraws(spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}, []string{"s"}, draws)
	require.NoError(t, err)
	_, err = Run(context.Background(), bare, Options{})
	assert.ErrorContains(t, err, "no labels")
	fit := fitted(t, misfits["noise"](t), 1)
	for _, o := range []Options{{Replicates: -1}, {Workers: -1}, {Level: 1}, {Level: -0.1}} {
		_, err := Run(context.Background(), fit, o)
		assert.ErrorContains(t, err, "predictive: ")
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err = Run(ctx, fit, Options{})
	assert.ErrorIs(t, err, context.Canceled)
}

// A study whose labels determine nothing has undefined statistics, with the reason.
func TestUndefinedStatistics(t *testing.T) {
	d := statistic{name: WithinItemSD, studies: []string{"s"}}
	assert.Contains(t, d.result(math.NaN(), []float64{1, 2}, 0.9).Undefined, "labels")
	assert.Contains(t, d.result(1, []float64{1, math.NaN(), math.NaN()}, 0.9).Undefined, "replicated")
	r := d.result(1, []float64{1, math.NaN(), 2}, 0.9)
	assert.Empty(t, r.Undefined)
	assert.Equal(t, []float64{1, 2}, r.Values)
}

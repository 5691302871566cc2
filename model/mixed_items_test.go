package model

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/simulate"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// twoKinds are two studies with two kinds of items, of which the second has the share; 0: normal items.
func twoKinds(share float64) simulate.Truth {
	truth := far(0)
	if truth.ItemShare = share; share > 0 {
		truth.Studies[0].ItemGap, truth.Studies[1].ItemGap = 3, 4
	}
	return truth
}

// Effects have the covariance that the truth says. The third moment of effects b_a, in units of their standard
// deviations, is p(1 − p)(1 − 2p)γ³. The means of the kinds are γ = D/√(1 + p(1 − p)D²) apart. E b_a²b_b has γ_a²γ_b.
func TestMixedItemsHaveTheirMoments(t *testing.T) {
	const share = 0.2
	truth := twoKinds(share)
	for s := range truth.Studies {
		truth.Studies[s].Mean, truth.Studies[s].LabelerSD, truth.Studies[s].ResidualSD = 0, 0, 1e-9
	}
	design, err := modeltest.Everyone(1, 1, Nested, "a", "b").Generate(1)
	require.NoError(t, err)
	simulated := func(f func(a, b float64) float64) func(uint64) float64 {
		return func(seed uint64) float64 {
			y, err := truth.Labels(design, rand.New(rand.NewPCG(seed, 3)))
			require.NoError(t, err)
			return f(y[0], y[1]/1.4)
		}
	}
	gamma := func(d float64) float64 { return d / math.Sqrt(1+share*(1-share)*d*d) }
	third := share * (1 - share) * (1 - 2*share)
	const n = 10_000
	modeltest.RequireMean(t, 0, n, simulated(func(a, _ float64) float64 { return a }))
	modeltest.RequireMean(t, 1, n, simulated(func(a, _ float64) float64 { return a * a }))
	modeltest.RequireMean(t, 1, n, simulated(func(_, b float64) float64 { return b * b }))
	modeltest.RequireMean(t, 0.7, n, simulated(func(a, b float64) float64 { return a * b }))
	modeltest.RequireMean(t, third*math.Pow(gamma(3), 3), n, simulated(func(a, _ float64) float64 { return a * a * a }))
	both := third * math.Pow(gamma(3), 2) * gamma(4)
	modeltest.RequireMean(t, both, n, simulated(func(a, b float64) float64 { return a * a * b }))
}

// A fit finds the kinds, whichever is the larger, and does not find them where items are normal. Standard deviations
// and ρ are right either way.
func TestFitFindsMixedItems(t *testing.T) {
	for _, share := range []float64{0.2, 0.7, 0} {
		truth := twoKinds(share)
		table := modeltest.Simulated(t, truth, simulate.Plan{Items: 200, Studies: []simulate.StudyPlan{
			{Name: "a", Labelers: 12, LabelsPerItem: 4}, {Name: "b", Labelers: 12, LabelsPerItem: 4}}}, 5)
		fit, err := Fit(t.Context(), table, Spec{Items: MixedItems}, sampler.Settings{Seed: 1})
		require.NoError(t, err)
		require.Zero(t, fit.Run().DivergenceCount())
		holds := func(q posterior.Quantity, truth float64) {
			t.Helper()
			of := q.Summary(0.99)
			assert.True(t, of.Lower < truth && truth < of.Upper, "%v %+v", truth, of)
		}
		found, ok := fit.ItemShare()
		require.True(t, ok)
		for s, of := range fit.EachStudy() {
			holds(of.ItemSD(), truth.Studies[s].ItemSD)
			gap, ok := of.ItemGap()
			require.True(t, ok)
			if share == 0 {
				assert.Less(t, gap.Summary(0.95).Lower, 0.0)
				continue
			}
			holds(gap, truth.Studies[s].ItemGap)
			holds(found, share)
			assert.Greater(t, gap.Summary(0.95).Lower, 1.5)
		}
		holds(fit.StudyAt(0).ItemCorrelation(fit.StudyAt(1)), 0.7)
		for v := range fit.Draws().Names() {
			all := fit.Draws().Quantity(v).Summary(0.95)
			assert.Less(t, all.RHat, 1.01, all.Name)
			assert.Greater(t, math.Min(all.ESSBulk, all.ESSTail), 400.0, all.Name)
		}
	}
}

// Replicated studies have the items' covariance that the fit says, and its skewness.
func TestReplicatesHaveMixedItems(t *testing.T) {
	table := modeltest.Simulated(t, twoKinds(0.2), simulate.Plan{Items: 80, Studies: []simulate.StudyPlan{
		{Name: "a", Labelers: 12, LabelsPerItem: 4}, {Name: "b", Labelers: 12, LabelsPerItem: 4}}}, 5)
	fit, err := Fit(t.Context(), table, Spec{Items: MixedItems}, sampler.Settings{Seed: 1, Draws: 100})
	require.NoError(t, err)
	const draw = 7
	at := func(q posterior.Quantity) float64 { return q.Chains[0][draw] }
	a, b := fit.StudyAt(0), fit.StudyAt(1)
	kinds, ok := fit.ItemKinds(0, draw)
	require.True(t, ok)
	p, d := kinds.Share, kinds.Distance[0]
	require.Greater(t, d, 1.0)
	item := at(a.ItemSD())
	total := item*item + math.Pow(at(a.LabelerSD()), 2) + math.Pow(at(a.ResidualSD()), 2)
	third := p * (1 - p) * (1 - 2*p) * math.Pow(item*d/math.Sqrt(1+p*(1-p)*d*d), 3)
	r := NewReplicator(fit)
	labels := func(f func(y, z float64) float64) func(uint64) float64 {
		first := fit.Table().StudyAt(0).Item()[0]
		other := 0
		for fit.Table().StudyAt(1).Item()[other] != first {
			other++
		}
		return func(seed uint64) float64 {
			all := r.Labels(0, draw, rand.New(rand.NewPCG(seed, 7)))
			return f(all[0][0]-at(a.Mean()), all[1][other]-at(b.Mean()))
		}
	}
	const n = 5_000
	modeltest.RequireMean(t, total, n, labels(func(y, _ float64) float64 { return y * y }))
	modeltest.RequireMean(t, third, n, labels(func(y, _ float64) float64 { return y * y * y }))
	covariance := item * at(b.ItemSD()) * at(a.ItemCorrelation(b))
	modeltest.RequireMean(t, covariance, n, labels(func(y, z float64) float64 { return y * z }))
}

// Where kinds are not worked out they are refused, with the facts.
func TestMixedItemsAreRefused(t *testing.T) {
	refused := func(table *study.Table, sp Spec, code DataCode) {
		t.Helper()
		sp.Items = MixedItems
		_, err := Resolve(table, sp)
		var fault *DataError
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, code, fault.Code)
		assert.NotContains(t, fault.Error(), "determine no model")
	}
	binary := far(0)
	binary.Family = family.Bernoulli{}
	for s := range binary.Studies {
		binary.Studies[s].ResidualSD = 0
	}
	refused(modeltest.Simulated(t, binary, modeltest.Everyone(30, 5, Nested, "a", "b"), 1), Spec{}, MixedItemsUnscaled)
	one := simulate.Plan{Items: 60, Studies: []simulate.StudyPlan{
		{Name: "a", Labelers: 12, LabelsPerItem: 4}, {Name: "b", Labelers: 12, LabelsPerItem: 1}}}
	refused(modeltest.Simulated(t, far(0), one, 1), Spec{}, MixedItemsOfJudges)

	for text, change := range map[string]func(*simulate.Truth){
		"bernoulli":             func(t *simulate.Truth) { t.Family, t.Studies[0].ResidualSD = family.Bernoulli{}, 0 },
		"degrees of freedom":    func(t *simulate.Truth) { t.ItemDF = 3 },
		"between 0 and 1":       func(t *simulate.Truth) { t.ItemShare = 1.2 },
		"NaN apart":             func(t *simulate.Truth) { t.Studies[1].ItemGap = math.NaN() },
		"no share":              func(t *simulate.Truth) { t.ItemShare = 0 },
		"between 0.31 and 0.99": func(t *simulate.Truth) { t.ItemCorrelation = nil },
	} {
		truth := twoKinds(0.2)
		truth.Studies[1].ResidualSD = truth.Studies[0].ResidualSD
		if change(&truth); truth.Family == (family.Bernoulli{}) {
			truth.Studies[1].ResidualSD = 0
		}
		_, err := truth.Resolve()
		assert.ErrorContains(t, err, text)
	}
	certain := twoKinds(0.2)
	certain.Studies[1].ItemGap = 3
	certain.ItemCorrelation = simulate.CommonCorrelation(2, 1)
	_, err := certain.Resolve()
	assert.NoError(t, err)
}

// Oracle: quantiles of a long run of Stan, with the kinds summed out and the covariance within a kind written in full.
// testdata/mixed_items.R made testdata/mixed_items.json (R 4.2.2, rstan 2.21.7). They agree within 4.5 Monte Carlo
// standard errors of both programs.
func TestMixedItemsAgreeWithStan(t *testing.T) {
	b, err := os.ReadFile("testdata/mixed_items.json")
	require.NoError(t, err)
	var stan map[string]map[string]struct {
		Q05, Median, Q95, RHat float64
		MCSE                   []float64
	}
	require.NoError(t, json.Unmarshal(b, &stan))
	require.NotEmpty(t, stan)
	for name, columns := range stan {
		truth, plan := twoKinds(0.25), simulate.Plan{Items: 80, Studies: []simulate.StudyPlan{
			{Name: "a", Labelers: 8, LabelsPerItem: 3}, {Name: "b", Labelers: 8, LabelsPerItem: 3}}}
		truth.Studies[1].ItemGap = 2.5
		for s := range truth.Studies {
			truth.Studies[s].Mean = 0
		}
		if name == "one" {
			truth.Studies, truth.ItemCorrelation, plan.Studies = truth.Studies[:1], nil, plan.Studies[:1]
		}
		fit, err := Fit(t.Context(), modeltest.Simulated(t, truth, plan, 11), Spec{Items: MixedItems},
			sampler.Settings{Seed: 1, Draws: 2000})
		require.NoError(t, err)
		for variable, want := range columns {
			require.Less(t, want.RHat, 1.01)
			q := fit.Draws().Quantity(fit.Draws().Index(variable))
			for i, at := range []struct{ p, value float64 }{{0.05, want.Q05}, {0.5, want.Median}, {0.95, want.Q95}} {
				assert.InDelta(t, at.value, q.Quantile(at.p), 4.5*math.Hypot(want.MCSE[i], quantileError(q, at.p)),
					"%s: %s, quantile %v", name, variable, at.p)
			}
		}
	}
}

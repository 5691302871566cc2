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
	"concord/model/refusal"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
)

// far are two studies whose items have ν degrees of freedom, 0 for normal ones.
func far(df float64) simulate.Truth {
	return simulate.Truth{Family: family.Gaussian{}, ItemDF: df, ItemCorrelation: simulate.CommonCorrelation(2, 0.7),
		Studies: []simulate.StudyTruth{{Mean: 3, ItemSD: 1, LabelerSD: 0.4, ResidualSD: 0.6},
			{Mean: -2, ItemSD: 1.4, LabelerSD: 0.5, ResidualSD: 0.8}}}
}

// far items labels of twelve labelers in each study, four of each item.
func farTable(t *testing.T, df float64, items int, seed uint64) *study.Table {
	t.Helper()
	return modeltest.Simulated(t, far(df), simulate.Plan{Items: items, Studies: []simulate.StudyPlan{
		{Name: "a", Labelers: 12, LabelsPerItem: 4}, {Name: "b", Labelers: 12, LabelsPerItem: 4}}}, seed)
}

// Squares of effects have the expectation σ² whatever ν, and their squares 3σ⁴(ν − 2)/(ν − 4). The two studies of an
// item share how far out it is: E b_a²b_b² = σ_a²σ_b²(1 + 2ρ²)(ν − 2)/(ν − 4).
func TestStudentItemsHaveTheirMoments(t *testing.T) {
	const df, longer = 9, 7. / 5
	truth := far(df)
	for s := range truth.Studies {
		truth.Studies[s].Mean, truth.Studies[s].LabelerSD, truth.Studies[s].ResidualSD = 0, 0, 1e-9
	}
	design, err := modeltest.Everyone(1, 1, spec.Nested, "a", "b").Generate(1)
	require.NoError(t, err)
	simulated := func(f func(a, b float64) float64) func(uint64) float64 {
		return func(seed uint64) float64 {
			y, err := truth.Labels(design, rand.New(rand.NewPCG(seed, 3)))
			require.NoError(t, err)
			return f(y[0], y[1])
		}
	}
	const n = 10_000
	requireMean(t, 1, n, simulated(func(a, _ float64) float64 { return a * a }))
	requireMean(t, 1.4*1.4, n, simulated(func(_, b float64) float64 { return b * b }))
	requireMean(t, 0.7*1.4, n, simulated(func(a, b float64) float64 { return a * b }))
	requireMean(t, 3*longer, n, simulated(func(a, _ float64) float64 { return a * a * a * a }))
	both := 1.4 * 1.4 * (1 + 2*0.49) * longer
	requireMean(t, both, n, simulated(func(a, b float64) float64 { return a * a * b * b }))
}

// A fit finds ν = 3 and does not find it where items are normal. Standard deviations and ρ are right either way.
func TestFitFindsStudentItems(t *testing.T) {
	for df, holds := range map[float64]func(df posterior.Summary){
		3: func(df posterior.Summary) { assert.Less(t, df.Upper, 8.0) },
		0: func(df posterior.Summary) { assert.Greater(t, df.Lower, 8.0) },
	} {
		fit, err := Fit(t.Context(), farTable(t, df, 300, 5), spec.Spec{Items: spec.StudentItems},
			sampler.Settings{Seed: 1})
		require.NoError(t, err)
		require.Zero(t, fit.Run().DivergenceCount())
		q, ok := fit.ItemDF()
		require.True(t, ok)
		found := q.Summary(0.95)
		holds(found)
		if df > 0 {
			assert.True(t, found.Lower < df && df < found.Upper, "%+v", found)
		}
		for s, of := range fit.EachStudy() {
			sd := of.ItemSD().Summary(0.99)
			truth := far(df).Studies[s].ItemSD
			assert.True(t, sd.Lower < truth && truth < sd.Upper, "%+v", sd)
		}
		rho := fit.StudyAt(0).ItemCorrelation(fit.StudyAt(1)).Summary(0.99)
		assert.True(t, rho.Lower < 0.7 && 0.7 < rho.Upper, "%+v", rho)
		for v := range fit.Draws().Names() {
			all := fit.Draws().Quantity(v).Summary(0.95)
			assert.Less(t, all.RHat, 1.01, all.Name)
			assert.Greater(t, math.Min(all.ESSBulk, all.ESSTail), 400.0, all.Name)
		}
	}
}

// Replicated studies have the items' variance that the fit says, and its tails: the kurtosis of a sum of Student's t
// and of normal effects is 3 and the items' excess, 6/(ν − 4) times the square of their share.
func TestReplicatesHaveStudentItems(t *testing.T) {
	fit, err := Fit(t.Context(), farTable(t, 3, 60, 5), spec.Spec{Items: spec.StudentItems},
		sampler.Settings{Seed: 1, Draws: 200})
	require.NoError(t, err)
	q, _ := fit.ItemDF()
	draw := 0
	for q.Chains[0][draw] < 6 { // whose kurtosis is known well enough
		draw++
	}
	s := fit.StudyAt(0)
	at := func(q posterior.Quantity) float64 { return q.Chains[0][draw] }
	item, others := at(s.ItemSD()), math.Hypot(at(s.LabelerSD()), at(s.ResidualSD()))
	total := item*item + others*others
	r := NewReplicator(fit)
	label := func(f func(y float64) float64) func(uint64) float64 {
		return func(seed uint64) float64 {
			return f(r.Labels(nil, 0, draw, rand.New(rand.NewPCG(seed, 7)))[0][5] - at(s.Mean()))
		}
	}
	const n = 5_000
	requireMean(t, total, n, label(func(y float64) float64 { return y * y }))
	requireMean(t, 1, n, label(func(y float64) float64 {
		excess := 6 / (at(q) - 4) * math.Pow(item*item/total, 2)
		return y * y * y * y / (total * total * (3 + excess))
	}))
}

// The prior of a standard deviation is that of the scale of Student's t.
func TestPriorOfStudentItems(t *testing.T) {
	fit, err := Fit(t.Context(), farTable(t, 3, 60, 5), spec.Spec{Items: spec.StudentItems},
		sampler.Settings{Seed: 1, Draws: 50})
	require.NoError(t, err)
	sds, ok := fit.PriorSDs(fit.StudyAt(1))
	require.True(t, ok)
	df, _ := fit.ItemDF()
	nu := df.Chains[1][7]
	assert.Greater(t, nu, 2.0)
	assert.InDelta(t, fit.StudyAt(1).ItemSD().Chains[1][7]*math.Sqrt((nu-2)/nu), sds[0].Draws.Chains[1][7], 1e-12)
	assert.Equal(t, fit.StudyAt(1).LabelerSD().Chains, sds[1].Draws.Chains)
}

// Where the distribution is not worked out it is refused, with the facts.
func TestStudentItemsAreRefused(t *testing.T) {
	refused := func(table *study.Table, sp spec.Spec, code refusal.Code) {
		t.Helper()
		sp.Items = spec.StudentItems
		_, err := Resolve(table, sp)
		var fault *refusal.Error
		require.ErrorAs(t, err, &fault)
		assert.Equal(t, code, fault.Code)
		assert.NotContains(t, fault.Error(), "determine no model")
	}
	truth := far(0)
	truth.Family = family.Bernoulli{}
	for s := range truth.Studies {
		truth.Studies[s].ResidualSD = 0
	}
	plan := modeltest.Everyone(30, 5, spec.Nested, "a", "b")
	refused(modeltest.Simulated(t, truth, plan, 1), spec.Spec{Discrimination: true}, refusal.StudentItemsSloped)
	one := simulate.Plan{Items: 60, Studies: []simulate.StudyPlan{
		{Name: "a", Labelers: 12, LabelsPerItem: 4}, {Name: "b", Labelers: 12, LabelsPerItem: 1}}}
	refused(modeltest.Simulated(t, far(3), one, 1), spec.Spec{}, refusal.StudentItemsOfJudges)

	truth.ItemDF, truth.Studies[0].DiscriminationSD = 3, 0.4
	_, err := truth.Resolve()
	assert.ErrorContains(t, err, "bernoulli")
	for _, df := range []float64{2, -1, math.Inf(1), math.NaN()} {
		_, err := far(df).Resolve()
		assert.ErrorContains(t, err, "degrees of freedom")
	}
}

// Oracle: quantiles of a long run of brms, by the code that fit prints for the same labels. testdata/student_items.R
// has it. They agree within 4.5 Monte Carlo standard errors of both programs.
func TestStudentItemsAgreeWithBRMS(t *testing.T) {
	b, err := os.ReadFile("testdata/student_items.json")
	require.NoError(t, err)
	var brms map[string]struct {
		Q05, Median, Q95, RHat float64
		MCSE                   []float64
	}
	require.NoError(t, json.Unmarshal(b, &brms))
	truth := far(3)
	for s := range truth.Studies {
		truth.Studies[s].Mean = 0
	}
	table := modeltest.Simulated(t, truth, simulate.Plan{Items: 80, Studies: []simulate.StudyPlan{
		{Name: "a", Labelers: 8, LabelsPerItem: 3}, {Name: "b", Labelers: 8, LabelsPerItem: 3}}}, 11)
	fit, err := Fit(t.Context(), table, spec.Spec{Items: spec.StudentItems}, sampler.Settings{Seed: 1, Draws: 2000})
	require.NoError(t, err)
	require.Len(t, brms, 8)
	for name, want := range brms {
		q := fit.Draws().Quantity(fit.Draws().Index(name))
		for i, at := range []struct{ p, value float64 }{{0.05, want.Q05}, {0.5, want.Median}, {0.95, want.Q95}} {
			assert.InDelta(t, at.value, q.Quantile(at.p), 4.5*math.Hypot(want.MCSE[i], quantileError(q, at.p)),
				"%s, quantile %v", name, at.p)
		}
	}
}

// quantileError is about the Monte Carlo standard error of a quantile: the root of p(1 − p)/n over the density of the
// draws there, n their effective number in the tails.
func quantileError(q posterior.Quantity, p float64) float64 {
	const step = 0.03
	density := 2 * step / (q.Quantile(p+step) - q.Quantile(p-step))
	s := q.Summary(0.9)
	return math.Sqrt(p*(1-p)/math.Min(s.ESSTail, s.ESSBulk)) / density
}

// Oracle: quantiles of a long run of Stan, of labels yes and no and of ordered ones: of all parameters and of the
// effects of all items and labelers. testdata/student_labels.R made testdata/student_labels.json (R 4.2.2, rstan
// 2.21.7). They agree within 4.5 Monte Carlo standard errors of both programs.
func TestStudentItemsOfLabelsAgreeWithStan(t *testing.T) {
	b, err := os.ReadFile("testdata/student_labels.json")
	require.NoError(t, err)
	var stan map[string]map[string]struct {
		Quantiles, MCSE []float64
		RHat            float64
	}
	require.NoError(t, json.Unmarshal(b, &stan))
	require.NotEmpty(t, stan)
	for name, columns := range stan {
		truth := simulate.Truth{Family: family.Bernoulli{}, ItemDF: 3,
			Studies: []simulate.StudyTruth{{ItemSD: 2, LabelerSD: 0.5}}}
		if name == "ordered" {
			truth.Family, truth.Studies[0].Thresholds = family.Ordinal{}, []float64{-1, 0, 1}
		}
		table := modeltest.Simulated(t, truth, simulate.Plan{Items: 40, Studies: []simulate.StudyPlan{
			{Name: "all", Labelers: 12, LabelsPerItem: 5}}}, 11)
		fit, err := Fit(t.Context(), table, spec.Spec{Items: spec.StudentItems, Effects: true},
			sampler.Settings{Seed: 1, Draws: 1000})
		require.NoError(t, err)
		ours := map[string]posterior.Quantity{}
		for v, name := range fit.Draws().Names() {
			ours[name] = fit.Draws().Quantity(v)
		}
		study := fit.StudyAt(0)
		for _, item := range table.Items() {
			ours[item], err = study.ItemEffect(item)
			require.NoError(t, err)
		}
		for _, labeler := range table.Labelers() {
			ours[labeler], err = study.LabelerEffect(labeler)
			require.NoError(t, err)
		}
		for variable, want := range columns {
			require.Less(t, want.RHat, 1.01)
			require.Contains(t, ours, variable)
			for i, p := range []float64{0.05, 0.5, 0.95} {
				q := ours[variable]
				assert.InDelta(t, want.Quantiles[i], q.Quantile(p), 4.5*math.Hypot(want.MCSE[i], quantileError(q, p)),
					"%s: %s, quantile %v", name, variable, p)
			}
		}
	}
}

package model_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/refusal"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study/read"
)

// slopesFit fits labels of testdata/slopes.csv, whose labelers drift apart over weeks, with the effects of labelers.
func slopesFit(t *testing.T, f family.Family, groups ...string) *model.Posterior {
	t.Helper()
	table, err := read.Read(t.Context(), nil, "testdata/slopes.csv", read.Options{Item: "item", Labeler: "labeler",
		Study: "group", Kind: f.Kind(), Factors: []string{"week"},
		Label: map[family.Family]string{family.Gaussian{}: "number", family.Bernoulli{}: "yes"}[f]})
	require.NoError(t, err)
	table, err = table.Select(groups...)
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Family: f, Effects: true,
		EffectsOf:  []string{spec.SlopeTerm("week")},
		Covariates: []spec.Covariate{{Factor: "week", Slopes: true, Undivided: true}}},
		sampler.Settings{Seed: 2, Draws: 1000})
	require.NoError(t, err)
	return fit
}

// slopeParameters has the parameters by names, with "slope_sd[old]", and the slopes b_k, "slope:p1[old]".
func slopeParameters(t *testing.T, fit *model.Posterior) map[string]posterior.Quantity {
	all := namedParameters(fit)
	effects, err := fit.TermEffects(spec.SlopeTerm("week"))
	require.NoError(t, err)
	for _, e := range effects {
		all["slope:"+e.Levels[0]+"["+fit.Studies()[e.Study]+"]"] = e.Quantity
	}
	for _, of := range fit.EachStudy() {
		all["slope_sd["+of.Name()+"]"] = of.TermSD(spec.SlopeTerm("week"))
	}
	return all
}

// The coefficient is within a quarter of a posterior standard deviation of the estimates of mixed models with random
// slopes, and labelers' slopes are so for numbers. Slopes of yes or no are conditional modes at standard deviations of
// maximum likelihood, which shrink farther slopes more, so these are within half a standard deviation.
// testdata/slopes.R made testdata/slopes_mixed.json (lme4 1.1.31, glmmTMB 1.1.5).
func TestSlopesAgreeWithMixedModels(t *testing.T) {
	var all map[string]map[string]float64
	text, err := os.ReadFile("testdata/slopes_mixed.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &all))
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		t.Run(f.String(), func(t *testing.T) {
			ours := slopeParameters(t, slopesFit(t, f, "old"))
			require.Len(t, all[f.String()], 15)
			for name, want := range all[f.String()] {
				got := ours[name+"[old]"].Summary(0.95)
				within := got.SD / 4
				if name != "week" && f == (family.Bernoulli{}) {
					within *= 2
				}
				assert.InDelta(t, want, got.Mean, within, name)
			}
		})
	}
}

// Means and standard deviations of all parameters and slopes agree with Stan's within 4.5 Monte Carlo errors of both.
// testdata/slopes.json is a run of testdata/slopes.R (R 4.2.2, rstan 2.21.7). So do the parameters of yes or no in two
// groups and those of brms, by the code that fit prints: testdata/slopes_brms.json is a run of testdata/slopes_brms.R
// (brms 2.18.0).
func TestSlopesAgreeWithStan(t *testing.T) {
	type values []struct {
		Name                string
		Mean, SD, MCSE, ESS float64
	}
	var runs []struct {
		Family string
		Groups []string
		Values values
	}
	var brms values
	text, err := os.ReadFile("testdata/slopes.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &runs))
	require.Len(t, runs, 4)
	text, err = os.ReadFile("testdata/slopes_brms.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &brms))
	require.Len(t, brms, 11)
	for _, run := range runs {
		if run.Family == "bernoulli" && len(run.Groups) == 2 {
			run.Values = append(run.Values, brms...)
		}
		t.Run(fmt.Sprint(run.Family, len(run.Groups)), func(t *testing.T) {
			ours := slopeParameters(t, slopesFit(t, familyNamed(run.Family), run.Groups...))
			for _, want := range run.Values {
				require.Contains(t, ours, want.Name)
				got := ours[want.Name].Summary(0.95)
				assert.InDelta(t, want.Mean, got.Mean, 4.5*math.Hypot(got.MCSEMean, want.MCSE), want.Name)
				errorOfSD := want.SD / math.Sqrt(2*want.ESS)
				assert.InDelta(t, want.SD, got.SD, 4.5*math.Hypot(got.MCSESD, errorOfSD), "SD of %s", want.Name)
			}
		})
	}
}

// A simulation's standard deviations of slopes are within a few posterior standard deviations, with labelers who are in
// both groups and with a common coefficient too. New labels of the model have variances that the labels have.
func TestSlopesAreFound(t *testing.T) {
	slowtest.Only(t)
	for _, labelers := range []spec.LabelerEffects{spec.Nested, spec.Shared} {
		for _, f := range []family.Family{family.Gaussian{}, family.Ordinal{}} {
			t.Run(labelers.String()+"/"+f.String(), func(t *testing.T) {
				truth, design := regressed(f)
				truth.Labelers = labelers
				if labelers == spec.Shared {
					for n := range design.Labeler {
						design.Labeler[n] %= 30
					}
				}
				truth.Covariates = []simulate.CovariateTruth{{Covariate: spec.Covariate{Factor: "position",
					Slopes: true, Common: labelers == spec.Shared}, Coefficients: [][]float64{{0.5}, {0.5}},
					SlopeSD: []float64{0.6, 0.9}}}
				table, err := simulate.Simulate(truth, design, 5)
				require.NoError(t, err)
				fit, err := model.Fit(t.Context(), table, spec.Spec{Labelers: labelers,
					Covariates: covariatesOf(truth)}, sampler.Settings{Seed: 3})
				require.NoError(t, err)
				assert.Equal(t, 1, fit.Attempts())
				for s, of := range fit.EachStudy() {
					for want, q := range map[float64]posterior.Quantity{truth.Covariates[0].SlopeSD[s]: of.TermSD(
						spec.SlopeTerm("position")), 0.5: of.Coefficients(0)[0]} {
						sum := q.Summary(0.95)
						assert.InDelta(t, want, sum.Mean, 4*sum.SD, q.Name)
						assert.Less(t, sum.RHat, 1.02, q.Name)
						assert.Greater(t, sum.ESSBulk, 400.0, q.Name)
					}
				}
			})
		}
	}
}

// Models that cannot have slopes, and labels that do not show them, are refused.
func TestSlopesAreRefused(t *testing.T) {
	truth, design := regressed(family.Gaussian{})
	table, err := simulate.Simulate(truth, design, 5)
	require.NoError(t, err)
	for _, c := range []struct {
		code refusal.Code
		spec spec.Spec
	}{
		{refusal.SlopesOfNobody, spec.Spec{Labelers: spec.NoLabelers}},
		{refusal.SlopesDiscriminated, spec.Spec{Discrimination: true}},
		{refusal.SlopesOfCategories, spec.Spec{Covariates: []spec.Covariate{{Factor: "country"}}}},
		{refusal.SlopesConstant, spec.Spec{Covariates: []spec.Covariate{{Factor: "age"}}}},
	} {
		if c.spec.Covariates == nil {
			c.spec.Covariates = []spec.Covariate{{Factor: "length"}}
		}
		c.spec.Covariates[0].Slopes = true
		of := table
		if c.code == refusal.SlopesConstant {
			aged := design
			age := design.Factors[1]
			age.Name, age.Levels = "age", []string{"20", "30", "40"}
			aged.Factors = append(aged.Factors[:3:3], age)
			of, err = simulate.Simulate(truth, aged, 5)
			require.NoError(t, err)
		}
		_, err := model.Resolve(of, c.spec)
		var fault *refusal.Error
		require.ErrorAs(t, err, &fault, c.code)
		assert.Equal(t, c.code, fault.Code)
		assert.Contains(t, strings.ToLower(fault.Error()), "slopes")
	}
}

package model_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// covariatesInFile are those of testdata/covariates.csv: a number and a category of items, of labelers, and of labels.
// They were given at random, and have one coefficient each, as in the mixed models and in Stan.
func covariatesInFile(common bool) []spec.Covariate {
	var all []spec.Covariate
	for _, name := range []string{"length", "topic", "country", "age", "position", "tool"} {
		all = append(all, spec.Covariate{Factor: name, Common: common, Undivided: true})
	}
	return all
}

// covariatesFile reads the labels of testdata/covariates.csv that suit a family, of some groups, or of all as one.
func covariatesFile(t *testing.T, f family.Family, groups ...string) *study.Table {
	t.Helper()
	options := read.Options{Item: "item", Labeler: "labeler", Study: study.NoColumn, Kind: f.Kind(),
		Label: map[family.Family]string{family.Gaussian{}: "number", family.Bernoulli{}: "yes",
			family.Ordinal{}: "stars"}[f]}
	for _, c := range covariatesInFile(false) {
		options.Factors = append(options.Factors, c.Factor)
	}
	if len(groups) > 0 {
		options.Study = "group"
	}
	table, err := read.Read(t.Context(), nil, "testdata/covariates.csv", options)
	require.NoError(t, err)
	if len(groups) > 0 {
		table, err = table.Select(groups...)
		require.NoError(t, err)
	}
	return table
}

// familyNamed is the family of a name.
func familyNamed(name string) family.Family {
	return family.All()[slices.IndexFunc(family.All(), func(f family.Family) bool { return f.String() == name })]
}

// Coefficients are within a quarter of a posterior standard deviation of those by maximum likelihood, without a prior.
// testdata/covariates_mixed.R made testdata/covariates_mixed.json (lme4 1.1.31, glmmTMB 1.1.5, ordinal 2022.11.16).
func TestCovariatesAgreeWithMixedModels(t *testing.T) {
	var all map[string]map[string]float64
	text, err := os.ReadFile("testdata/covariates_mixed.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &all))
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}, family.Ordinal{}} {
		t.Run(f.String(), func(t *testing.T) {
			fit, err := model.Fit(t.Context(), covariatesFile(t, f),
				spec.Spec{Family: f, Covariates: covariatesInFile(false)}, sampler.Settings{Seed: 2})
			require.NoError(t, err)
			require.Len(t, all[f.String()], 12)
			ours := namedParameters(fit)
			for name, want := range all[f.String()] {
				got := ours[name+"["+fit.StudyAt(0).Name()+"]"].Summary(0.95)
				require.InDelta(t, want, got.Mean, got.SD/4, name)
			}
		})
	}
}

// namedParameters has the parameters of a fit by names: "age[old]", "topic=war[old]", "item_sd[old]".
func namedParameters(fit *model.Posterior) map[string]posterior.Quantity {
	all := map[string]posterior.Quantity{}
	for s, of := range fit.EachStudy() {
		add := func(name string, q posterior.Quantity) { all[name+"["+of.Name()+"]"] = q }
		add("mu", of.Mean())
		add("item_sd", of.TermSD(study.ItemFactor))
		add("labeler_sd", of.TermSD(study.LabelerFactor))
		if own := of.Own(); fit.Spec().Family.LocationScale() {
			add("residual_sd", own[0])
		}
		for c, q := range of.Thresholds() {
			add(fmt.Sprint("kappa", c+1), q)
		}
		for i, c := range fit.Spec().Covariates {
			for v, name := range c.Coefficients() {
				add(name, of.Coefficients(i)[v])
			}
		}
		if s == 1 {
			all["rho"] = fit.StudyAt(0).ItemCorrelation(of)
		}
	}
	return all
}

// Position goes with the true scores and has no effect. Estimates are within a quarter of a posterior standard
// deviation of those of lme4 with the position and its mean of each item, by REML, in units of one position: within
// items −0.020 (SE 0.036), between items 0.184, SD of true scores 0.77, of labelers 0.509, of the residual 1.015. With
// the position alone lme4 finds 0.086 (SE 0.026).
func TestConfoundedPositionAgreesWithMixedModel(t *testing.T) {
	table, err := read.Read(t.Context(), nil, "testdata/covariate_confounded.csv", read.Options{Item: "item",
		Labeler: "labeler", Study: study.NoColumn, Label: "label", Factors: []string{"position"}})
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Covariates: []spec.Covariate{{Factor: "position"}}},
		sampler.Settings{Seed: 2})
	require.NoError(t, err)
	of, unit := fit.StudyAt(0), fit.Spec().Covariates[0].SD
	beta, gamma := of.Coefficients(0)[0], of.PartCoefficients(0, spec.OfItem)[0]
	within := posterior.Map("within", func(x []float64) float64 { return x[0] / unit }, beta)
	between := posterior.Map("between", func(x []float64) float64 { return (x[0] + x[1]) / unit }, beta, gamma)
	for _, c := range []struct {
		posterior.Quantity
		want, off float64 // and how many posterior standard deviations it may be off
	}{
		{within, -0.020, 0.25}, {between, 0.184, 0.25}, {of.ItemSD(), 0.77, 0.25}, {of.Own()[0], 1.015, 0.3},
		{of.LabelerSD(), 0.509, 0.6}, // of 12 labelers, a posterior mean is above the estimate
	} {
		got := c.Summary(0.95)
		require.InDelta(t, c.want, got.Mean, c.off*got.SD, c.Name)
	}
	require.InDelta(t, 0.036, within.Summary(0.95).SD, 0.003)
}

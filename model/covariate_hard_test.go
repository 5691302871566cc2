package model_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// A category of 1 % of the rows, two numbers of which one nearly follows from the other, a number that is constant
// within items, and a country with one labeler. Coefficients are within a quarter of a posterior standard deviation of
// those by maximum likelihood, to which testdata/covariates_hard.R adds the prior N(0, 1). Each covariate has one
// coefficient there.
// testdata/covariates_hard.R made the file and testdata/covariates_hard.json (lme4 1.1.31, glmmTMB 1.1.5).
func TestHardCovariatesAgreeWithMixedModels(t *testing.T) {
	var all []struct {
		Covariates          []string
		Gaussian, Bernoulli map[string]float64
	}
	text, err := os.ReadFile("testdata/covariates_hard.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &all))
	require.Len(t, all, 4)
	for _, c := range all {
		for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
			t.Run(strings.Join(c.Covariates, ",")+"/"+f.String(), func(t *testing.T) {
				want, label := c.Gaussian, "number"
				if f == (family.Bernoulli{}) {
					want, label = c.Bernoulli, "yes"
				}
				table, err := read.Read(t.Context(), nil, "testdata/covariates_hard.csv", read.Options{Item: "item",
					Labeler: "labeler", Study: study.NoColumn, Label: label, Kind: f.Kind(), Factors: c.Covariates})
				require.NoError(t, err)
				sp := spec.Spec{Family: f}
				for _, name := range c.Covariates {
					sp.Covariates = append(sp.Covariates, spec.Covariate{Factor: name, Undivided: true})
				}
				fit, err := model.Fit(t.Context(), table, sp, sampler.Settings{Seed: 2, Draws: 500})
				require.NoError(t, err)
				sp, err = model.Resolve(table, sp)
				require.NoError(t, err)
				assert.Equal(t, len(c.Covariates) == 2, len(model.NearlyCollinear(table, sp)) > 0)
				ours := namedParameters(fit)
				for name, x := range want {
					got := ours[name+"["+fit.StudyAt(0).Name()+"]"].Summary(0.95)
					assert.InDelta(t, x, got.Mean, got.SD/4, name)
					assert.Less(t, got.RHat, 1.02, name)
				}
			})
		}
	}
}

// An answer does not depend on the unit of a number: draws are the same with numbers 2³⁰ or 2⁻³⁰ times as large, next
// to 1e9 and 1e-9, and the unit is the standard deviation after 1e9 is added to them, but for rounding.
func TestCovariatesOfAnyUnit(t *testing.T) {
	truth, design := regressed(family.Gaussian{})
	units := map[string]func(x float64) float64{
		"big": func(x float64) float64 { return 0x1p30 * x }, "small": func(x float64) float64 { return 0x1p-30 * x },
		"huge": func(x float64) float64 { return 0x1p1000 * x }, "shifted": func(x float64) float64 { return 1e9 + x },
	}
	for name, unit := range units {
		f := study.Factor{Name: name, Index: design.Factors[0].Index}
		for _, level := range design.Factors[0].Levels {
			f.Levels = append(f.Levels, fmt.Sprint(unit(numberOf(t, level))))
		}
		design.Factors = append(design.Factors, f)
	}
	table, err := simulate.Simulate(truth, design, 5)
	require.NoError(t, err)
	of := func(name string) spec.Spec { return spec.Spec{Covariates: []spec.Covariate{{Factor: name}}} }
	draws := func(name string) []float64 {
		fit, err := model.Fit(t.Context(), table, of(name), sampler.Settings{Seed: 3, Chains: 1, Warmup: 50, Draws: 20})
		require.NoError(t, err)
		return fit.StudyAt(0).Coefficients(0)[0].Chains[0]
	}
	plain := draws("length")
	for name := range units {
		if name != "shifted" {
			assert.Equal(t, plain, draws(name), name)
			continue
		}
		as, err := model.Resolve(table, of("length"))
		require.NoError(t, err)
		shifted, err := model.Resolve(table, of(name))
		require.NoError(t, err)
		assert.InEpsilon(t, as.Covariates[0].SD, shifted.Covariates[0].SD, 1e-9)
	}
}

func numberOf(t *testing.T, text string) (x float64) {
	t.Helper()
	_, err := fmt.Sscan(text, &x)
	require.NoError(t, err)
	return x
}

// All labels of one category are yes, and others are yes and no. The prior keeps the coefficient finite.
func TestCovariateThatSeparates(t *testing.T) {
	truth, design := regressed(family.Bernoulli{})
	tool := study.Factor{Name: "tool", Levels: []string{"a", "b"}}
	for n := range design.Study {
		tool.Index = append(tool.Index, int32(min(n%4, 1)))
	}
	design.Factors = append(design.Factors, tool)
	truth.Covariates = []simulate.CovariateTruth{{Covariate: spec.Covariate{Factor: "tool"},
		Coefficients: [][]float64{{50, -50}, {50, -50}}}}
	for s := range truth.Studies {
		truth.Studies[s].Mean = 25 // a number less its mean over the labels: a is at 100, b at 0
	}
	table, err := simulate.Simulate(truth, design, 5)
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Covariates: covariatesOf(truth)}, sampler.Settings{Seed: 3,
		Draws: 500})
	require.NoError(t, err)
	for s, of := range fit.EachStudy() {
		v := table.StudyAt(s)
		index, _ := v.Factor("tool")
		for at, y := range v.Value() {
			if index[at] == 0 {
				require.Equal(t, 1.0, y)
			}
		}
		sum := of.Coefficients(0)[0].Summary(0.95)
		assert.Greater(t, sum.Lower, 0.5)
		assert.Less(t, sum.Upper, 5.0, "the prior is N(0, 1)")
		assert.Less(t, sum.RHat, 1.02)
		assert.True(t, slices.IndexFunc(v.Value(), func(y float64) bool { return y == 0 }) >= 0)
	}
}

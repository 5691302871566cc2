package model_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/besidetest"
	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study/read"
	"concord/vpc"
	"concord/xcc"
)

// reference is a long run of Stan on a public study.
type reference struct {
	File    string
	YMean   float64 `json:"y_mean"`
	YSD     float64 `json:"y_sd"`
	Studies any
	Summary []struct {
		Variable string
		Mean, SD float64
		ESSBulk  float64 `json:"ess_bulk"`
		MCSEMean float64 `json:"mcse_mean"`
	}
}

// stanPriors are those of the runs: the labelers' standard deviation has the prior of the others.
var stanPriors = spec.Priors{SD: spec.StudentT{DF: 3, Scale: 2.5}}

// Means and standard deviations of all reported quantities agree with long runs of Stan 2.21 within 4.5 Monte Carlo
// standard errors of both sides; the studies are too big to keep here.
func TestPosteriorsAgreeWithStan(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(besidetest.Path(t, "reference"), "posterior_*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var ref reference
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(text, &ref))
			table, err := read.Read(t.Context(), nil, besidetest.Path(t, "data", ref.File), read.Options{})
			require.NoError(t, err)
			fit, err := model.Fit(context.Background(), table, spec.Spec{Priors: stanPriors},
				sampler.Settings{Seed: 1})
			require.NoError(t, err)
			require.Zero(t, fit.Run().DivergenceCount())

			quantities := reported(t, fit, ref)
			for _, want := range ref.Summary {
				q, ok := quantities[want.Variable]
				require.True(t, ok, want.Variable)
				got := q.Summary(0.95)
				require.LessOrEqual(t, got.RHat, 1.01, want.Variable)
				require.GreaterOrEqual(t, math.Min(got.ESSBulk, got.ESSTail), 400.0, want.Variable)
				se := math.Hypot(got.MCSEMean, want.MCSEMean)
				require.InDelta(t, want.Mean, got.Mean, 4.5*se, "%s mean", want.Variable)
				// The standard error of a standard deviation of about normal draws; ρ next to 1 has a long tail, for
				// which ours is measured.
				seSD := math.Hypot(got.MCSESD, math.Max(want.SD/math.Sqrt(2*want.ESSBulk),
					got.MCSESD*math.Sqrt(got.ESSBulk/want.ESSBulk)))
				require.InDelta(t, want.SD, got.SD, 4.5*seSD, "%s sd", want.Variable)
				t.Logf("%-9s mean %9.5f (%+.1f SE)  sd %8.5f (%+.1f SE)  R̂ %.3f  ESS %5.0f %5.0f", want.Variable,
					got.Mean, (got.Mean-want.Mean)/se, got.SD, (got.SD-want.SD)/seSD, got.RHat, got.ESSBulk,
					got.ESSTail)
			}
		})
	}
}

// reported names the quantities of a fit as the reference does, on its scale.
func reported(t *testing.T, fit *model.Posterior, ref reference) map[string]posterior.Quantity {
	var studies []model.StudyPosterior
	switch s := ref.Studies.(type) {
	case string:
		studies = append(studies, studyOf(t, fit, s))
	case []any:
		for _, name := range s {
			studies = append(studies, studyOf(t, fit, name.(string)))
		}
	}
	standard := func(q posterior.Quantity, shift float64) posterior.Quantity {
		return posterior.Map(q.Name, func(x []float64) float64 { return (x[0] - shift) / ref.YSD }, q)
	}
	index := []string{"[1]", "[2]"}
	out := map[string]posterior.Quantity{"sigma": standard(studies[0].ResidualSD(), 0)}
	for i, s := range studies {
		out["mu"+index[i]] = standard(s.Mean(), ref.YMean)
		out["si"+index[i]] = standard(s.ItemSD(), 0)
		out["sl"+index[i]] = standard(s.LabelerSD(), 0)
		out["icc"+index[i]] = vpc.ParameterPartition(s).ICC()
		licc, ok := vpc.ParameterPartition(s).LabelerICC()
		require.True(t, ok)
		out["licc"+index[i]] = licc
	}
	if len(studies) == 2 {
		out["R[1,2]"] = studies[0].ItemCorrelation(studies[1])
		out["xcc[1,2]"] = xcc.Joints(fit)[0]().XCC(studies[0], studies[1])
	}
	return out
}

// The same with labelers' discriminations, of all 164 labelers too; and the five of many labels whom the gold standard
// shows to answer at random (50 to 58 % right) are told without it.
func TestDiscriminationsAgreeWithStan(t *testing.T) {
	var ref struct {
		reference
		Labelers []string
	}
	require.NoError(t, json.Unmarshal(besidetest.Read(t, "reference", "sensitivity_snow_rte.json"), &ref))
	table, err := read.Read(t.Context(), nil, besidetest.Path(t, "data", ref.File), read.Options{})
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Discrimination: true, Effects: true},
		sampler.Settings{Seed: 1})
	require.NoError(t, err)
	crowd := fit.StudyAt(0)
	icc := vpc.ParameterPartition(crowd)
	labelerICC, _ := icc.LabelerICC()
	got := map[string]posterior.Quantity{
		"mu[1]": crowd.Mean(), "si[1]": crowd.ItemSD(), "sl[1]": crowd.LabelerSD(),
		"omega[1]": crowd.DiscriminationSD(),
		"icc[1]":   icc.ICC(), "licc[1]": labelerICC,
	}
	for i, name := range ref.Labelers {
		_, name, _ = strings.Cut(name, " / ")
		got[fmt.Sprintf("lambda[%d]", i+1)], err = crowd.Discrimination(name)
		require.NoError(t, err)
	}
	for _, want := range ref.Summary {
		q, ok := got[want.Variable]
		require.True(t, ok, want.Variable)
		s := q.Summary(0.95)
		require.GreaterOrEqual(t, math.Min(s.ESSBulk, s.ESSTail), 400.0, want.Variable)
		require.InDelta(t, want.Mean, s.Mean, 4.5*math.Hypot(s.MCSEMean, want.MCSEMean), want.Variable)
	}
	for _, name := range []string{
		"A14JQX7IFAICP0", "A1Q4VUJBMY78YR", "A18941IO2ZZWW6", "A11GX90QFWDLMM", "AXBQF8RALCIGV",
	} {
		lambda, err := crowd.Discrimination(name)
		require.NoError(t, err)
		below := posterior.Map("", func(x []float64) float64 { return 0.25 - x[0] }, lambda).Positive()
		require.Greater(t, below.Value, 0.95, name)
	}
}

package model_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/besidetest"
	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
	"concord/vpc"
)

// ordinalTruth is that of so many studies whose thresholds differ.
func ordinalTruth(studies int, labelers spec.LabelerEffects) simulate.Truth {
	truth := simulate.Truth{
		Family: family.Ordinal{}, Labelers: labelers, ItemCorrelation: simulate.CommonCorrelation(studies, 0.7),
	}
	if labelers == spec.Shared {
		truth.LabelerCorrelation = simulate.CommonCorrelation(studies, 0.5)
	}
	for s := range studies {
		shift := 0.4 * float64(s)
		p := simulate.StudyTruth{
			ItemSD: 1.5 - 0.2*float64(s), LabelerSD: 0.7,
			Thresholds: []float64{-2 + shift, -0.5 + shift, 0.2 + 2*shift, 2 + shift},
		}
		if labelers == spec.NoLabelers {
			p.LabelerSD = 0
		}
		truth.Studies = append(truth.Studies, p)
	}
	return truth
}

// A fit of simulated labels has the truth in intervals of 99.9 %, and its chains agree.
func TestOrdinalFitRecoversTruth(t *testing.T) {
	slowtest.Only(t)
	again := 0
	for _, labelers := range []spec.LabelerEffects{spec.Nested, spec.Shared, spec.NoLabelers} {
		for studies := 1; studies <= 3; studies++ {
			t.Run(fmt.Sprintf("%v labelers, %d studies", labelers, studies), func(t *testing.T) {
				truth := ordinalTruth(studies, labelers)
				people := 20
				if labelers == spec.NoLabelers {
					people = 0
				}
				design, err := designed(80, studies, people, 6, labelers).Generate(1)
				require.NoError(t, err)
				table, err := simulate.Simulate(truth, design, 1)
				require.NoError(t, err)
				sp := spec.Spec{Labelers: labelers}
				fit, err := model.Fit(context.Background(), table, sp, sampler.Settings{Seed: 1})
				require.NoError(t, err)
				again += fit.Attempts() - 1
				assert.Zero(t, fit.Run().DivergenceCount())
				check := func(q posterior.Quantity, truth float64) {
					s := q.Summary(0.999)
					assert.LessOrEqual(t, s.RHat, 1.02, q.Name)
					assert.True(t, s.Lower <= truth && truth <= s.Upper,
						"%s: %v … %v, truth %v", q.Name, s.Lower, s.Upper, truth)
				}
				for s, of := range fit.EachStudy() {
					p := truth.Studies[s]
					require.Len(t, of.Thresholds(), 4)
					for c, q := range of.Thresholds() {
						assert.Equal(t, fmt.Sprintf("threshold[%d,%d]", s+1, c+1), q.Name)
						check(q, p.Thresholds[c])
					}
					check(of.Mean(), -p.Thresholds[0])
					for c, q := range of.Own() {
						check(q, p.Thresholds[c+1]-p.Thresholds[c])
					}
					check(of.ItemSD(), p.ItemSD)
					if labelers != spec.NoLabelers {
						check(of.LabelerSD(), p.LabelerSD)
					}
					for b, other := range fit.EachStudy()[:s] {
						check(of.ItemCorrelation(other), truth.ItemCorrelation[s][b])
						if r, ok := of.LabelerCorrelation(other); ok {
							check(r, truth.LabelerCorrelation[s][b])
						}
					}
				}
				t.Log(posteriorWorst(fit))
			})
		}
	}
	// An R̂ of some twenty parameters is above 1.01 by chance now and then.
	assert.LessOrEqual(t, again, 1, "of nine fits, which have been sampled twice")
}

func posteriorWorst(fit *model.Posterior) string {
	var all []posterior.Summary
	for v := range fit.Draws().Names() {
		all = append(all, fit.Draws().Quantity(v).Summary(0.9))
	}
	d := posterior.Diagnose(all)
	return fmt.Sprintf("R̂ %.3f (%s), ESS %.0f (%s) %.0f", d.MaxRHat.Value, d.MaxRHat.Name, d.MinESSBulk.Value,
		d.MinESSBulk.Name, d.MinESSTail.Value)
}

// Means and standard deviations agree with a long run of Stan on public labels within 4.5 Monte Carlo standard errors
// of both sides, as those of [TestPosteriorsAgreeWithStan] do.
func TestOrdinalPosteriorAgreesWithStan(t *testing.T) {
	var ref reference
	require.NoError(t, json.Unmarshal(besidetest.Read(t, "reference", "ordinal_wine.json"), &ref))
	table, err := read.Read(t.Context(), nil, besidetest.Path(t, "data", ref.File), read.Options{Kind: study.Ordinal})
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Priors: stanPriors}, sampler.Settings{Seed: 1, Draws: 4000})
	require.NoError(t, err)
	require.Zero(t, fit.Run().DivergenceCount())
	s := fit.StudyAt(0)
	licc, _ := vpc.ParameterPartition(s).LabelerICC()
	quantities := map[string]posterior.Quantity{
		"si[1]": s.ItemSD(), "sl[1]": s.LabelerSD(), "icc[1]": vpc.ParameterPartition(s).ICC(), "licc[1]": licc,
	}
	for c, q := range s.Thresholds() {
		quantities[fmt.Sprintf("kappa[1,%d]", c+1)] = q
	}
	require.Len(t, ref.Summary, len(quantities))
	for _, want := range ref.Summary {
		got := quantities[want.Variable].Summary(0.95)
		require.LessOrEqual(t, got.RHat, 1.01, want.Variable)
		se := math.Hypot(got.MCSEMean, want.MCSEMean)
		assert.InDelta(t, want.Mean, got.Mean, 4.5*se, "%s mean", want.Variable)
		seSD := got.MCSESD * math.Hypot(1, math.Sqrt(got.ESSBulk/want.ESSBulk))
		assert.InDelta(t, want.SD, got.SD, 4.5*seSD, "%s sd", want.Variable)
		t.Logf("%-10s mean %9.5f (%+.1f SE)  sd %8.5f (%+.1f SE)  R̂ %.3f  ESS %5.0f %5.0f", want.Variable,
			got.Mean, (got.Mean-want.Mean)/se, got.SD, (got.SD-want.SD)/seSD, got.RHat, got.ESSBulk, got.ESSTail)
	}
}

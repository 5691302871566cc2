package loo

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study/read"
)

// Oracle: sums, standard errors and differences of the R package loo; ../posterior/testdata/loo.R makes the file.
func TestSumsAgreeWithLoo(t *testing.T) {
	b, err := os.ReadFile("../../../posterior/testdata/loo.json")
	require.NoError(t, err)
	var want struct {
		ELPD, P, K []float64
		Sum, SE    float64
		PLoo       float64 `json:"p_loo"`
	}
	require.NoError(t, json.Unmarshal(b, &want))
	var r, zero Result
	for n, elpd := range want.ELPD {
		r.Labels = append(r.Labels, posterior.LeftOut{ELPD: elpd, Within: elpd + want.P[n], K: want.K[n],
			Reliable: want.K[n] < 0.7})
		zero.Labels = append(zero.Labels, posterior.LeftOut{})
	}
	require.InEpsilon(t, want.Sum, r.ELPD().Value, 1e-10)
	require.InEpsilon(t, want.SE, r.ELPD().SE, 1e-10)
	require.InEpsilon(t, want.PLoo, r.Parameters(), 1e-10)
	require.Equal(t, r.ELPD(), r.Difference(&zero))
	unreliable, largest := r.Unreliable()
	require.Equal(t, 2, unreliable)
	require.InEpsilon(t, 2.43, largest, 1e-3)
}

// The labels are made with labeler effects, so that a fit with them predicts better; what is said of a label is what
// the parameters and effects of the draws say, and is the same on any number of cores.
func TestFitsOfOneStudy(t *testing.T) {
	table, err := read.Read(t.Context(), nil, "../../../testdata/single.csv", read.Options{})
	require.NoError(t, err)
	fitted := func(sp spec.Spec) (*model.Posterior, *Result) {
		sp.Effects = true
		fit, err := model.Fit(t.Context(), table, sp, sampler.Settings{Seed: 1, Draws: 250})
		require.NoError(t, err)
		r, err := Of(t.Context(), fit, 2)
		require.NoError(t, err)
		return fit, r
	}
	fit, with := fitted(spec.Spec{})
	_, without := fitted(spec.Spec{Labelers: spec.NoLabelers})
	d := with.Difference(without)
	require.Greater(t, d.Value, 2*d.SE, "labelers differ by 0.7 logits")
	require.Greater(t, with.Parameters(), 40.0)

	lik, err := model.NewLogLik(fit)
	require.NoError(t, err)
	of := fit.StudyAt(0)
	v := table.StudyAt(0)
	got := [][]float64{make([]float64, 250), make([]float64, 250), make([]float64, 250), make([]float64, 250)}
	for _, n := range []int{0, 17, table.Len() - 1} {
		lik.Label(got, n)
		item, err := of.ItemEffect(table.Items()[v.Item()[n]])
		require.NoError(t, err)
		labeler, err := of.LabelerEffect(table.Labelers()[v.Labeler()[n]])
		require.NoError(t, err)
		for c, chain := range got {
			for i, logp := range chain {
				theta := of.Mean().Chains[c][i] + item.Chains[c][i] + labeler.Chains[c][i]
				require.InDelta(t, v.Value()[n]*theta-math.Log1p(math.Exp(theta)), logp, 1e-10)
			}
		}
	}
	again, err := Of(t.Context(), fit, 1)
	require.NoError(t, err)
	require.Equal(t, with, again)

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Of(ended, fit, 1)
	require.ErrorIs(t, err, context.Canceled)
	bare, err := model.Fit(t.Context(), table, spec.Spec{}, sampler.Settings{Chains: 1, Draws: 20, Warmup: 20})
	require.NoError(t, err)
	_, err = Of(t.Context(), bare, 1)
	require.ErrorIs(t, err, model.ErrNoEffects)
}

package model_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
)

// unequalNoise are studies of the same items by experts and by a crowd, whose noise is 1.4 times as large: the ICCs
// are 0.46 and 0.32.
func unequalNoise(t *testing.T, seed uint64) *study.Table {
	t.Helper()
	truth := simulate.Truth{Family: family.Gaussian{}, Labelers: spec.Nested,
		ItemCorrelation: simulate.CommonCorrelation(2, 0.8), Studies: []simulate.StudyTruth{
			{ItemSD: 1, LabelerSD: 0.3, ResidualSD: 1.04}, {ItemSD: 1, LabelerSD: 0.3, ResidualSD: 1.43},
		}}
	design, err := designed(100, 2, 20, 3, spec.Nested).Generate(seed)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, seed)
	require.NoError(t, err)
	return table
}

// iccs returns whether the 95 % intervals of the two ICCs hold them, their means, and P(ICC_1 > ICC_2).
func iccs(t *testing.T, seed uint64, residual spec.Residual) (held [2]bool, mean [2]float64, first float64) {
	t.Helper()
	fit, err := model.Fit(context.Background(), unequalNoise(t, seed), spec.Spec{Residual: residual},
		sampler.Settings{Seed: seed, Draws: 250, Workers: 1})
	require.NoError(t, err)
	a, b := vpc.ParameterPartition(fit.StudyAt(0)).ICC(), vpc.ParameterPartition(fit.StudyAt(1)).ICC()
	sa, sb := a.Summary(0.95), b.Summary(0.95)
	n, above := 0.0, 0.0
	for c := range a.Chains {
		for i, x := range a.Chains[c] {
			n++
			if x > b.Chains[c][i] {
				above++
			}
		}
	}
	const trueA, trueB = 1 / (1 + 0.09 + 1.04*1.04), 1 / (1 + 0.09 + 1.43*1.43)
	return [2]bool{sa.Lower <= trueA && trueA <= sa.Upper, sb.Lower <= trueB && trueB <= sb.Upper},
		[2]float64{sa.Mean, sb.Mean}, above / n
}

// Where noise differs, the default holds both ICCs and their order; one residual for both studies draws the
// ICCs together and turns their order round.
func TestUnequalNoise(t *testing.T) {
	slowtest.Only(t)
	const n = 7
	type outcome struct{ auto, common float64 }
	var sum outcome
	held := 0
	for _, o := range replicate(n, 2, func(i int) [2]outcome {
		h, _, p := iccs(t, uint64(i), spec.AutoResidual)
		_, _, q := iccs(t, uint64(i), spec.CommonResidual)
		out := [2]outcome{{p, q}, {}}
		for _, ok := range h {
			if ok {
				out[1].auto++
			}
		}
		return out
	}) {
		sum.auto += o[0].auto / n
		sum.common += o[0].common / n
		held += int(o[1].auto)
	}
	assert.Greater(t, sum.auto, 0.8, "P(ICC of experts > ICC of the crowd)")
	assert.Greater(t, sum.auto, sum.common+0.2)
	assert.GreaterOrEqual(t, held, 2*n-3)
}

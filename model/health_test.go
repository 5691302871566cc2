package model

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
	"concord/sampler"
)

// drawn is a run of four chains of one parameter, autoregressive of order 1 with the coefficient r around the chain's
// own mean.
func drawn(seed uint64, draws int, r, apart float64) (*sampler.Run, *posterior.Draws) {
	rng := rand.New(rand.NewPCG(seed, 2))
	run := &sampler.Run{Chains: make([]sampler.ChainInfo, 4)}
	out := posterior.NewDraws([]string{"x"}, 4, draws)
	for c := range 4 {
		x := rng.NormFloat64()
		stats := make([]sampler.Stat, draws)
		for i := range draws {
			x = r*x + math.Sqrt(1-r*r)*rng.NormFloat64()
			out.Chain(0, c)[i] = x + apart*float64(c)
			stats[i].Energy = rng.NormFloat64()
		}
		run.Stats = append(run.Stats, stats)
	}
	return run, out
}

// Independent draws are good; draws of slow chains are too few, and as many as are asked for then are good; chains in
// different places, or that diverged, need other settings.
func TestExamine(t *testing.T) {
	for seed := range uint64(20) {
		run, x := drawn(seed, 1000, 0, 0)
		assert.Equal(t, health{}, examine(run, x, 0))
		for c := range 4 {
			clear(x.Chain(0, c))
		}
		assert.Equal(t, health{}, examine(run, x, 0), "a constant")

		run.Chains[1].Divergences = 1
		assert.Equal(t, poor, examine(run, x, 0).verdict, "diverged")
		assert.Equal(t, health{}, examine(run, x, 1), "one divergence is let pass")

		run, x = drawn(seed, 1000, 0, 0.3)
		assert.Equal(t, poor, examine(run, x, 0).verdict, "chains apart")

		run, x = drawn(seed, 1000, 0.999, 0)
		assert.Equal(t, poor, examine(run, x, 0).verdict, "chains that hardly move")
	}
	slow, remedied := 0, 0
	for seed := range uint64(60) {
		const r = 0.87 // 4000 draws are worth some 280
		run, x := drawn(seed, 1000, r, 0)
		h := examine(run, x, 0)
		if h.verdict != tooFew {
			continue
		}
		slow++
		assert.Greater(t, h.times, 1)
		assert.Less(t, h.times, 10)
		if healthy(drawn(seed+1000, 1000, math.Pow(r, float64(h.times)), 0)) {
			remedied++
		}
	}
	assert.Greater(t, slow, 40)
	assert.Greater(t, float64(remedied), 0.9*float64(slow))
}

// Of draws that are too few more iterations are made, once; what is poor then is done in another way, and not thinned.
func TestMoreIterationsAreTriedFirst(t *testing.T) {
	table := turnTable(t, 1, 700, 14, 5)
	ft, err := newFitting(context.Background(), table, Spec{Labelers: Nested}, sampler.Settings{Seed: 1, Draws: 200},
		approach{leastInTurns: math.MaxInt})
	require.NoError(t, err)
	first := ft.settings
	more, err := ft.again(context.Background(), first, nil, health{tooFew, 3})
	require.NoError(t, err)
	assert.Equal(t, 3, more.Thin)
	assert.Same(t, first.Metric, more.Metric)
	assert.Equal(t, first.Warmup, more.Warmup)
	ft.settings = more
	out, err := ft.sample(context.Background(), 1)
	require.NoError(t, err)
	assert.Equal(t, 3, out.Run().Thin)
	assert.Equal(t, 200, out.Draws().Iterations())

	careful, err := ft.again(context.Background(), more, out.Run(), health{tooFew, 3})
	require.NoError(t, err)
	assert.Zero(t, careful.Thin)
	assert.NotSame(t, first.Metric, careful.Metric)
	assert.InDelta(t, 0.9, careful.TargetAccept, 0)
}

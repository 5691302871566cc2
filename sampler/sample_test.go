package sampler

import (
	"context"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
)

// counted counts the evaluations of a target and calls back at one of them.
type counted struct {
	Target
	n, at int
	then  func()
}

func (c *counted) LogProbGrad(grad, x []float64) float64 {
	c.n++
	if c.n == c.at {
		c.then()
	}
	return c.Target.LogProbGrad(grad, x)
}

func TestDrawsDoNotDependOnWorkers(t *testing.T) {
	for algorithm, a := range algorithms {
		t.Run(algorithm, func(t *testing.T) {
			run := func(workers int) *Run {
				r, err := Sample(context.Background(), each(schools(false)), Settings{
					Chains: 5, Draws: 100, Warmup: 150, Seed: 42, Workers: workers, Algorithm: a, Adapt: LowRank,
				})
				require.NoError(t, err)
				for i := range r.Chains { // times alone may differ
					r.Chains[i].WarmupTime, r.Chains[i].SamplingTime = 0, 0
				}
				return r
			}
			one := run(1)
			assert.Equal(t, one, run(3))
			assert.Equal(t, one, run(16))
			assert.NotEqual(t, one.Draws.Chain(0, 0), one.Draws.Chain(0, 1))
		})
	}
}

func TestSeedsAndChainsHaveStreamsOfTheirOwn(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(100) {
		for chain := range 100 {
			seen[newRand(seed, chain).Uint64()] = true
		}
	}
	assert.Len(t, seen, 10_000)
}

func TestRunIsConsistent(t *testing.T) {
	var counts [3]*counted
	s := Settings{Chains: 3, Draws: 200, Warmup: 300, Seed: 4, TargetAccept: 0.5}
	r, err := Sample(context.Background(), func(chain int) (Target, error) {
		counts[chain] = &counted{Target: funnel(3, 3)}
		return counts[chain], nil
	}, s)
	require.NoError(t, err)
	assert.Equal(t, []string{"x.1", "x.2", "x.3", "x.4"}, r.Draws.Names())
	assert.Equal(t, 3, r.Draws.Chains())
	assert.Equal(t, 200, r.Draws.Iterations())
	divergent, gradients, kept := 0, 0, 0
	for c, info := range r.Chains {
		assert.Equal(t, c, info.Chain)
		assert.Equal(t, 300, info.Warmup)
		assert.Equal(t, counts[c].n, info.WarmupGradients+info.SamplingGradients)
		assert.NoError(t, info.Metric.Validate())
		leapfrogs, mine := 0, 0
		x, grad := make([]float64, 4), make([]float64, 4)
		for i, stat := range r.Stats[c] {
			leapfrogs += stat.Leapfrogs
			if stat.Divergent {
				mine++
			}
			assert.Equal(t, info.StepSize, stat.StepSize)
			for v := range x {
				x[v] = r.Draws.Chain(v, c)[i]
			}
			assert.InDelta(t, funnel(3, 3).LogProbGrad(grad, x), stat.LogDensity, 1e-9*(1+math.Abs(stat.LogDensity)))
			assert.GreaterOrEqual(t, stat.Energy, -stat.LogDensity)
			assert.True(t, stat.AcceptStat >= 0 && stat.AcceptStat <= 1)
		}
		assert.Equal(t, leapfrogs, info.SamplingGradients)
		assert.Equal(t, mine, info.Divergences)
		divergent += mine
		gradients += counts[c].n
	}
	assert.Equal(t, divergent, r.DivergenceCount())
	assert.Equal(t, gradients, r.Gradients())
	for _, d := range r.Divergences {
		kept++
		assert.True(t, r.Stats[d.Chain][d.Draw].Divergent)
		assert.Greater(t, d.EnergyError, 1000.0)
		grad := make([]float64, 4)
		assert.False(t, math.IsInf(funnel(3, 3).LogProbGrad(grad, d.Start), 0))
		assert.NotEqual(t, d.Start, d.End)
	}
	assert.Equal(t, divergent, kept)
	assert.NotZero(t, kept, "a wide funnel diverges, or the checks above say nothing")
	assert.Len(t, posterior.EBFMI(r.Energies().Chains), 3)
}

// squared reports the square of its coordinate.
type squared struct{ density }

func (squared) Names() []string { return []string{"square", "one"} }
func (squared) Report(dst, x []float64) {
	dst[0], dst[1] = x[0]*x[0], 1
}

func TestReporterReports(t *testing.T) {
	r, err := Sample(context.Background(), each(squared{stdNormal(1)}), Settings{Seed: 1})
	require.NoError(t, err)
	assert.Equal(t, []string{"square", "one"}, r.Draws.Names())
	// χ² with one degree of freedom.
	assert.Empty(t, wrongMoments(r, []moment{{0, 1, math.Sqrt2}}, 4))
	assert.Equal(t, repeat(1000, 1), r.Draws.Chain(1, 2))
}

// The coordinates are kept apart from what is reported, and those of each draw belong to it.
func TestCoordinatesAreKeptApart(t *testing.T) {
	s := Settings{Chains: 2, Draws: 50, Warmup: 50, Seed: 1}
	plain, err := Sample(t.Context(), each(squared{stdNormal(3)}), s)
	require.NoError(t, err)
	assert.Nil(t, plain.Coordinates)
	s.KeepCoordinates = 2
	r, err := Sample(t.Context(), each(squared{stdNormal(3)}), s)
	require.NoError(t, err)
	assert.Equal(t, plain.Draws, r.Draws)
	assert.Equal(t, []string{"x.1", "x.2"}, r.Coordinates.Names())
	require.Equal(t, 2, r.Coordinates.Chains())
	for c := range 2 {
		x := r.Coordinates.Chain(0, c)
		require.Len(t, x, 50)
		for i := range x {
			assert.Equal(t, r.Draws.Chain(0, c)[i], x[i]*x[i])
		}
	}
	// Without a reporter they are the first of the draws.
	r, err = Sample(t.Context(), each(stdNormal(3)), s)
	require.NoError(t, err)
	for v := range 2 {
		assert.Equal(t, r.Draws.Quantity(v), r.Coordinates.Quantity(v))
	}
}

func TestProgressIsToldByOneAtATime(t *testing.T) {
	var mu sync.Mutex
	var told []Progress
	r, err := Sample(context.Background(), each(stdNormal(20)),
		Settings{Chains: 4, Workers: 4, Progress: func(p Progress) {
			if !mu.TryLock() {
				t.Error("told by two at a time")
				return
			}
			defer mu.Unlock()
			told = append(told, p)
		}})
	require.NoError(t, err)
	last := told[len(told)-1]
	assert.Equal(t, 8000, last.Total)
	assert.Equal(t, 8000, last.Done)
	assert.Equal(t, 4000, last.Draws)
	assert.Equal(t, r.DivergenceCount(), last.Divergences)
	assert.Equal(t, 4, last.Finished)
	for _, p := range told {
		assert.Equal(t, 4, p.Chains)
		assert.LessOrEqual(t, p.Finished, p.Done/2000)
	}
	assert.LessOrEqual(t, len(told), 2+int(last.Elapsed/progressInterval))
}

// Divergences are counted even when they are no longer kept.
func TestDivergencesKeptAreBounded(t *testing.T) {
	c := &chain{stepper: testSpace(stdNormal(3000), nil, leapfrog{})}
	z := randomPoint(c.stepper, 1)
	for range 5000 {
		c.keepDivergence(z, z, 2000)
	}
	assert.Len(t, c.divergences, maxDivergenceFloat/6000)
	small := &chain{stepper: testSpace(stdNormal(1), nil, leapfrog{})}
	z = randomPoint(small.stepper, 1)
	for range 5000 {
		small.keepDivergence(z, z, 2000)
	}
	assert.Len(t, small.divergences, maxDivergences)
}

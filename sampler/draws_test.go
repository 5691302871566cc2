package sampler

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// comparable is a run without the times that it took, and with acceptance rounded as a mean of means is.
func comparable(t *testing.T, r *Run) *Run {
	t.Helper()
	require.NotNil(t, r)
	out := *r
	out.Chains, out.Stats = nil, nil
	for _, c := range r.Chains {
		c.WarmupTime, c.SamplingTime, c.Metric = 0, 0, nil
		out.Chains = append(out.Chains, c)
	}
	for _, stats := range r.Stats {
		rounded := append([]Stat(nil), stats...)
		for i := range rounded {
			rounded[i].AcceptStat = float64(float32(rounded[i].AcceptStat))
		}
		out.Stats = append(out.Stats, rounded)
	}
	return &out
}

// Chains that go on are those that made so many iterations for each draw from the start, whether or not what there was
// is a whole number of new draws.
func TestChainsThatGoOnAreThinnedOnes(t *testing.T) {
	targets := map[string]func(int) (Target, error){
		"funnel": each(funnel(4, 3)), // with divergences
		"alternating": func(int) (Target, error) {
			return &alternatingNormal{rho: 0.7, given: 3}, nil
		},
	}
	for name, target := range targets {
		for _, algorithm := range []Algorithm{HMC, NUTS} {
			for _, thin := range []int{1, 2} {
				s := Settings{Chains: 3, Draws: 100, Warmup: 30, Thin: thin, Seed: 3, Algorithm: algorithm,
					KeepCoordinates: 1, Workers: 2, DelayedRejection: algorithm == HMC}
				short, err := Sample(context.Background(), target, s)
				require.NoError(t, err)
				s.Thin = 3 * thin
				long, err := Sample(context.Background(), target, s)
				require.NoError(t, err)
				s.Thin = thin
				s.GoOn = func(r *Run) int {
					if r.Thin > thin {
						return 1
					}
					assert.Equal(t, comparable(t, short), comparable(t, r), name)
					return 3
				}
				got, err := Sample(context.Background(), target, s)
				require.NoError(t, err)
				assert.Equal(t, comparable(t, long), comparable(t, got), "%s %v %d", name, algorithm, thin)
				if name == "funnel" {
					assert.NotEmpty(t, got.Divergences)
				}
				s.Thin, s.GoOn = 6*thin, nil
				longer, err := Sample(context.Background(), target, s)
				require.NoError(t, err)
				s.Thin = thin
				next := []int{2, 3, 1}
				s.GoOn = func(*Run) int { times := next[0]; next = next[1:]; return times }
				got, err = Sample(context.Background(), target, s)
				require.NoError(t, err)
				assert.Equal(t, comparable(t, longer), comparable(t, got), "%s %v %d", name, algorithm, thin)
				s.GoOn = func(*Run) int { return 1 }
				got, err = Sample(context.Background(), target, s)
				require.NoError(t, err)
				assert.Equal(t, comparable(t, short), comparable(t, got), name)
			}
		}
	}
}

// What ends chains that go on takes nothing from the draws that there were.
func TestDrawsOutliveChainsThatGoOn(t *testing.T) {
	s := Settings{Chains: 2, Draws: 50, Warmup: 30, Seed: 3, Algorithm: NUTS}
	want, err := Sample(context.Background(), each(stdNormal(3)), s)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	s.GoOn = func(*Run) int { cancel(); return 4 }
	got, err := Sample(ctx, each(stdNormal(3)), s)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, comparable(t, want), comparable(t, got))

	fails := false
	s.GoOn = func(*Run) int { fails = true; return 4 }
	target := density{3, func(grad, x []float64) float64 {
		if fails {
			panic("enough")
		}
		return stdNormal(3).LogProbGrad(grad, x)
	}}
	got, err = Sample(context.Background(), each(target), s)
	var failed *TargetPanic
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, comparable(t, want), comparable(t, got))

	s.GoOn = func(*Run) int { panic("no") }
	got, err = Sample(context.Background(), each(stdNormal(3)), s)
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, comparable(t, want), comparable(t, got))
}

// Of chains that go on the listener hears of one run: what was done stays done, and the time goes on.
func TestProgressOfChainsThatGoOn(t *testing.T) {
	var told []Progress
	asked := -1 // how much had been told
	s := Settings{Chains: 2, Draws: 70, Warmup: 30, Thin: 2, Seed: 3}
	s.Progress = func(p Progress) { told = append(told, p) }
	s.GoOn = func(r *Run) int {
		if r.Thin > 2 {
			return 1
		}
		asked = len(told)
		return 3
	}
	_, err := Sample(context.Background(), each(stdNormal(2)), s)
	require.NoError(t, err)
	require.Positive(t, asked)
	before, last := told[asked-1], told[len(told)-1]
	want := Progress{Done: 340, Total: 340, Chains: 2, Finished: 2, Draws: 140, Elapsed: before.Elapsed}
	assert.Equal(t, want, before, "2 (30 + 70·2) iterations")
	want.Done, want.Total, want.Elapsed = 900, 900, last.Elapsed
	assert.Equal(t, want, last, "2 (30 + 70·6)")
	for i, p := range told[1:] {
		assert.GreaterOrEqual(t, p.Done, told[i].Done)
		assert.GreaterOrEqual(t, p.Elapsed, told[i].Elapsed)
	}
}

// Two divergent iterations of one draw are one divergent draw, as they are in the run.
func TestProgressCountsDivergentDrawsOfChainsThatGoOn(t *testing.T) {
	var last Progress
	asked := 0
	s := Settings{Chains: 2, Draws: 400, Warmup: 30, Seed: 3, Progress: func(p Progress) { last = p }}
	s.GoOn = func(r *Run) int {
		asked++
		assert.Equal(t, r.DivergenceCount(), last.Divergences)
		return 4 / r.Thin
	}
	r, err := Sample(context.Background(), each(funnel(4, 3)), s)
	require.NoError(t, err)
	assert.Equal(t, 2, asked)
	assert.Positive(t, r.DivergenceCount())
	assert.Equal(t, r.DivergenceCount(), last.Divergences)
}

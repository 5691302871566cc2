package tasks

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/internal/tasks/batch"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
)

// Few draws of two chains are enough, and as many chains as are asked for are taken; of one chain they are not: that
// task is fitted as the settings say.
func TestBriefFits(t *testing.T) {
	all, err := batch.Cuts{By: []string{"quantity"}}.Tasks(spec.Spec{}, twoStudies(t))
	require.NoError(t, err)
	for chains, want := range map[int][2]int{0: {2, 370}, 4: {2, 370}, 6: {6, 300}} {
		how := Fitting{Reference: "a", NoCheck: true, Brief: true, Interval: posterior.Interval{Level: 0.9},
			Settings: sampler.Settings{Chains: chains, Draws: 700}}
		task, err := how.Fit(t.Context(), batch.Job{Task: all[0], Labels: all[0].Table(), Seed: 5, Cores: 1})
		require.NoError(t, err)
		run := task.Result.Runs[0].Sampler
		assert.Equal(t, want, [2]int{run.Chains, run.Draws}, "%d chains", chains)
		assert.True(t, task.Result.Runs[0].Trust.Converged)
	}
}

// One chain of 300 draws is enough if they have converged, and is made as the settings say otherwise.
func TestBriefFitsOfOneChain(t *testing.T) {
	slowtest.Only(t)
	all, err := batch.Cuts{By: []string{"quantity"}}.Tasks(spec.Spec{}, twoStudies(t))
	require.NoError(t, err)
	how := Fitting{Reference: "a", NoCheck: true, Brief: true, Interval: posterior.Interval{Level: 0.9},
		Settings: sampler.Settings{Chains: 1, Draws: 700}}
	seen := map[int]int{}
	for seed := range uint64(20) {
		task, err := how.Fit(t.Context(), batch.Job{Task: all[0], Labels: all[0].Table(), Seed: seed, Cores: 1})
		require.NoError(t, err)
		require.Equal(t, 1, task.Result.Runs[0].Sampler.Chains)
		draws := task.Result.Runs[0].Sampler.Draws
		seen[draws]++
		if draws != 700 {
			assert.True(t, task.Result.Runs[0].Trust.Converged, "seed %d", seed)
		}
	}
	assert.Len(t, seen, 2, "%v", seen)
	assert.Positive(t, seen[300], "%v", seen)
	assert.Positive(t, seen[700], "%v", seen)
}

// A task of which two chains do not converge is tried with four before it is fitted as the settings say: a hundred fits
// of little information, of which each ends converged or as the settings say.
func TestBriefFitsThatDoNotConvergeGoOn(t *testing.T) {
	slowtest.Only(t)
	all, err := batch.Cuts{By: []string{"quantity"}}.Tasks(spec.Spec{}, twoStudies(t))
	require.NoError(t, err)
	how := Fitting{Reference: "a", NoCheck: true, Brief: true, Interval: posterior.Interval{Level: 0.9},
		Settings: sampler.Settings{Chains: 4, Draws: 700}}
	seen := map[[2]int]int{}
	for seed := range uint64(60) {
		task, err := how.Fit(t.Context(), batch.Job{Task: all[1], Labels: all[1].Table(), Seed: seed, Cores: 1})
		require.NoError(t, err)
		of := [2]int{task.Result.Runs[0].Sampler.Chains, task.Result.Runs[0].Sampler.Draws}
		seen[of]++
		if of[1] != 700 {
			assert.True(t, task.Result.Runs[0].Trust.Converged, "seed %d", seed)
			assert.Zero(t, task.Result.Runs[0].Trust.Divergences)
		}
	}
	assert.Positive(t, seen[[2]int{4, 300}])
	assert.Greater(t, seen[[2]int{2, 370}], 30, "%v", seen)
}

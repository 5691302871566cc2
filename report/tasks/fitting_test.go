package tasks

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/batch"
	"concord/model"
	"concord/posterior"
	"concord/sampler"
)

// Few draws are enough of four chains, and of one they are not: that task is fitted as the settings say.
func TestBriefFits(t *testing.T) {
	all, err := batch.Cuts{By: []string{"quantity"}}.Tasks(model.Spec{}, twoStudies(t))
	require.NoError(t, err)
	for chains, draws := range map[int]int{4: briefDraws, 1: 700} {
		how := Fitting{Reference: "a", NoCheck: true, Brief: true, Interval: posterior.Interval{Level: 0.9},
			Settings: sampler.Settings{Chains: chains, Draws: 700}}
		task, err := how.Fit(t.Context(), batch.Job{Task: all[0], Labels: all[0].Table(), Seed: 5, Cores: 1})
		require.NoError(t, err)
		assert.Equal(t, draws, task.Result.Sampler.Draws, "%d chains", chains)
		if chains == 4 {
			assert.True(t, task.Result.Diagnostics.Converged)
		}
	}
}

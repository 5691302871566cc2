package locate

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/internal/tuning"
	"concord/model/spec"
	"concord/sampler"
)

// The chains of a pilot run agree with the metric that the set-up ends with, and are apart with one that is far too
// narrow, as of a run that saw a part of the posterior.
func TestPilotRunsTellWhetherTheyAgree(t *testing.T) {
	table := modeltest.Alike(t, family.Bernoulli{}, 16, 20, 0, 0.9)
	su := found(t, table, spec.Spec{}, 1, Approach{Bartlett: true})
	pilot := sampler.Settings{Warmup: 25, Draws: 225, Seed: 9, Workers: 2, TrajectoryLength: tuning.LongTrajectory,
		DelayedRejection: true}
	run, err := su.pilot(t.Context(), pilot)
	require.NoError(t, err)
	require.Less(t, su.disagreement(run), tuning.Agreeing)
	narrow := *su.found
	narrow.Scale = slices.Clone(narrow.Scale)
	for i := range su.Full.Terms[0].Cor + su.Full.Scales[0].Cor.Size() {
		narrow.Scale[i] *= 0.02
	}
	su.found = &narrow
	run, err = su.pilot(t.Context(), pilot)
	require.NoError(t, err)
	require.Greater(t, su.disagreement(run), 1.1*tuning.Agreeing)
}

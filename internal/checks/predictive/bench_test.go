package predictive

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/spec"
	"concord/sampler"
	"concord/study/read"
)

// BenchmarkRun checks the case study, 9,000 labels in three studies, with 200 replicates.
func BenchmarkRun(b *testing.B) {
	table, err := read.Read(b.Context(), nil, testdata("policy.csv"), read.Options{})
	require.NoError(b, err)
	fit, err := model.Fit(context.Background(), table, spec.Spec{}, sampler.Settings{Seed: 1, Draws: 100})
	require.NoError(b, err)
	for b.Loop() {
		_, err := Run(context.Background(), fit, Options{Seed: 1, Replicates: 200})
		require.NoError(b, err)
	}
}

package model

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/internal/modeltest"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// BenchmarkSmallFit times whole fits of such tasks, and reports what a gradient costs, all included.
func BenchmarkSmallFit(b *testing.B) {
	modeltest.EachSmall(b, func(b *testing.B, t *study.Table) {
		gradients := 0
		for b.Loop() {
			fit, err := Fit(context.Background(), t, spec.Spec{}, sampler.Settings{Seed: 1, Workers: 1})
			require.NoError(b, err)
			gradients += fit.Run().Gradients()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(gradients), "ns/gradient")
	})
}

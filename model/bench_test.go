package model

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/modeltest"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// BenchmarkFit times the whole fit with default settings and reports the smallest effective size over all parameters,
// per second and per 1,000 gradients.
func BenchmarkFit(b *testing.B) {
	modeltest.EachCrowd(b, 1e5, func(b *testing.B, t *study.Table, _ spec.Spec) {
		var ess, gradients float64
		for b.Loop() {
			fit, err := Fit(context.Background(), t, spec.Spec{}, sampler.Settings{Seed: 1})
			require.NoError(b, err)
			least := 1e99
			for v := range fit.Draws().Names() {
				s := fit.Draws().Quantity(v).Summary(0.95)
				least = min(least, s.ESSBulk, s.ESSTail)
			}
			ess += least
			gradients += float64(fit.Run().Gradients())
		}
		b.ReportMetric(ess/b.Elapsed().Seconds(), "ESS/s")
		b.ReportMetric(1000*ess/gradients, "ESS/1000grad")
	})
}

// BenchmarkManyStudies times whole fits as the number of studies grows: 40 items, 4 labels of each in each study.
func BenchmarkManyStudies(b *testing.B) {
	for _, k := range []int{2, 5, 10, 20} {
		b.Run(fmt.Sprintf("K=%d", k), func(b *testing.B) {
			plan := simulate.Plan{Items: 40}
			truth := simulate.Truth{Family: family.Gaussian{}, ItemCorrelation: simulate.CommonCorrelation(k, 0.8)}
			for s := range k {
				plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: fmt.Sprint("s", s+1), Labelers: 8,
					LabelsPerItem: 4})
				truth.Studies = append(truth.Studies, simulate.StudyTruth{Mean: 0.3, ItemSD: 1.2, LabelerSD: 0.5,
					ResidualSD: 1})
			}
			design, err := plan.Generate(1)
			require.NoError(b, err)
			table, err := simulate.Simulate(truth, design, 1)
			require.NoError(b, err)
			for b.Loop() {
				_, err := Fit(context.Background(), table, spec.Spec{}, sampler.Settings{Seed: 1})
				require.NoError(b, err)
			}
		})
	}
}

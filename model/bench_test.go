package model

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/sampler"
	"concord/study"
)

// crowd is a simulated pair of studies of the same items: items × 2, labelers in each
// study, labels per item in each.
func crowd(tb testing.TB, distribution family.Family, items, labelers, perItem int) *study.Table {
	plan := Plan{Items: items}
	truth := Truth{Family: distribution, ItemCorrelation: CommonCorrelation(2, 0.8)}
	for _, name := range []string{"a", "b"} {
		plan.Studies = append(plan.Studies, StudyPlan{Name: name, Labelers: labelers, LabelsPerItem: perItem})
		s := StudyTruth{Mean: 0.5, ItemSD: 1.5, LabelerSD: 0.7}
		if distribution == (family.Gaussian{}) {
			s.ResidualSD = 1
		}
		truth.Studies = append(truth.Studies, s)
	}
	design, err := plan.Generate(1)
	require.NoError(tb, err)
	table, err := Simulate(truth, design, 1)
	require.NoError(tb, err)
	return table
}

// The sizes of the benchmarks: the first has the shape of a published study of
// 13,000 binary labels.
var crowds = []struct{ items, labelers, perItem int }{
	{120, 272, 54},
	{400, 100, 10},
	{3000, 600, 10},
	{30000, 2500, 17},
}

func eachCrowd(b *testing.B, largest int, f func(b *testing.B, t *study.Table, spec Spec)) {
	for _, distribution := range []family.Family{family.Bernoulli{}, family.Gaussian{}} {
		for _, c := range crowds {
			labels := 2 * c.items * c.perItem
			if labels > largest {
				continue
			}
			b.Run(fmt.Sprintf("%v/%d", distribution, labels), func(b *testing.B) {
				t := crowd(b, distribution, c.items, c.labelers, c.perItem)
				spec, err := Resolve(t, Spec{})
				require.NoError(b, err)
				f(b, t, spec)
			})
		}
	}
}

// BenchmarkGradient times one gradient; ns/label is the figure to watch.
func BenchmarkGradient(b *testing.B) {
	eachCrowd(b, 2e6, func(b *testing.B, t *study.Table, spec Spec) {
		p := compileProblem(labels.Compile(t, spec), spec)
		s, err := newSetup(context.Background(), p)
		require.NoError(b, err)
		g := make([]float64, s.d.Dim())
		for b.Loop() {
			s.d.LogProbGrad(g, p.start)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(t.Len()), "ns/label")
	})
}

// BenchmarkSetup times EM, curvature and pilot run.
func BenchmarkSetup(b *testing.B) {
	eachCrowd(b, 1e5, func(b *testing.B, t *study.Table, spec Spec) {
		for b.Loop() {
			s, err := newSetup(context.Background(), compileProblem(labels.Compile(t, spec), spec))
			require.NoError(b, err)
			err = s.prepare(context.Background(), 1, 2)
			require.NoError(b, err)
		}
	})
}

// BenchmarkFit times the whole fit with default settings and reports the smallest
// effective size over all parameters, per second and per 1,000 gradients.
func BenchmarkFit(b *testing.B) {
	eachCrowd(b, 1e5, func(b *testing.B, t *study.Table, _ Spec) {
		var ess, gradients float64
		for b.Loop() {
			fit, err := Fit(context.Background(), t, Spec{}, sampler.Settings{Seed: 1})
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
			plan := Plan{Items: 40}
			truth := Truth{Family: family.Gaussian{}, ItemCorrelation: CommonCorrelation(k, 0.8)}
			for s := range k {
				plan.Studies = append(plan.Studies, StudyPlan{Name: fmt.Sprint("s", s+1), Labelers: 8,
					LabelsPerItem: 4})
				truth.Studies = append(truth.Studies, StudyTruth{Mean: 0.3, ItemSD: 1.2, LabelerSD: 0.5, ResidualSD: 1})
			}
			design, err := plan.Generate(1)
			require.NoError(b, err)
			table, err := Simulate(truth, design, 1)
			require.NoError(b, err)
			for b.Loop() {
				_, err := Fit(context.Background(), table, Spec{}, sampler.Settings{Seed: 1})
				require.NoError(b, err)
			}
		})
	}
}

// BenchmarkManyStudiesGradient times one gradient of binary labels where the correlations have both kinds of
// coordinates: 40 items, 4 labels of each in each study.
func BenchmarkManyStudiesGradient(b *testing.B) {
	for _, k := range []int{10, 20, 50} {
		plan := Plan{Items: 40}
		truth := Truth{Family: family.Bernoulli{}, ItemCorrelation: CommonCorrelation(k, 0.9)}
		for s := range k {
			plan.Studies = append(plan.Studies, StudyPlan{Name: fmt.Sprint("s", s+1), Labelers: 8, LabelsPerItem: 4})
			truth.Studies = append(truth.Studies, StudyTruth{ItemSD: 1.5, LabelerSD: 0.5})
		}
		design, err := plan.Generate(1)
		require.NoError(b, err)
		table, err := Simulate(truth, design, 1)
		require.NoError(b, err)
		spec, err := Resolve(table, Spec{})
		require.NoError(b, err)
		for _, bartlett := range []bool{false, true} {
			b.Run(fmt.Sprintf("K=%d/bartlett=%v", k, bartlett), func(b *testing.B) {
				p := compileProblem(labels.Compile(table, spec), spec)
				if bartlett {
					p.takeBartlett()
				}
				s, err := newSetup(context.Background(), p)
				require.NoError(b, err)
				g := make([]float64, s.d.Dim())
				b.ResetTimer()
				for b.Loop() {
					s.d.LogProbGrad(g, p.start)
				}
			})
		}
	}
}

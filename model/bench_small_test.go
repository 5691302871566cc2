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

// small is a simulated task of a batch: 56 items, 10 labelers and 6 labels of each item in each of k studies.
func small(tb testing.TB, distribution family.Family, k int) *study.Table {
	plan := Plan{Items: 56}
	truth := Truth{Family: distribution, ItemCorrelation: CommonCorrelation(k, 0.8)}
	for _, name := range []string{"a", "b", "c", "d"}[:k] {
		plan.Studies = append(plan.Studies, StudyPlan{Name: name, Labelers: 10, LabelsPerItem: 6})
		s := StudyTruth{Mean: 0.5, ItemSD: 1.5, LabelerSD: 0.5}
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

func eachSmall(b *testing.B, f func(b *testing.B, t *study.Table)) {
	for _, distribution := range []family.Family{family.Bernoulli{}, family.Gaussian{}} {
		for k := 1; k <= 4; k++ {
			b.Run(fmt.Sprintf("%v/K=%d", distribution, k), func(b *testing.B) { f(b, small(b, distribution, k)) })
		}
	}
}

// BenchmarkSmallGradient times one gradient of a task of a batch, where what is done once for each class of items, for
// each study and for each parameter costs more than the labels.
func BenchmarkSmallGradient(b *testing.B) {
	eachSmall(b, func(b *testing.B, t *study.Table) {
		spec, err := Resolve(t, Spec{})
		require.NoError(b, err)
		s, err := newSetup(context.Background(), compileProblem(labels.Compile(t, spec), spec))
		require.NoError(b, err)
		d := s.density()
		g, x := make([]float64, d.Dim()), s.start[:d.hyper]
		x = append(x[:len(x):len(x)], make([]float64, d.Dim()-d.hyper)...)
		for i := range x[d.hyper:] {
			x[d.hyper+i] = float64(i%7)/3 - 1
		}
		for b.Loop() {
			d.LogProbGrad(g, x)
		}
		b.ReportMetric(float64(len(s.factors[0].NewState().Effect))/float64(s.factors[0].K), "items")
	})
}

// BenchmarkSmallFit times whole fits of such tasks, and reports what a gradient costs, all included.
func BenchmarkSmallFit(b *testing.B) {
	eachSmall(b, func(b *testing.B, t *study.Table) {
		gradients := 0
		for b.Loop() {
			fit, err := Fit(context.Background(), t, Spec{}, sampler.Settings{Seed: 1, Workers: 1})
			require.NoError(b, err)
			gradients += fit.Run().Gradients()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(gradients), "ns/gradient")
	})
}

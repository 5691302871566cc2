package locate

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/density"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/study"
)

// BenchmarkSmallGradient times one gradient of a task of a batch, where what is done once for each class of items, for
// each study and for each parameter costs more than the labels.
func BenchmarkSmallGradient(b *testing.B) {
	modeltest.EachSmall(b, func(b *testing.B, t *study.Table) {
		sp, err := labels.Resolve(t, spec.Spec{})
		require.NoError(b, err)
		s, err := newSetup(context.Background(), density.NewProblem(labels.Compile(t, sp), sp))
		require.NoError(b, err)
		d := s.Density()
		g, x := make([]float64, d.Dim()), s.Start[:d.Hyper]
		x = append(x[:len(x):len(x)], make([]float64, d.Dim()-d.Hyper)...)
		for i := range x[d.Hyper:] {
			x[d.Hyper+i] = float64(i%7)/3 - 1
		}
		for b.Loop() {
			d.LogProbGrad(g, x)
		}
		b.ReportMetric(float64(len(s.Factors[0].NewState().Effect))/float64(s.Factors[0].K), "items")
	})
}

// BenchmarkGradient times one gradient; ns/label is the figure to watch.
func BenchmarkGradient(b *testing.B) {
	modeltest.EachCrowd(b, 2e6, func(b *testing.B, t *study.Table, sp spec.Spec) {
		p := density.NewProblem(labels.Compile(t, sp), sp)
		s, err := newSetup(context.Background(), p)
		require.NoError(b, err)
		g := make([]float64, s.Full.Dim())
		for b.Loop() {
			s.Full.LogProbGrad(g, p.Start)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(t.Len()), "ns/label")
	})
}

// BenchmarkSetup times EM, curvature and pilot run.
func BenchmarkSetup(b *testing.B) {
	modeltest.EachCrowd(b, 1e5, func(b *testing.B, t *study.Table, sp spec.Spec) {
		for b.Loop() {
			s, err := newSetup(context.Background(), density.NewProblem(labels.Compile(t, sp), sp))
			require.NoError(b, err)
			err = s.prepare(context.Background(), 1, 2)
			require.NoError(b, err)
		}
	})
}

// BenchmarkManyStudiesGradient times one gradient of binary labels where the correlations have both kinds of
// coordinates: 40 items, 4 labels of each in each study.
func BenchmarkManyStudiesGradient(b *testing.B) {
	for _, k := range []int{10, 20, 50} {
		plan := simulate.Plan{Items: 40}
		truth := simulate.Truth{Family: family.Bernoulli{}, ItemCorrelation: simulate.CommonCorrelation(k, 0.9)}
		for s := range k {
			plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: fmt.Sprint("s", s+1), Labelers: 8,
				LabelsPerItem: 4})
			truth.Studies = append(truth.Studies, simulate.StudyTruth{ItemSD: 1.5, LabelerSD: 0.5})
		}
		design, err := plan.Generate(1)
		require.NoError(b, err)
		table, err := simulate.Simulate(truth, design, 1)
		require.NoError(b, err)
		sp, err := labels.Resolve(table, spec.Spec{})
		require.NoError(b, err)
		for _, bartlett := range []bool{false, true} {
			b.Run(fmt.Sprintf("K=%d/bartlett=%v", k, bartlett), func(b *testing.B) {
				p := density.NewProblem(labels.Compile(table, sp), sp)
				if bartlett {
					p.TakeBartlett()
				}
				s, err := newSetup(context.Background(), p)
				require.NoError(b, err)
				g := make([]float64, s.Full.Dim())
				b.ResetTimer()
				for b.Loop() {
					s.Full.LogProbGrad(g, p.Start)
				}
			})
		}
	}
}

package main

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"concord/internal/checks/predictive"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/nonparam"
	"concord/sampler"
	"concord/study"
	"concord/study/read"
)

// BenchmarkCancellation reports how long after the end of its context each stage returns, at four million
// labels of 400,000 items: the longest of many moments, spread over the stage.
//
//	go test ./cmd/fit -run '^$' -bench Cancellation -benchtime 1x
func BenchmarkCancellation(b *testing.B) {
	plan := simulate.Plan{Items: 400_000, Studies: []simulate.StudyPlan{{Name: "all", Labelers: 4000,
		LabelsPerItem: 10}}}
	design, err := plan.Generate(1)
	require.NoError(b, err)
	table, err := simulate.Simulate(simulate.Truth{Family: family.Bernoulli{},
		Studies: []simulate.StudyTruth{{ItemSD: 1, LabelerSD: 0.5}}}, design, 1)
	require.NoError(b, err)
	path := b.TempDir() + "/study.csv"
	require.NoError(b, writeFile(path, func(w io.Writer) error { return study.Write(w, table) }))
	fit, err := model.Fit(context.Background(), table, spec.Spec{},
		sampler.Settings{Seed: 1, Chains: 1, Warmup: 50, Draws: 10})
	require.NoError(b, err)
	for _, stage := range []struct {
		name    string
		moments []time.Duration
		run     func(context.Context) error
	}{
		{"read", spread(20*time.Millisecond, 20), func(ctx context.Context) error {
			_, err := read.Read(ctx, nil, path, read.Options{})
			return err
		}},
		{"agreement", spread(150*time.Millisecond, 12), func(ctx context.Context) error {
			_, err := nonparam.Agreement(ctx, table,
				nonparam.Options{Intervals: nonparam.Bootstrap{Replicates: 1000, Seed: 1}})
			return err
		}},
		{"fit", spread(600*time.Millisecond, 14), func(ctx context.Context) error {
			_, err := model.Fit(ctx, table, spec.Spec{}, sampler.Settings{Seed: 1})
			return err
		}},
		{"predictive check", spread(300*time.Millisecond, 8), func(ctx context.Context) error {
			_, err := predictive.Run(ctx, fit, predictive.Options{Seed: 1})
			return err
		}},
	} {
		b.Run(stage.name, func(b *testing.B) {
			var longest, at time.Duration
			n := 0
			for b.Loop() {
				for _, moment := range stage.moments {
					ctx, cancel := context.WithCancel(context.Background())
					ended := make(chan time.Time, 1)
					go func() {
						time.Sleep(moment)
						ended <- time.Now()
						cancel()
					}()
					err := stage.run(ctx)
					back := time.Now()
					if err == nil { // it was over before
						cancel()
						<-ended
						break
					}
					n++
					if late := back.Sub(<-ended); late > longest {
						longest, at = late, moment
					}
				}
			}
			b.ReportMetric(float64(longest.Milliseconds()), "ms/longest")
			b.ReportMetric(at.Seconds(), "s/begun")
			b.ReportMetric(float64(n), "moments")
		})
	}
}

// spread returns n moments at equal distances.
func spread(step time.Duration, n int) []time.Duration {
	all := make([]time.Duration, n)
	for i := range all {
		all[i] = time.Duration(i+1) * step
	}
	return all
}

// Package modeltest has studies with known truth, and a comparison of means, for the tests of the rooms of a model.
package modeltest

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/simulate"
	"concord/model/spec"
	"concord/study"
)

// Everyone is a plan in which all labelers of a study label all items.
func Everyone(items, labelers int, effects spec.LabelerEffects, studies ...string) simulate.Plan {
	p := simulate.Plan{Items: items, Labelers: effects}
	for _, name := range studies {
		p.Studies = append(p.Studies, simulate.StudyPlan{Name: name, Labelers: labelers, LabelsPerItem: labelers})
	}
	return p
}

// Simulated is a table of a truth and a plan.
func Simulated(t *testing.T, truth simulate.Truth, plan simulate.Plan, seed uint64) *study.Table {
	t.Helper()
	design, err := plan.Generate(seed)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, seed)
	require.NoError(t, err)
	return table
}

// RequireMean averages f over independent simulated studies and requires the mean to be within 4 standard errors of the
// closed form.
func RequireMean(t *testing.T, want float64, replicates int, f func(seed uint64) float64) {
	t.Helper()
	sum, sumsq := 0.0, 0.0
	for seed := range replicates {
		x := f(uint64(seed))
		sum += x
		sumsq += x * x
	}
	n := float64(replicates)
	mean := sum / n
	se := math.Sqrt((sumsq/n - mean*mean) / (n - 1))
	require.Greater(t, se, 0.0)
	require.InDelta(t, want, mean, 4*se, "mean %v with standard error %v", mean, se)
}

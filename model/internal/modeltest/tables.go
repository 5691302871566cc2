// Package modeltest has studies with known truth, for the tests of the rooms of a model.
package modeltest

import (
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

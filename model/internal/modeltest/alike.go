package modeltest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/simulate"
	"concord/study"
)

// Alike returns simulated studies that nearly agree.
func Alike(t *testing.T, f family.Family, k, items int, missing, correlation float64) *study.Table {
	plan := simulate.Plan{Items: items}
	truth := simulate.Truth{Family: f, ItemCorrelation: simulate.CommonCorrelation(k, correlation)}
	for s := range k {
		plan.Studies = append(plan.Studies,
			simulate.StudyPlan{Name: fmt.Sprint("s", s), Labelers: 8, LabelsPerItem: 4, Missing: missing})
		of := simulate.StudyTruth{Mean: 0.3, ItemSD: 1.2, LabelerSD: 0.5}
		if f.LocationScale() {
			of.ResidualSD = 1
		}
		truth.Studies = append(truth.Studies, of)
	}
	design, err := plan.Generate(1)
	require.NoError(t, err)
	table, err := simulate.Simulate(truth, design, 2)
	require.NoError(t, err)
	return table
}

package predictive

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/study"
)

// asNumbers simulates ordered categories of one study with these thresholds and returns them as numbers, step apart.
func asNumbers(t *testing.T, seed uint64, step float64, thresholds ...float64) *study.Table {
	d := designOf(t, seed, 120, 30, 5, "stars")
	table, err := simulate.Simulate(simulate.Truth{Family: family.Ordinal{},
		Studies: []simulate.StudyTruth{{Thresholds: thresholds, ItemSD: 1.8, LabelerSD: 0.6}}}, d, seed)
	require.NoError(t, err)
	v := table.StudyAt(0)
	part := study.Indexed{Items: table.Items(), Labelers: table.Labelers(), Studies: table.Studies(),
		Kind: study.Numeric, Item: v.Item(), Labeler: v.Labeler(), Study: make([]int32, v.Len())}
	for _, y := range v.Value() {
		part.Value = append(part.Value, step*y)
	}
	out, err := study.NewTable(part)
	require.NoError(t, err)
	return out
}

// Whole numbers of few values that pile up are doubted as a scale, before any cause in items or labelers, and the
// doubt names the way out; where the scale is used evenly, or the numbers are no whole ones, there is no such doubt.
func TestFewNumbersAreDoubtedAsAScale(t *testing.T) {
	even, ceiling := []float64{-3.4, -1.4, 1.4, 3.4}, []float64{-4.9, -3.7, -2.2, -0.3}
	middle := []float64{-4.6, -3.1, 3.1, 4.6}
	plain := finding{evaluator: &evaluator{design: &design{spec: spec.Spec{Family: family.Gaussian{}}}}}
	for _, c := range []struct {
		name       string
		thresholds []float64
		step       float64
		doubt      bool
	}{
		{"even", even, 1, false}, {"ceiling", ceiling, 1, true}, {"middle", middle, 1, true},
		{"tenths", ceiling, 0.1, false},
	} {
		fit, err := model.Fit(context.Background(), asNumbers(t, 1, c.step, c.thresholds...),
			spec.Spec{Family: family.Gaussian{}}, quick(1))
		require.NoError(t, err)
		found, err := Run(context.Background(), fit, Options{Seed: 1, Replicates: 199})
		require.NoError(t, err)
		doubted := false
		for _, d := range found.Doubts {
			if d.Assumption == stepsDoubt(finding{}).Assumption {
				doubted = true
				assert.Contains(t, d.Look, "family ordinal")
			}
			assert.False(t, c.step == 1 && d.Assumption == itemDoubt(plain).Assumption, c.name)
		}
		assert.Equal(t, c.doubt, doubted, c.name)
	}
}

package catalogue_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/internal/result/catalogue"
	"concord/internal/result/export"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
)

// A fit of ordered categories reports each threshold of each study, between the two categories that it parts, in place
// of a mean and of the distances that the family samples; and exports them as a matrix.
func TestThresholdsAreReported(t *testing.T) {
	fit := fitted(t, family.Ordinal{}, spec.Nested, spec.Spec{}, 2)
	var got []*answer.Row
	for _, e := range estimates(fit) {
		assert.False(t, e.Q.Name == catalogue.Mean && e.Scale == result.ScaleLatent)
		assert.NotContains(t, e.Q.Name, "distance")
		if e.Q.Name == catalogue.Threshold {
			got = append(got, e)
		}
	}
	require.Len(t, got, 6)
	of := fit.StudyAt(1).Thresholds()
	for c, want := range []string{"1|2", "2|3", "3|4"} {
		e := got[3+c]
		assert.Equal(t, want, result.Between(e.Of, e.Against))
		assert.Equal(t, "b", e.Group)
		assert.Equal(t, result.ScaleLatent, e.Scale)
		assert.Equal(t, of[c].Mean(), e.Value)
	}
	for _, v := range export.Variables(fit, fit.StudyAt(0), false) {
		assert.NotEqual(t, "mu", v.Name)
		if v.Name == "threshold" {
			assert.Equal(t, []int{2, 3}, v.Shape)
			assert.Equal(t, []string{"study", "thresholds"}, v.Dims)
			assert.Equal(t, of[2].Chains, v.Elements[5].Chains, "the first index runs fastest")
			return
		}
	}
	t.Error("thresholds are not exported")
}

// Thresholds that studies have in common are reported once, with the mean of each study but the first, and exported for
// each study.
func TestCommonThresholdsAreReported(t *testing.T) {
	fit := fitted(t, family.Ordinal{}, spec.Nested, spec.Spec{Thresholds: spec.CommonThresholds}, 3)
	var shifts []float64
	thresholds := 0
	for _, e := range estimates(fit) {
		switch e.Q.Name {
		case catalogue.Threshold:
			assert.Empty(t, e.Group)
			thresholds++
		case catalogue.MeanShift:
			assert.Equal(t, string(rune('b'+len(shifts))), e.Group)
			shifts = append(shifts, e.Value)
		}
	}
	assert.Equal(t, 3, thresholds)
	require.Len(t, shifts, 2)
	for s, shift := range shifts {
		for c, of := range fit.StudyAt(0).Thresholds() {
			assert.InDelta(t, shift, of.Mean()-fit.StudyAt(s + 1).Thresholds()[c].Mean(), 1e-12)
		}
	}
	shapes := map[string][]int{}
	for _, v := range export.Variables(fit, fit.StudyAt(0), false) {
		shapes[v.Name] = v.Shape
	}
	assert.Equal(t, []int{3, 3}, shapes["threshold"])
	assert.Equal(t, []int{2}, shapes["mean_shift"])
}

// A truth has the thresholds that a fit will report.
func TestTruthHasThresholds(t *testing.T) {
	truth := simulate.Truth{Family: family.Ordinal{}, Labelers: spec.NoLabelers, Studies: []simulate.StudyTruth{
		{ItemSD: 1, Thresholds: []float64{-1.5, 1.5}},
	}}
	of, err := result.NewTruth(truth, simulate.Design{Studies: []string{"a"}}, 1)
	require.NoError(t, err)
	var got []float64
	for _, v := range of.Quantities {
		assert.False(t, v.Quantity == catalogue.Mean && v.Scale == result.ScaleLatent)
		if v.Quantity == catalogue.Threshold {
			got = append(got, float64(v.Value))
			assert.NotEmpty(t, v.Category)
		}
	}
	assert.Equal(t, []float64{-1.5, 1.5}, got)
}

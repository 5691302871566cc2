package simulate

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/spec"
	"concord/study"
)

// Without effects the shares are exp(μ_c) / Σ exp(μ_d), in closed form.
func TestSimulatedCategoriesHaveTheSharesOfTheLogit(t *testing.T) {
	const items, each = 4000, 5
	plan := Plan{Items: items, Labelers: spec.Nested, Studies: []StudyPlan{
		{Name: "a", Labelers: 10, LabelsPerItem: each}, {Name: "b", Labelers: 10, LabelsPerItem: each}}}
	design, err := plan.Generate(1)
	require.NoError(t, err)
	means := [][]float64{{0, -1}, {-1, 0.5}, {-2, 0}} // of each category in each study
	var truths []Truth
	for _, m := range means {
		truths = append(truths, Truth{Family: family.Bernoulli{}, Studies: []StudyTruth{{Mean: m[0]}, {Mean: m[1]}}})
	}
	names := []string{"joy", "fear", "awe"}
	table, err := Categories(names, truths, design, 7)
	require.NoError(t, err)
	assert.Equal(t, study.Nominal, table.Kind())
	assert.Equal(t, names, table.Categories())
	for s := range table.Studies() {
		sum := 0.0
		for _, m := range means {
			sum += math.Exp(m[s])
		}
		for c, m := range means {
			share, want := 0.0, math.Exp(m[s])/sum
			for _, y := range table.StudyAt(s).Value() {
				if y == float64(c) {
					share += 1. / items / each
				}
			}
			assert.InDelta(t, want, share, 4*math.Sqrt(want*(1-want)/items/each))
		}
	}
	again, err := Categories(names, truths, design, 7)
	require.NoError(t, err)
	assert.Equal(t, table.StudyAt(1).Value(), again.StudyAt(1).Value())

	_, err = Categories(names, truths[:2], design, 7)
	assert.Error(t, err)
	truths[1].Studies = truths[1].Studies[:1]
	_, err = Categories(names, truths, design, 7)
	assert.ErrorContains(t, err, `category "fear": 1 groups have parameters, but the design has 2`)
}

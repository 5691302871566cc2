package simulate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/spec"
)

// Each label has a level of a factor at random, of each factor by itself; labels given again keep theirs.
func TestDesignsWithFactors(t *testing.T) {
	plain, err := everyone(50, 8, spec.Nested, "a").Generate(1)
	require.NoError(t, err)
	one, err := plain.WithFactor("template", 4, 7)
	require.NoError(t, err)
	two, err := one.WithFactor("session", 4, 7)
	require.NoError(t, err)
	assert.Empty(t, plain.Factors)
	assert.Len(t, one.Factors, 1, "the design that it is made of stays as it was")
	assert.Equal(t, []string{"1", "2", "3", "4"}, two.Factors[1].Levels)
	var pairs [4][4]float64
	for n, l := range two.Factors[0].Index {
		pairs[l][two.Factors[1].Index[n]]++
	}
	chi2 := 0.0
	for _, row := range pairs {
		for _, n := range row {
			chi2 += (n - 25) * (n - 25) / 25
		}
	}
	assert.Less(t, chi2, 30.6, "chi-squared of 15 degrees of freedom, 1 %")

	again, err := two.Again(3)
	require.NoError(t, err)
	require.Len(t, again.Study, 1200)
	assert.Equal(t, two.Item, again.Item[800:])
	assert.Equal(t, two.Labeler, again.Labeler[400:800])
	assert.Equal(t, two.Factors[1].Index, again.Factors[1].Index[800:])
	assert.Len(t, two.Factors[1].Index, 400)
	same, err := two.Again(1)
	require.NoError(t, err)
	assert.Equal(t, two, same)
}

// What a design cannot have is said.
func TestDesignsWithoutFactors(t *testing.T) {
	plain, err := everyone(5, 3, spec.Nested, "a").Generate(1)
	require.NoError(t, err)
	template, err := plain.WithFactor("template", 2, 1)
	require.NoError(t, err)
	for _, name := range []string{"", "item", "labeler", "study", "label", "template"} {
		_, err := template.WithFactor(name, 2, 1)
		assert.ErrorContains(t, err, "cannot be called")
	}
	_, err = plain.WithFactor("template", 0, 1)
	assert.ErrorContains(t, err, "at least one")
	_, err = plain.Again(0)
	assert.ErrorContains(t, err, "at least 1")
	plain.Labelers, plain.Labeler = nil, nil
	_, err = plain.Again(2)
	assert.ErrorContains(t, err, "names no labelers")
}

// A labeler whom a design has twice at an item gives it two labels, which share what the labeler sees in the item.
func TestSimulatedLabelsGivenAgain(t *testing.T) {
	const sd, residual = 2.0, 1.0
	plain, err := everyone(4000, 2, spec.Nested, "a").Generate(1)
	require.NoError(t, err)
	design, err := plain.Again(2)
	require.NoError(t, err)
	truth := Truth{Family: family.Gaussian{}, Studies: []StudyTruth{{Mean: 3, ItemSD: 2, LabelerSD: 0.5}}}
	truth.Studies[0].ResidualSD = residual
	truth.Facets = []FacetTruth{{Facet: spec.ItemByLabeler(), SD: []float64{sd}}}
	table, err := Simulate(truth, design, 3)
	require.NoError(t, err)
	require.Equal(t, 16000, table.Len())
	_, first := table.FirstLabels()
	require.NotNil(t, first)
	y := map[[2]int32][]float64{}
	v := table.StudyAt(0)
	for n, j := range v.Item() {
		at := [2]int32{j, v.Labeler()[n]}
		y[at] = append(y[at], v.Value()[n])
	}
	// Two labels of one labeler differ with variance 2σ², the means of two by two labelers with 2(σ_il² + σ_l² + σ²/2),
	// of which the labelers' levels are the same for all items.
	within, between := 0.0, 0.0
	for j := range int32(4000) {
		a, b := y[[2]int32{j, 0}], y[[2]int32{j, 1}]
		require.Len(t, a, 2)
		within += (a[0] - a[1]) * (a[0] - a[1]) / 4000
		between += (a[0] + a[1] - b[0] - b[1]) / 2 / 4000
	}
	assert.InDelta(t, 2*residual*residual, within, 5*2*residual*residual*0.0224)
	spread := 0.0
	for j := range int32(4000) {
		a, b := y[[2]int32{j, 0}], y[[2]int32{j, 1}]
		d := (a[0]+a[1]-b[0]-b[1])/2 - between
		spread += d * d / 4000
	}
	want := 2*sd*sd + residual*residual
	assert.InDelta(t, want, spread, 5*want*0.0224) // √(2/4000)
}

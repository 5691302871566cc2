package nominal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
)

// True values are those of many simulated labels, within 4.5 standard errors. Utilities have other standard deviations
// in each category and study. Items have two labels in each study, by people with two labels in all.
func TestKnownValuesAreThoseOfManyLabels(t *testing.T) {
	const items = 60_000
	names := []string{"a", "b", "c"}
	var truths []simulate.Truth
	for c := range names {
		x := float64(c)
		truths = append(truths, simulate.Truth{Family: family.Bernoulli{}, Labelers: model.Nested,
			ItemCorrelation: simulate.CommonCorrelation(2, 0.9-0.3*x),
			Studies: []simulate.StudyTruth{{Mean: 0.8 * x, ItemSD: 0.5 + x, LabelerSD: 1.5 - 0.6*x},
				{Mean: -0.5 * x, ItemSD: 2 - 0.7*x, LabelerSD: 0.4 + 0.5*x}}})
	}
	d, err := Known(names, truths, []string{"s", "t"})
	require.NoError(t, err)
	design := simulate.Design{Studies: []string{"s", "t"}, Items: numbers(items), Labelers: numbers(2 * items)}
	for s := range int32(2) { // the labelers j and j + 1 have the item j
		for j := range int32(items) {
			for l := range int32(2) {
				design.Study, design.Item = append(design.Study, s), append(design.Item, j)
				design.Labeler = append(design.Labeler, s*items+(j+l)%items)
			}
		}
	}
	table, err := simulate.Categories(names, truths, design, 5)
	require.NoError(t, err)
	y := [][]float64{table.StudyAt(0).Value(), table.StudyAt(1).Value()}
	is := func(s, n, c int) float64 {
		if n = n % (2 * items); int(y[s][n]) == c {
			return 1
		}
		return 0
	}
	// same compares the mean of products of indicators, less a product of means, with a covariance.
	same := func(want float64, rates float64, product func(j int) float64, what string) {
		t.Helper()
		sum, square := 0.0, 0.0
		for j := range items {
			x := product(j)
			sum, square = sum+x/items, square+x*x/items
		}
		assert.InDelta(t, want, sum-rates, 4.5*math.Sqrt(3*(square-sum*sum)/items), what) // neighbours are dependent
	}
	for c, name := range names {
		var p [2]float64
		for s, of := range d.Studies {
			p[s] = of.Rate(c).Mean()
			same(p[s], 0, func(j int) float64 { return is(s, 2*j, c) }, name)
			same(of.ICC(c).Mean()*binary(p[s]), p[s]*p[s],
				func(j int) float64 { return is(s, 2*j, c) * is(s, 2*j+1, c) }, "items "+name)
			same(of.LabelerICC(c).Mean()*binary(p[s]), p[s]*p[s],
				func(j int) float64 { return is(s, 2*j+1, c) * is(s, 2*j+2, c) }, "labelers "+name)
		}
		same(d.Between[1][0].XCC(c).Mean()*math.Sqrt(binary(p[0])*binary(p[1])), p[0]*p[1],
			func(j int) float64 { return is(0, 2*j, c) * is(1, 2*j, c) }, "between "+name)
	}
	same(d.Studies[0].Disagreement().Mean(), 0, func(j int) float64 {
		if y[0][2*j] != y[0][2*j+1] {
			return 1
		}
		return 0
	}, "disagreement")
}

// Truths that the joint model is not for are refused.
func TestKnownValuesAreOfNormalEffects(t *testing.T) {
	names, truths := utilities(0.4, []float64{1, 0, 0})
	_, err := Known(names, truths[:2], []string{"s"})
	assert.ErrorContains(t, err, "2 categories have parameters, and 3 names")
	_, err = Known(names, truths, []string{"s", "t"})
	assert.ErrorContains(t, err, "1 groups have parameters, and there are 2")
	truths[1].Studies[0].DiscriminationSD = 0.5
	_, err = Known(names, truths, []string{"s"})
	assert.ErrorContains(t, err, "normal effects of items and labelers alone")
	truths[1].Studies[0].ItemSD = -1
	_, err = Known(names, truths, []string{"s"})
	assert.ErrorContains(t, err, "it must be finite and not negative")
}

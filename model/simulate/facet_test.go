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

// templated is a design of two studies in which each item is labelled twice with each of three templates.
func templated(items int) Design {
	template := study.Factor{Name: "template", Levels: []string{"t", "u", "v"}}
	d := Design{Studies: []string{"a", "b"}}
	for j := range items {
		d.Items = append(d.Items, string(rune('A'+j)))
	}
	for s := range int32(2) {
		for j := range int32(items) {
			for n := range int32(6) {
				d.Study, d.Item, template.Index = append(d.Study, s), append(d.Item, j), append(template.Index, n/2)
			}
		}
	}
	d.Factors = []study.Factor{template}
	return d
}

// facetTruth is a truth for [templated] with correlated effects of templates and independent ones of item and template.
func facetTruth() Truth {
	return Truth{
		Family: family.Gaussian{}, Labelers: spec.NoLabelers,
		Studies: []StudyTruth{{Mean: 1, ItemSD: 0.5, ResidualSD: 0.6}, {Mean: -1, ItemSD: 0.4, ResidualSD: 0.5}},
		Facets: []FacetTruth{
			{spec.Facet{By: []string{"template"}, Covariance: spec.Correlated}, []float64{0.8, 1.1},
				CommonCorrelation(2, -0.6)},
			{spec.Facet{By: []string{study.ItemFactor, "template"}}, []float64{0.7, 0.9}, nil},
		},
	}
}

// Two labels of a template have the covariance σ_t², two of an item and a template also σ_i² and σ_it²; labels of two
// studies share what is correlated.
func TestSimulateHasTheMomentsOfFacets(t *testing.T) {
	const replicates = 600
	truth, design := facetTruth(), templated(2)
	values := make([][]float64, replicates)
	for seed := range values {
		table, err := Simulate(truth, design, uint64(seed))
		require.NoError(t, err)
		for s, p := range truth.Studies {
			for _, y := range table.StudyAt(s).Value() {
				values[seed] = append(values[seed], y-p.Mean)
			}
		}
	}
	product := func(a, b int) func(uint64) float64 {
		return func(seed uint64) float64 { return values[seed][a] * values[seed][b] }
	}
	// Labels of study a are 0 … 11: six of an item, two of a template. Those of study b come next.
	requireMean(t, 0.25+0.64+0.49+0.36, replicates, product(0, 0))
	requireMean(t, 0.25+0.64+0.49, replicates, product(0, 1))   // item and template
	requireMean(t, 0.25, replicates, product(0, 2))             // item
	requireMean(t, 0.64, replicates, product(0, 6))             // template
	requireMean(t, 0, replicates, product(0, 8))                // neither
	requireMean(t, -0.6*0.8*1.1, replicates, product(0, 12))    // item and template in two studies
	requireMean(t, 0, replicates, product(0, 14))               // item in two studies: ρ = 0
	requireMean(t, 0.16+1.21+0.81, replicates, product(12, 13)) // item and template in the other study
}

// The design of a table has its factors, so that its labels can be drawn again.
func TestDesignOfHasTheFactors(t *testing.T) {
	design := templated(4)
	table, err := Simulate(facetTruth(), design, 5)
	require.NoError(t, err)
	assert.Equal(t, []string{study.ItemFactor, "template"}, table.Factors())
	assert.Equal(t, design, DesignOf(table))
}

func TestSimulateRefusesFacets(t *testing.T) {
	type change func(*FacetTruth, *Design)
	sd := func(sd ...float64) change { return func(f *FacetTruth, _ *Design) { f.SD = sd } }
	by := func(by ...string) change { return func(f *FacetTruth, _ *Design) { f.By = by } }
	correlation := func(r float64) change {
		return func(f *FacetTruth, _ *Design) { f.Correlation = CommonCorrelation(2, r) }
	}
	index := func(cut func([]int32) []int32) change {
		return func(_ *FacetTruth, d *Design) { d.Factors[0].Index = cut(d.Factors[0].Index) }
	}
	independent := func(f *FacetTruth, _ *Design) { f.Covariance = spec.Independent }
	for want, change := range map[string]change{
		"template has 1 standard deviations for 2 groups": sd(1),
		"the standard deviation of template is -1":        sd(1, -1),
		"the standard deviation of template is NaN":       sd(math.NaN(), 1),
		"are independent, so they have no correlation":    independent,
		"the correlation of template between groups":      correlation(2),
		"names no factor":                by(),
		`the design has no factor "day"`: by("item", "day"),
		"the design names no labeler":    by("labeler"),
		"names the template of 5":        index(func(of []int32) []int32 { return of[:5] }),
		"is of template 3, there are 3":  index(func(of []int32) []int32 { return append([]int32{3}, of[1:]...) }),
	} {
		truth, broken := facetTruth(), templated(4)
		change(&truth.Facets[0], &broken)
		_, err := Simulate(truth, broken, 1)
		assert.ErrorContains(t, err, want)
	}
}

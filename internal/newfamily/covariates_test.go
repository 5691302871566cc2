package newfamily

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/posterior"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
)

// Counts depend on a number of items and on a category of labelers. The logarithm of the rate gains x′β, and mean
// counts follow: with normal effects they are exp(mean + variance/2).
func TestCountsHaveCovariates(t *testing.T) {
	truth := truthOf(2)
	effects := [][]float64{{0.5, -0.3, -0.2}, {-0.4, 0.4, 0}}
	truth.Covariates = []simulate.CovariateTruth{
		{Covariate: spec.Covariate{Factor: "length"}, Coefficients: [][]float64{{0.5}, {-0.3}}},
		{Covariate: spec.Covariate{Factor: "country"}, Coefficients: effects},
	}
	plan := simulate.Plan{Items: 90, Labelers: spec.Nested}
	for _, name := range names(2) {
		plan.Studies = append(plan.Studies, simulate.StudyPlan{Name: name, Labelers: 30, LabelsPerItem: 6})
	}
	design, err := plan.Generate(3)
	require.NoError(t, err)
	length := study.Factor{Name: "length", Index: design.Item}
	for j := range design.Items {
		length.Levels = append(length.Levels, fmt.Sprint(100+j))
	}
	country := study.Factor{Name: "country", Levels: []string{"BR", "IN", "US"}}
	for _, l := range design.Labeler {
		country.Index = append(country.Index, l%3)
	}
	design.Factors = []study.Factor{length, country}
	table, err := simulate.Simulate(truth, design, 4)
	require.NoError(t, err)
	fit, err := model.Fit(t.Context(), table, spec.Spec{Family: counts{},
		Covariates: []spec.Covariate{{Factor: "length"}, {Factor: "country"}}}, sampler.Settings{Seed: 5, Draws: 500})
	require.NoError(t, err)
	for s, of := range fit.EachStudy() {
		near(t, truth.Covariates[0].Coefficients[s][0], of.Coefficients(0)[0])
		for c, q := range of.Coefficients(1) {
			near(t, effects[s][c], q)
		}
		// The mean count of a country less the mean of the others', draw by draw: of labelers who are alike in it.
		levels := fit.Covariates().Levels(1, of)
		all := append([]posterior.Quantity{vpc.CovariateDifference(of, 1, "BR", "IN", "US"), of.Mean(), of.ItemSD(),
			of.TermSD(study.LabelerFactor)}, of.Coefficients(1)...)
		wrong := posterior.Map("", func(x []float64) float64 {
			mean, effect := x[1]+(x[2]*x[2]+x[3]*x[3])/2, x[4:]
			for c, level := range levels {
				mean -= level.Share * effect[c]
			}
			want := math.Exp(mean+effect[0]) - (math.Exp(mean+effect[1])+math.Exp(mean+effect[2]))/2
			return math.Abs(x[0]-want) / math.Exp(mean)
		}, all...)
		assert.Less(t, slices.Max(slices.Concat(wrong.Chains...)), 1e-5)
		_, ok := vpc.RawICC(of, vpc.Label)
		assert.True(t, ok)
	}
}

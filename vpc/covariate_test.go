package vpc_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
	"concord/vpc"
)

// The covariate of the two labels of an item is x and −x, a normal number that moves labels far. Labels of one item
// then differ more than labels of two items do. The raw ICC is below 0: it is the correlation of the two labels,
// centred at the mean of all.
func TestRawICCBelowZero(t *testing.T) {
	const items = 1000
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}} {
		t.Run(f.String(), func(t *testing.T) {
			truth := simulate.Truth{Family: f, Labelers: spec.NoLabelers,
				Studies: []simulate.StudyTruth{{ItemSD: 0.5, ResidualSD: 1}},
				Covariates: []simulate.CovariateTruth{{Covariate: spec.Covariate{Factor: "x"},
					Coefficients: [][]float64{{2}}}}}
			if !f.LocationScale() {
				truth.Studies[0].ResidualSD = 0
			}
			design, err := simulate.Plan{Items: items, Labelers: spec.NoLabelers,
				Studies: []simulate.StudyPlan{{Name: "all", LabelsPerItem: 2}}}.Generate(1)
			require.NoError(t, err)
			x := study.Factor{Name: "x"}
			rng, first := rand.New(rand.NewPCG(1, 1)), map[int32]float64{}
			for n, j := range design.Item {
				number, second := first[j]
				if !second {
					number = rng.NormFloat64()
					first[j] = -number
				}
				x.Index, x.Levels = append(x.Index, int32(n)), append(x.Levels, fmt.Sprint(number))
			}
			design.Factors = append(design.Factors, x)
			table, err := simulate.Simulate(truth, design, 2)
			require.NoError(t, err)
			fit, err := model.Fit(t.Context(), table, spec.Spec{Labelers: spec.NoLabelers,
				Covariates: []spec.Covariate{{Factor: "x"}}}, sampler.Settings{Seed: 1, Chains: 2, Draws: 250})
			require.NoError(t, err)
			raw, ok := vpc.RawICC(fit.StudyAt(0), vpc.Scales(f)[len(vpc.Scales(f))-1])
			require.True(t, ok)

			v := table.StudyAt(0)
			mean, variance := stat.PopMeanVariance(v.Value(), nil)
			other, covariance := map[int32]float64{}, 0.0
			for n, y := range v.Value() {
				covariance += other[v.Item()[n]] * (y - mean) / items
				other[v.Item()[n]] = y - mean
			}
			got := raw.Summary(0.95)
			assert.InDelta(t, covariance/variance, got.Mean, 0.05)
			assert.Less(t, got.Upper, 0.0)
			assert.Less(t, got.RHat, 1.05)
		})
	}
}

package model_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/slowtest"
	"concord/model"
	"concord/model/family"
	"concord/model/simulate"
	"concord/model/spec"
	"concord/sampler"
	"concord/study"
)

// regressed are two groups of people who label items of some length, from three countries, in some order.
func regressed(f family.Family) (simulate.Truth, simulate.Design) {
	truth := simulate.Truth{Family: f, Labelers: spec.Nested, ItemCorrelation: simulate.CommonCorrelation(2, 0.8),
		Studies: []simulate.StudyTruth{
			{Mean: -0.5, ItemSD: 1.2, LabelerSD: 0.5, ResidualSD: 1},
			{Mean: 0.2, ItemSD: 1, LabelerSD: 0.7, ResidualSD: 1.5},
		},
		Covariates: []simulate.CovariateTruth{
			{Covariate: spec.Covariate{Factor: "length"}, Coefficients: [][]float64{{0.6}, {-0.4}}},
			{Covariate: spec.Covariate{Factor: "country"},
				Coefficients: [][]float64{{-0.7, 0.5, 0.2}, {0.1, 0.3, -0.4}}},
			{Covariate: spec.Covariate{Factor: "position"}, Coefficients: [][]float64{{0.5}, {0}}},
		},
	}
	for s := range truth.Studies {
		if !f.LocationScale() {
			truth.Studies[s].ResidualSD = 0
		}
		if f == (family.Ordinal{}) {
			truth.Studies[s].Mean, truth.Studies[s].Thresholds = 0, []float64{-1.5, 0, 1.2}
		}
	}
	d := simulate.Design{Studies: []string{"a", "b"}}
	length := study.Factor{Name: "length"}
	country := study.Factor{Name: "country", Levels: []string{"BR", "IN", "US"}}
	position := study.Factor{Name: "position"}
	const items, people = 120, 30
	for j := range items {
		d.Items = append(d.Items, fmt.Sprint("item", j))
		length.Levels = append(length.Levels, fmt.Sprint(20+j*j%97))
	}
	for l := range 2 * people {
		d.Labelers = append(d.Labelers, fmt.Sprint("labeler", l))
	}
	for p := range 10 {
		position.Levels = append(position.Levels, fmt.Sprint(p+1))
	}
	for s := range int32(2) {
		for j := range int32(items) {
			for n := range int32(6) {
				l := (j*7 + n*5 + s) % people
				d.Study, d.Item, d.Labeler = append(d.Study, s), append(d.Item, j), append(d.Labeler, l+s*people)
				length.Index, country.Index = append(length.Index, j), append(country.Index, l%3)
				position.Index = append(position.Index, (j*3+n*n+l)%10)
			}
		}
	}
	d.Factors = []study.Factor{distinctLevels(length), country, position}
	return truth, d
}

// distinctLevels joins levels of the same name.
func distinctLevels(f study.Factor) study.Factor {
	at := map[string]int32{}
	out := study.Factor{Name: f.Name}
	for _, l := range f.Index {
		if _, ok := at[f.Levels[l]]; !ok {
			at[f.Levels[l]] = int32(len(out.Levels))
			out.Levels = append(out.Levels, f.Levels[l])
		}
		out.Index = append(out.Index, at[f.Levels[l]])
	}
	return out
}

func covariatesOf(truth simulate.Truth) []spec.Covariate {
	var all []spec.Covariate
	for _, c := range truth.Covariates {
		all = append(all, c.Covariate)
	}
	return all
}

// The truth of a simulation is within a few posterior standard deviations, for each family, for covariates of items, of
// labelers and of labels.
func TestCovariatesAreFound(t *testing.T) {
	slowtest.Only(t)
	for _, f := range []family.Family{family.Gaussian{}, family.Bernoulli{}, family.Ordinal{}} {
		t.Run(f.String(), func(t *testing.T) {
			truth, design := regressed(f)
			table, err := simulate.Simulate(truth, design, 5)
			require.NoError(t, err)
			fit, err := model.Fit(context.Background(), table, spec.Spec{Covariates: covariatesOf(truth)},
				sampler.Settings{Seed: 3})
			require.NoError(t, err)
			assert.Equal(t, 1, fit.Attempts())
			squares, n := 0.0, 0.0
			for s, of := range fit.EachStudy() {
				for i, c := range truth.Covariates {
					for v, q := range of.Coefficients(i) {
						sum := q.Summary(0.95)
						z := (sum.Mean - c.Coefficients[s][v]) / sum.SD
						assert.Less(t, math.Abs(z), 4.0, q.Name)
						assert.Less(t, sum.RHat, 1.02, q.Name)
						assert.Greater(t, sum.ESSBulk, 800.0, q.Name)
						squares, n = squares+z*z, n+1
					}
				}
			}
			assert.Less(t, squares/n, 2.5)
		})
	}
}

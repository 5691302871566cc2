package simulate

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/spec"
	"concord/study"
)

// A covariate of items is the same for all labels of an item, and of labelers for all of a labeler. Categories are
// equally frequent among units, and numbers are whole and uniform from 1 to 100.
func TestDesignsWithCovariates(t *testing.T) {
	d, err := everyone(600, 6, spec.Nested, "a", "b").Generate(1)
	require.NoError(t, err)
	d, err = d.WithCovariate("length", study.ItemFactor, nil, 3)
	require.NoError(t, err)
	d, err = d.WithCovariate("country", study.LabelerFactor, []string{"BR", "IN", "US"}, 3)
	require.NoError(t, err)
	d, err = d.WithCovariate("position", LabelUnit, []string{"first", "second"}, 3)
	require.NoError(t, err)
	distinct := func(unit []int32, f study.Factor) (at map[int32]int32) {
		at = map[int32]int32{}
		for n, u := range unit {
			if l, seen := at[u]; seen {
				require.Equal(t, l, f.Index[n])
			}
			at[u] = f.Index[n]
		}
		return at
	}
	sum := 0.0
	for _, l := range distinct(d.Item, d.Factors[0]) {
		x, err := strconv.Atoi(d.Factors[0].Levels[l])
		require.NoError(t, err)
		sum += float64(x) / 600
	}
	assert.InDelta(t, 50.5, sum, 4*28.87/24.5, "the mean of 600 uniform numbers")
	countries := map[int32]int{}
	for _, l := range distinct(d.Labeler, d.Factors[1]) {
		countries[l]++
	}
	assert.Equal(t, map[int32]int{0: 4, 1: 4, 2: 4}, countries)
	first := 0
	for _, l := range d.Factors[2].Index {
		first += 1 - int(l)
	}
	assert.Equal(t, len(d.Study)/2, first)
	_, err = d.WithCovariate("length", study.ItemFactor, nil, 3)
	require.ErrorContains(t, err, "cannot be called")
	d.Labeler, d.Labelers = nil, nil
	_, err = d.WithCovariate("age", study.LabelerFactor, nil, 3)
	require.ErrorContains(t, err, "names no labeler")
}

// Labels without noise are the sum of the parts of the covariates: a number less its mean over the labels of the group,
// in standard deviations, and effects of categories less their mean.
func TestSimulatedLabelsHaveCovariates(t *testing.T) {
	d, err := everyone(40, 4, spec.Nested, "a", "b").Generate(1)
	require.NoError(t, err)
	d, err = d.WithCovariate("length", study.ItemFactor, nil, 3)
	require.NoError(t, err)
	d, err = d.WithCovariate("position", LabelUnit, []string{"first", "second"}, 3)
	require.NoError(t, err)
	truth := Truth{Family: family.Gaussian{}, Studies: []StudyTruth{{Mean: 3, ResidualSD: 1e-9},
		{Mean: -1, ResidualSD: 1e-9}}, Covariates: []CovariateTruth{
		{Covariate: spec.Covariate{Factor: "length"}, Coefficients: [][]float64{{2}, {-0.5}}},
		{Covariate: spec.Covariate{Factor: "position"}, Coefficients: [][]float64{{0.25, -0.25}, {0, 0}}}}}
	y, err := Simulate(truth, d, 1)
	require.NoError(t, err)
	resolved, table, err := truth.Regressed(d)
	require.NoError(t, err)
	require.Equal(t, y.Len(), table.Len())
	sd := resolved.Covariates[0].SD
	for s := range y.Studies() {
		v := y.StudyAt(s)
		length, _ := v.Factor("length")
		position, _ := v.Factor("position")
		levels, _ := y.Levels("length")
		var x []float64
		mean, first := 0.0, 0.0
		for n, l := range length {
			number, err := strconv.ParseFloat(levels[l], 64)
			require.NoError(t, err)
			x = append(x, number)
			mean += number / float64(v.Len())
			first += float64(1-position[n]) / float64(v.Len())
		}
		for n, value := range v.Value() {
			place := truth.Covariates[1].Coefficients[s]
			want := truth.Studies[s].Mean + truth.Covariates[0].Coefficients[s][0]*(x[n]-mean)/sd +
				place[position[n]] - first*place[0] - (1-first)*place[1]
			assert.InDelta(t, want, value, 1e-6)
		}
	}
}

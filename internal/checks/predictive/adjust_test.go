package predictive

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/model/family"
)

// The slopes solve the normal equations: what is left is uncorrelated with each of the columns.
func TestRegressionLeavesNothingThatFollows(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	var rows [][]float64
	for range 200 {
		a, b := rng.NormFloat64(), 1e3*rng.NormFloat64()
		rows = append(rows, []float64{2*a - 0.03*b + rng.NormFloat64(), a + 0.0005*b, b})
	}
	slope := regression(rows[0], rows[1:], 0, []int{1, 2})
	require.Len(t, slope, 2)
	for _, c := range []int{1, 2} {
		var x, rest []float64
		for _, row := range rows {
			x = append(x, row[c])
			rest = append(rest, row[0]-slope[0]*row[1]-slope[1]*row[2])
		}
		product := 0.0
		for i := range x {
			product += (x[i] - meanOf(x)) * (rest[i] - meanOf(rest)) / float64(len(x))
		}
		assert.InDelta(t, 0, product/math.Sqrt(power(x, 2)*power(rest, 2)), 1e-10)
	}
	assert.Nil(t, regression(rows[0], rows[1:30], 0, []int{1, 2}), "too few studies for two slopes")
	for _, row := range rows {
		row[2] = 3 * row[1]
	}
	assert.Nil(t, regression(rows[0], rows[1:], 0, []int{1, 2}), "one follows the other")
	rows[5][1] = math.NaN()
	assert.NotNil(t, regression(rows[0], rows[1:], 0, []int{1}), "a group without the statistic is left out")
}

// After the adjustment a study's statistics vary no more with what its parameters follow, over observed and replicated
// studies; what the parameters follow, and other studies' statistics, are as they were.
func TestAdjustedStatisticsDoNotFollow(t *testing.T) {
	const many = 150
	design := designOf(t, 1, 30, 8, 5, "a", "b")
	source := known(t, alike(family.Bernoulli{}, 2), design, 1)
	d, err := newDesign(context.Background(), source)
	require.NoError(t, err)
	var drawn replicates
	require.NoError(t, drawn.extend(context.Background(), source, d, 1, many, 2))
	observed, rows := drawn.rows[0], drawn.rows[1:]
	moved := d.adjusted(observed, rows)
	for i, s := range d.statistics {
		if s.kind == nil || s.name == WithinItemSD {
			assert.Equal(t, column(rows, i), column(moved, i), s.name)
			continue
		}
		assert.NotEqual(t, column(rows, i), column(moved, i), s.name)
		for _, c := range []int{s.study, len(d.statistics) + s.study} { // alpha and mean
			x, y := append(column(rows, c), observed[c]), append(column(moved, i), observed[i])
			product := 0.0
			for n := range x {
				product += (x[n] - meanOf(x)) * (y[n] - meanOf(y)) / many
			}
			assert.InDelta(t, 0, product/math.Sqrt(power(x, 2)*power(y, 2)), 1e-8, s.name)
		}
	}
}

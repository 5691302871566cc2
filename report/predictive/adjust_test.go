package predictive

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	assert.NotNil(t, regression(rows[0], rows[1:], 0, []int{1}), "a study without the statistic is left out")
}

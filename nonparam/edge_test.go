package nonparam_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/nonparam"
)

func matrix(t *testing.T, rows [][]float64) *nonparam.Ratings {
	t.Helper()
	r, err := nonparam.FromMatrix(rows)
	require.NoError(t, err)
	return r
}

// TestICCWithoutItemVariance takes tables in which the mean squares that the coefficients
// divide by are 0 or not positive, in exact arithmetic.
func TestICCWithoutItemVariance(t *testing.T) {
	const equal, variance = "the item means are all equal", "the estimated variance of an item's mean is not positive"
	for _, c := range []struct {
		name   string
		rows   [][]float64
		want   map[nonparam.Coefficient]float64
		reason map[nonparam.Coefficient]string
	}{
		{"mirrored", [][]float64{{0, 1}, {1, 0}},
			map[nonparam.Coefficient]float64{nonparam.ICC1Name: -1, nonparam.ICCC1Name: -1},
			map[nonparam.Coefficient]string{nonparam.ICC1kName: equal, nonparam.ICCCkName: equal,
				nonparam.ICCA1Name: equal, nonparam.ICCAkName: equal}},
		// No sum of these is exact, and a mean square of their rounding is no number to divide by.
		{"equal rows", [][]float64{{0.1, 0.2, 0.7}, {0.1, 0.2, 0.7}, {0.1, 0.2, 0.7}},
			map[nonparam.Coefficient]float64{nonparam.ICC1Name: -0.5, nonparam.ICCA1Name: 0},
			map[nonparam.Coefficient]string{nonparam.ICC1kName: equal, nonparam.ICCC1Name: equal,
				nonparam.ICCCkName: equal}},
		// MSR = 1/12, MSC = 0 and MSE = 8/5: 1/12 + (0 − 8/5)/6 < 0, and the quotient of two
		// negative numbers would be more than 1.
		{"negative", [][]float64{{0, 2}, {2, 0}, {0, 2}, {2.5, 0.5}, {1, 1}, {1, 1}}, nil,
			map[nonparam.Coefficient]string{nonparam.ICCAkName: variance}},
	} {
		r := matrix(t, c.rows)
		for coefficient, want := range c.want {
			got, err := nonparam.Of(coefficient, nil, r)
			require.NoError(t, err, c.name)
			assert.InDelta(t, want, got.Value, 1e-12, "%s: %s", c.name, coefficient)
		}
		for coefficient, want := range c.reason {
			_, err := nonparam.Of(coefficient, nil, r)
			assert.ErrorContains(t, err, want, "%s: %s", c.name, coefficient)
		}
	}
}

// TestLimitsBehindThePole has a lower limit of ICC(A,1) below −1/(k−1), of which no
// Spearman-Brown image exists.
func TestLimitsBehindThePole(t *testing.T) {
	r := matrix(t, [][]float64{{0, 1}, {1, 0}, {1, 1}, {0, 0.9}})
	single, err := nonparam.Of(nonparam.ICCA1Name, nil, r)
	require.NoError(t, err)
	require.NotNil(t, single.Interval)
	require.Less(t, single.Interval.Lower, -1.0)
	mean, err := nonparam.Of(nonparam.ICCAkName, nil, r)
	require.NoError(t, err)
	assert.Nil(t, mean.Interval)
	results, err := nonparam.AgreementOf(context.Background(), []*nonparam.Ratings{r},
		nonparam.Options{Coefficients: []nonparam.Coefficient{nonparam.ICCAkName},
			Intervals: nonparam.Bootstrap{Replicates: 1, Resample: nonparam.Raters}})
	require.NoError(t, err)
	assert.Equal(t, "its F limits are not finite", results[0].NoInterval)
}

// TestLimitsWithoutDegreesOfFreedom has MSR = 0 and MSC = MSE, of which ICC(A,1) has limits
// with 0 degrees of freedom, of no F distribution.
func TestLimitsWithoutDegreesOfFreedom(t *testing.T) {
	r := matrix(t, [][]float64{{2, 0, 1, 1}, {1, 1, 2, 0}})
	got, err := nonparam.Of(nonparam.ICCA1Name, nil, r)
	require.NoError(t, err)
	assert.InDelta(t, -1.0/3, got.Value, 1e-12, "−1/(k−1)")
	assert.Nil(t, got.Interval)

	// With MSR = 0 alone both limits are the same number, computed in two ways.
	r = matrix(t, [][]float64{{1, 0, 2, 2}, {1, 2, 0, 2}})
	got, err = nonparam.Of(nonparam.ICCA1Name, nil, r)
	require.NoError(t, err)
	assert.InDelta(t, got.Interval.Lower, got.Interval.Upper, 1e-12)
	assert.LessOrEqual(t, got.Interval.Lower, got.Interval.Upper)
}

// TestRatingsBeyondSquares takes numbers whose squares are infinite or 0, which would make
// them look equal. What does not square them stays defined.
func TestRatingsBeyondSquares(t *testing.T) {
	const want = "the ratings span more than 1e50 or less than 1e-50, too far for sums of their squares"
	for _, unit := range []float64{1e-200, 1e-60, 1e60, 1e200, 1e308} {
		r := matrix(t, [][]float64{{0, 0}, {0, unit}, {unit, unit}, {unit / 2, unit / 2}})
		for _, d := range nonparam.Distances() {
			_, err := nonparam.Of(nonparam.AlphaName, d, r)
			if d == nonparam.Nominal || d == nonparam.Ordinal {
				require.NoError(t, err)
				continue
			}
			assert.ErrorContains(t, err, want, "%s, %v", d, unit)
		}
		_, err := nonparam.Of(nonparam.ICC1Name, nil, r)
		assert.ErrorContains(t, err, want)
		_, err = nonparam.Of(nonparam.DisattenuatedName, nil, r, r)
		assert.ErrorContains(t, err, want)
		_, err = nonparam.Of(nonparam.KRaterName, nonparam.Interval, r)
		assert.ErrorContains(t, err, want)
	}
	// Within those bounds the unit does not matter.
	base, err := nonparam.Of(nonparam.AlphaName, nonparam.Interval,
		matrix(t, [][]float64{{0, 0}, {0, 1}, {1, 1}, {0.5, 0.75}}))
	require.NoError(t, err)
	for _, unit := range []float64{0x1p-160, 0x1p160} {
		scaled := matrix(t, [][]float64{{0, 0}, {0, unit}, {unit, unit}, {0.5 * unit, 0.75 * unit}})
		got, err := nonparam.Of(nonparam.AlphaName, nonparam.Interval, scaled)
		require.NoError(t, err)
		assert.Equal(t, base.Value, got.Value, "a power of 2 changes no digit")
		assert.Equal(t, *base.SE, *got.SE)
	}
}

// TestCustomDistanceBeyondSums has distances of which an infinite or vanishing sum would make
// agreement perfect.
func TestCustomDistanceBeyondSums(t *testing.T) {
	r := matrix(t, [][]float64{{0, 1}, {1, 0}, {0, 0}})
	for unit, defined := range map[float64]bool{
		math.MaxFloat64: false, 1e101: false, 1e100: true, 1: true, 1e-100: true, 1e-101: false, 5e-324: false,
	} {
		scaled := nonparam.Custom(func(a, b float64) float64 { return math.Abs(a-b) * unit })
		got, err := nonparam.Of(nonparam.AlphaName, scaled, r)
		if !defined {
			assert.ErrorContains(t, err, "the custom distance is neither 0 nor between 1e-100 and 1e100")
			continue
		}
		require.NoError(t, err)
		assert.InDelta(t, -0.25, got.Value, 1e-12, "α = 1 − 5·4/16")
	}
}

// TestManyRatingsAreNotDrawn asks for aggregates of items with more ratings than a loop gets through.
func TestManyRatingsAreNotDrawn(t *testing.T) {
	counts, err := nonparam.FromCounts([][]int64{{1 << 52, 1}, {1, 1 << 52}, {3, 2}}, []float64{0, 1})
	require.NoError(t, err)
	_, err = nonparam.Of(nonparam.KRaterName, nonparam.Nominal, counts)
	assert.ErrorContains(t, err, "an item has too many ratings to draw from")
}

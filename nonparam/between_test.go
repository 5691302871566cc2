package nonparam

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Tables have the values that each distance is defined by.
func TestBetweenIsTheDistance(t *testing.T) {
	values := []float64{0, 1, 3, 10}
	share := []float64{0.4, 0, 0.5, 0.1}
	rank := []float64{0.2, 0.4, 0.65, 0.95} // the share below, and half of its own
	for d, of := range map[Distance]func(y, z int) float64{
		Nominal:   func(y, z int) float64 { return math.Min(1, math.Abs(float64(y-z))) },
		Linear:    func(y, z int) float64 { return math.Abs(values[y] - values[z]) },
		Quadratic: func(y, z int) float64 { return square(values[y] - values[z]) },
		Interval:  func(y, z int) float64 { return square(values[y] - values[z]) },
		Ordinal:   func(y, z int) float64 { return square(rank[y] - rank[z]) },
		Ratio:     func(y, z int) float64 { return ratio(values[y], values[z]) },
	} {
		between, err := Between(d, values)
		require.NoError(t, err)
		table := between(share)
		for y, row := range table {
			for z, got := range row {
				require.InDelta(t, of(y, z), got, 1e-12, "%v of %d and %d", d, y, z)
			}
		}
		// The order of the values does not matter: scores may descend.
		between, err = Between(d, []float64{10, 3, 1, 0})
		require.NoError(t, err)
		for y, row := range between([]float64{0.1, 0.5, 0, 0.4}) {
			for z, got := range row {
				require.InDelta(t, table[3-y][3-z], got, 1e-12, "%v of %d and %d", d, y, z)
			}
		}
	}
	between, err := Between(Custom(func(a, b float64) float64 { return math.Max(0, a-b) }), values)
	require.NoError(t, err)
	require.Equal(t, 9.0, between(share)[3][1], "of the first group, then of the second")
	require.Zero(t, between(share)[1][3])
}

func TestBetweenSaysWhatCannotBe(t *testing.T) {
	_, err := Between(Ratio, []float64{-1, 2})
	require.EqualError(t, err,
		"the ratio distance cannot be taken: the ratio distance needs values that are not negative")
	_, err = Between(Custom(func(a, b float64) float64 { return -1 }), []float64{1, 2})
	require.ErrorContains(t, err, "the custom distance is neither 0")
}

package nonparam

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ICC(1) of k ratings lies between −1/(k−1), where all items' means are equal, and 1, and so do the limits of its
// jackknife, also where k, which is a mean of unequal numbers, is less than 2 and ICC(1) less than −1.
func TestLimitsOfICC1AreInItsRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 7))
	below := 0
	for range 300 {
		rows := make([][]float64, 5+rng.IntN(10))
		for i := range rows {
			rows[i] = []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
			for j := range rows[i] {
				if j == i%4 || rng.IntN(4) == 0 {
					rows[i][j] = float64(rng.IntN(5))
				}
			}
		}
		r, err := FromMatrix(rows)
		require.NoError(t, err)
		all, err := AgreementOf(context.Background(), []*Ratings{r}, Options{Coefficients: []Coefficient{ICC1Name},
			Intervals: Jackknife{}, Workers: 1})
		require.NoError(t, err)
		l := all[0].Interval
		if l == nil {
			continue
		}
		least := asked(t, ICC1Name, Options{}, r).least()
		require.Negative(t, least)
		if all[0].Value < -1 {
			below++
		}
		assert.True(t, least <= l.Lower && l.Lower <= all[0].Value && all[0].Value <= l.Upper && l.Upper <= 1,
			"%v [%v, %v], least %v", all[0].Value, l.Lower, l.Upper, least)
	}
	assert.Positive(t, below)
}

// The scale of ICC(1) is Fisher's z for k ratings, ½ log((1 + (k−1)v)/(1−v)): limits are where it is z ∓ t·SE(z), and
// SE(z) is SE times its derivative (Fisher 1921). A value at the end of the range keeps what of its interval is
// possible.
func TestFisherOfManyRatings(t *testing.T) {
	const k, value, se, q = 5, 0.2, 0.05, 2
	z := func(v float64) float64 { return math.Log((1+(k-1)*v)/(1-v)) / 2 }
	const h = 1e-6
	slope := (z(value+h) - z(value-h)) / (2 * h)
	lower, upper := agreement.limits(value, se, q, -1.0/(k-1))
	assert.InDelta(t, z(value)-q*se*slope, z(lower), 1e-8)
	assert.InDelta(t, z(value)+q*se*slope, z(upper), 1e-8)
	lower, upper = agreement.limits(1, 0.1, 2, -0.25)
	assert.InDelta(t, 0.8, lower, 1e-12)
	assert.Equal(t, 1.0, upper)
}

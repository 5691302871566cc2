package nonparam

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDisattenuatedCorrelation simulates two studies whose items' true means correlate by
// 0.6 and compares Spearman's correlation and normalized κ_x, which both estimate it
// (Wong, Paritosh and Aroyo 2021, section 4.5), within four of their standard errors. The
// numbers of ratings differ, and with them the reliabilities.
func TestDisattenuatedCorrelation(t *testing.T) {
	const rho, items = 0.6, 3000
	random := rand.New(rand.NewPCG(12, 1))
	x, y := make([][]float64, items), make([][]float64, items)
	for i := range items {
		u := random.NormFloat64()
		v := rho*u + math.Sqrt(1-rho*rho)*random.NormFloat64()
		for range 2 {
			x[i] = append(x[i], u+1.5*random.NormFloat64())
		}
		for range 5 {
			rating := 10 + 3*(v+0.5*random.NormFloat64()) // another scale
			if random.IntN(5) == 0 {
				rating = math.NaN()
			}
			y[i] = append(y[i], rating)
		}
	}
	r := matrices(x, y)
	results, err := AgreementOf(context.Background(), r, Options{Coefficients: []Coefficient{DisattenuatedName},
		Distance: Interval, Intervals: Bootstrap{Replicates: 200}})
	require.NoError(t, err)
	assert.InDelta(t, rho, results[0].Value, 4**results[0].SE)
	assert.Less(t, *results[0].SE, 0.03)

	// On one scale, where κ_x knows no difference of means or spreads.
	for i := range y {
		for j := range y[i] {
			y[i][j] = (y[i][j] - 10) / 3
		}
	}
	results, err = AgreementOf(context.Background(), matrices(x, y), Options{
		Coefficients: []Coefficient{NormalizedCrossKappaName, DisattenuatedName}, Distance: Interval,
		Intervals: Bootstrap{Replicates: 200}})
	require.NoError(t, err)
	// d_e counts both spreads, (3.25 + 1.25)/2 where the correlation has √(3.25·1.25).
	want := rho * math.Sqrt(3.25*1.25) / ((3.25 + 1.25) / 2)
	assert.InDelta(t, want, results[0].Value, 4**results[0].SE)
	assert.InDelta(t, rho, results[1].Value, 4**results[1].SE)
}

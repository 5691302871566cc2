package posterior

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// The oracle looks at every pair of order statistics that holds enough draws.
func TestHighestDensityIntervalIsTheShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(-5, 5), 2, 40).Draw(t, "x")
		level := rapid.Float64Range(0.05, 0.99).Draw(t, "level")
		lower, upper := Quantity{Chains: [][]float64{x}}.CredibleInterval(Interval{level, HighestDensity})
		sorted := slices.Sorted(slices.Values(x))
		steps := int(float64(len(x)) * level)
		shortest := math.Inf(1)
		for i := range sorted {
			for j := i + steps; j < len(sorted); j++ {
				shortest = min(shortest, sorted[j]-sorted[i])
			}
		}
		require.Equal(t, shortest, upper-lower)
	})
}

// Closed form: the quantiles of 40,000 evenly spread probabilities. The HDI of an
// exponential starts at 0 and ends at −log(1 − level).
func TestIntervalsOfAnExponential(t *testing.T) {
	const n = 40000
	d := distuv.Exponential{Rate: 1}
	chains := make([][]float64, 4)
	for i := range n {
		chains[i%4] = append(chains[i%4], d.Quantile((float64(i)+0.5)/n))
	}
	q := Quantity{Chains: chains}
	lower, upper := q.CredibleInterval(Interval{0.9, HighestDensity})
	require.InDelta(t, 0, lower, 1e-4)
	require.InDelta(t, -math.Log(0.1), upper, 1e-3)
	lower, upper = q.CredibleInterval(Interval{0.9, EqualTailed})
	require.InDelta(t, -math.Log(0.95), lower, 1e-4)
	require.InDelta(t, -math.Log(0.05), upper, 1e-3)
}

func TestIntervalNeedsALevel(t *testing.T) {
	q := Quantity{Chains: [][]float64{{1, 2, 3}}}
	for _, level := range []float64{0, 1, -1, math.NaN(), 95} {
		require.Panics(t, func() { q.Summary(level) })
		require.Panics(t, func() { Summarize(nil, Interval{Level: level}) })
	}
	require.Panics(t, func() { q.Quantile(1.5) })
	require.Panics(t, func() { ESSQuantile([][]float64{{1, 2, 3}}, math.NaN()) })
	require.Equal(t, "eti", EqualTailed.String())
	require.Equal(t, "hdi", HighestDensity.String())
}

package model

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireMean averages f over independent simulated studies and requires the mean to be within 4 standard errors of the
// closed form.
func requireMean(t *testing.T, want float64, replicates int, f func(seed uint64) float64) {
	t.Helper()
	sum, sumsq := 0.0, 0.0
	for seed := range replicates {
		x := f(uint64(seed))
		sum += x
		sumsq += x * x
	}
	n := float64(replicates)
	mean := sum / n
	se := math.Sqrt((sumsq/n - mean*mean) / (n - 1))
	require.Greater(t, se, 0.0)
	require.InDelta(t, want, mean, 4*se, "mean %v with standard error %v", mean, se)
}

package posterior

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Both ways of computing a lag must give the defining sum.
func TestAutocovarianceIsItsDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{3, 32, 33, 64, 97, 210} {
		chains := [][]float64{make([]float64, n), make([]float64, n), make([]float64, n)}
		for c := range 2 { // the third is constant
			for i := range n {
				chains[c][i] = float64(c) + rng.NormFloat64()
			}
		}
		direct, transformed := newAutocovariance(chains, new(arena)), newAutocovariance(chains, new(arena))
		transformed.transform()
		for lag := range n {
			want := 0.0
			for _, x := range chains {
				mean := meanOf(x)
				for i := range n - lag {
					want += (x[i] - mean) * (x[i+lag] - mean) / float64(n) / 3
				}
			}
			require.InDelta(t, want, direct.at(lag), 1e-13)
			require.InDelta(t, want, transformed.at(lag), 1e-13)
		}
	}
}

func TestSmoothSize(t *testing.T) {
	for n, want := range map[int]int{1: 1, 7: 8, 11: 12, 97: 100, 1000: 1000, 1001: 1024} {
		require.Equal(t, want, smoothSize(n))
	}
}

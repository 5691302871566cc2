package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCorrelationFactorHasUnitRowsAndInverts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for k := 1; k <= 5; k++ {
		c := correlation{k: k, shape: 1}
		y, back := make([]float64, c.size()), make([]float64, c.size())
		for i := range y {
			y[i] = rng.NormFloat64()
		}
		l := make([]float64, k*k)
		c.factor(l, y)
		for i := range k {
			norm := 0.0
			for j := range k {
				norm += l[i*k+j] * l[i*k+j]
			}
			require.InDelta(t, 1, norm, 1e-14)
		}
		c.unconstrained(back, l, 20)
		require.InDeltaSlice(t, append([]float64{}, y...), append([]float64{}, back...), 1e-10)
	}
}

// For two studies ρ = tanh y, and 1−ρ² keeps its relative precision next to ±1.
func TestCorrelationNearOne(t *testing.T) {
	c := correlation{k: 2, shape: 1}
	l := make([]float64, 4)
	for _, y := range []float64{-19, -3, 0, 3, 19, 300} {
		c.factor(l, []float64{y})
		require.InDelta(t, math.Tanh(y), l[2], 1e-15)
		require.InEpsilon(t, 1/math.Cosh(y), l[3], 1e-13)
	}
}

func TestPairIndexCountsRowByRow(t *testing.T) {
	n := 0
	for i := range 5 {
		for j := range i {
			require.Equal(t, n, pairIndex(i, j))
			require.Equal(t, n, pairIndex(j, i))
			n++
		}
	}
}

package posterior

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

// Oracle: the R package loo; testdata/loo.R tells how.
func TestLeaveOneOutAgreesWithLoo(t *testing.T) {
	b, err := os.ReadFile("testdata/loo.json")
	require.NoError(t, err)
	var want struct{ ELPD, P, K []float64 }
	require.NoError(t, json.Unmarshal(b, &want))
	offsets, slopes := []float64{0, 0.7, -1.5, 2.5}, []float64{0.2, 0.5, 0.9, 1.3}
	for n := range offsets {
		chains := make([][]float64, 4)
		for c := range chains {
			for i := range 500 {
				u := math.Mod(float64(c*500+i+1)*0.6180339887498949+0.13*float64(n+1), 1)
				y := offsets[n] + slopes[n]*distuv.UnitNormal.Quantile(u)
				chains[c] = append(chains[c], -0.5*(y*y+math.Log(2*math.Pi)))
			}
		}
		got := LeaveOneOut(chains)
		require.InEpsilon(t, want.ELPD[n], got.ELPD, 1e-6)
		require.InDelta(t, want.P[n], got.Within-got.ELPD, 1e-6*(1+want.P[n]))
		require.InDelta(t, want.K[n], got.K, 1e-6)
		require.Equal(t, want.K[n] < 1-1/math.Log10(2000), got.Reliable)
	}
}

// Oracle: a closed form. With μ ~ N(0, τ²) and y ~ N(μ, 1), the predictive density of one of n labels given all
// others.
func TestLeaveOneOutOfAConjugateModel(t *testing.T) {
	y, tau := []float64{0.3, -0.4, 1.1, 0.2, 1.6, -0.7, 0.5, 0.9}, 2.0
	sum := 0.0
	for _, v := range y {
		sum += v
	}
	given := func(sum, n float64) (mean, variance float64) {
		v := 1 / (1/(tau*tau) + n)
		return v * sum, v
	}
	mean, variance := given(sum, float64(len(y)))
	const draws = 4000
	for _, v := range y {
		chain := make([]float64, draws)
		for i := range chain {
			u := math.Mod((float64(i)+0.5)*0.6180339887498949, 1)
			mu := mean + math.Sqrt(variance)*distuv.UnitNormal.Quantile(u)
			chain[i] = distuv.Normal{Mu: mu, Sigma: 1}.LogProb(v)
		}
		m, s := given(sum-v, float64(len(y)-1))
		want := distuv.Normal{Mu: m, Sigma: math.Sqrt(1 + s)}.LogProb(v)
		require.InDelta(t, want, LeaveOneOut([][]float64{chain}).ELPD, 3e-3)
	}
}

func TestLeaveOneOutOfTooFewDraws(t *testing.T) {
	got := LeaveOneOut([][]float64{{-1, -2, -1.5}})
	require.True(t, math.IsNaN(got.ELPD) && math.IsNaN(got.K) && !got.Reliable)
}

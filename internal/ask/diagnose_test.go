package ask

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/internal/answer"
	"concord/internal/result"
	"concord/posterior"
)

func TestDiagnoseTellsWhichDrawsCannotBeTrusted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	draws := func(f func(c, i int) float64) [][]float64 {
		x := make([][]float64, 2)
		for c := range x {
			for i := range 200 {
				x[c] = append(x[c], f(c, i))
			}
		}
		return x
	}
	constant := func(v float64) [][]float64 { return draws(func(int, int) float64 { return v }) }
	at := func(c, i int) [][]float64 {
		return draws(func(k, n int) float64 {
			if k == c && n == i {
				return 1
			}
			return 0
		})
	}
	s := Statistics{
		LogDensity: constant(-12.25), AcceptStat: constant(0.875), StepSize: constant(0.25), TreeDepth: constant(3),
		Leapfrogs: constant(7),
		Divergent: at(1, 3), MaxDepthHit: at(0, 9),
		Energy: draws(func(c, i int) float64 { return float64(i%2) + 100*float64(c)*math.Sin(float64(i)/60) }),
	}
	variables := []Scalar{
		{Quantity: posterior.Quantity{Name: "mu[1]",
			Chains: draws(func(int, int) float64 { return rng.NormFloat64() })}},
		{Quantity: posterior.Quantity{Name: "mu[2]",
			Chains: draws(func(c, _ int) float64 { return 2*float64(c) + rng.NormFloat64() })}},
		{Quantity: posterior.Quantity{Name: "cor_item[1,1]", Chains: constant(1)}},
		{Quantity: posterior.Quantity{Name: "worth[1,2]",
			Chains: draws(func(int, int) float64 { return math.Exp(rng.NormFloat64()) })}, NoMoments: true},
	}
	run := answer.Run{Sampler: &result.Sampler{Algorithm: "nuts", Chains: 2, Draws: 200},
		Trust: &result.Diagnostics{Converged: true, Messages: []string{"3 divergences"}, Divergences: 3}}
	a := Diagnose(result.Data{}, []answer.Run{run}, variables, s)
	chain := func(name string, k int) float64 { return a.Value(name, answer.Key{K: k}) }
	require.Len(t, a.Of("ebfmi"), 2)
	assert.Equal(t, []float64{0, 1}, []float64{chain("divergences", 1), chain("divergences", 2)})
	assert.Equal(t, []float64{1, 0}, []float64{chain("max_depth_hits", 1), chain("max_depth_hits", 2)})
	assert.InDelta(t, 199/(200*0.25), chain("ebfmi", 1), 1e-12, "energies 0, 1, 0, 1, …")
	assert.Less(t, chain("ebfmi", 2), 0.3)
	assert.Equal(t, 0.875, chain("accept_stat", 1))
	of := a.Of("variable")
	require.Len(t, of, 4)
	assert.Greater(t, of[1].Draws.RHat, 1.5)
	assert.True(t, math.IsNaN(of[2].Draws.RHat))
	assert.False(t, math.IsNaN(of[3].Draws.RHat))
	assert.True(t, math.IsNaN(of[3].Draws.Mean) && math.IsNaN(of[3].Draws.MCSEMean) && math.IsNaN(of[3].SD),
		"it has none")
	assert.Equal(t, variables[3].Quantile(0.5), of[3].Value)
	verdict := []string{"The chains have converged, with warnings: R̂ ≤ 0.000, ESS ≥ 0, 3 divergences"}
	assert.Equal(t, verdict, a.Verdict)
	text, err := json.Marshal(a)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "NaN")
}

package result

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
)

func TestChainsAsJSON(t *testing.T) {
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
	r := example()
	c := NewChains(r, variables, s)
	require.Len(t, c.Chains, 2)
	assert.Equal(t, []int{0, 1}, []int{c.Chains[0].Divergences, c.Chains[1].Divergences})
	assert.Equal(t, []int{1, 0}, []int{c.Chains[0].MaxDepthHits, c.Chains[1].MaxDepthHits})
	assert.InDelta(t, 199/(200*0.25), float64(c.Chains[0].EBFMI), 1e-12, "energies 0, 1, 0, 1, …")
	assert.Less(t, float64(c.Chains[1].EBFMI), 0.3)
	assert.Greater(t, float64(c.Variables[1].RHat), 1.5)
	assert.False(t, c.Variables[2].RHat.Defined())
	assert.True(t, c.Variables[3].RHat.Defined())
	assert.False(t, c.Variables[3].Mean.Defined() || c.Variables[3].MCSE.Defined(), "it has none")
	var json bytes.Buffer
	require.NoError(t, WriteJSON(&json, c))
	checkGolden(t, "chains.json", json.Bytes())
	assert.Contains(t, c.Verdict[0], "The chains have")
	assert.NotContains(t, json.String(), "NaN")
	assert.Contains(t, json.String(), `"rhat": null`)
}

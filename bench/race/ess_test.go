package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

// An autoregression of coefficient φ has n(1 − φ)/(1 + φ) effective draws.
func TestESSOfAutoregression(t *testing.T) {
	for _, phi := range []float64{0, 0.5, 0.9, -0.3} {
		rng := rand.New(rand.NewPCG(1, 7))
		const chains, draws = 4, 20_000
		x := make([][]float64, chains)
		for c := range x {
			x[c] = make([]float64, draws)
			at := rng.NormFloat64()
			for i := range x[c] {
				at = phi*at + math.Sqrt(1-phi*phi)*rng.NormFloat64()
				x[c][i] = math.Exp(at) // ranks do not see it
			}
		}
		want := chains * draws * (1 - phi) / (1 + phi)
		if got := bulkESS(x); math.Abs(got/want-1) > 0.08 {
			t.Errorf("φ = %v: %v instead of %v", phi, got, want)
		}
	}
}

// Chains that do not agree are worth little.
func TestESSOfChainsApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	x := make([][]float64, 4)
	for c := range x {
		for range 500 {
			x[c] = append(x[c], rng.NormFloat64()+3*float64(c))
		}
	}
	if got := bulkESS(x); got > 10 {
		t.Errorf("%v effective draws of chains that are apart", got)
	}
}

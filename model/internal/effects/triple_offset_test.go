package effects

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Effects of three studies that are offset, class by class in one pass, are those of the passes one after the other.
func TestOffsetTriples(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 3))
		f, z, c, tau, x := factorAndPoint(rng, 23, 3, true)
		plain := *f
		plain.triples = offsetTriples{}
		run := func(f *Factor) [][]float64 {
			st := f.NewState()
			logp := f.Forward(st, z, c, tau, x)
			grad := rand.New(rand.NewPCG(seed, 4))
			for i := range st.Grad {
				st.Grad[i] = grad.NormFloat64()
			}
			zbar, cbar := make([]float64, len(z)), make([]float64, 9)
			taubar, xbar := make([]float64, 3), make([]float64, 3)
			f.Backward(st, zbar, z, c, tau, cbar, taubar, xbar)
			return [][]float64{{logp}, st.Effect, zbar, cbar, taubar, xbar}
		}
		assert.NotNil(t, f.triples.target)
		want, got := run(&plain), run(f)
		for i := range want {
			assert.InDeltaSlice(t, want[i], got[i], 1e-11, "%d, %d", seed, i)
		}
	}
}

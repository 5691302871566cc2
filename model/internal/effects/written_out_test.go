package effects

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Oracle: the passes for any number of studies, to the last bit.
func TestWrittenOut(t *testing.T) {
	for k := 2; k <= 3; k++ {
		for seed := range uint64(20) {
			rng := rand.New(rand.NewPCG(seed, uint64(k)))
			f, z, c, tau, x := factorAndPoint(rng, 12, k, true)
			grad := make([]float64, len(z))
			for i := range grad {
				grad[i] = rng.NormFloat64()
			}
			type passes struct {
				classForward    func(st *State, c, tau []float64) float64
				forward         func(st *State, z []float64)
				shift           func(st *State, shift, c []float64) float64
				effectsBackward func(st *State, etabar, c, cbar []float64)
				backward        func(st *State, zbar, z []float64)
				classBackward   func(st *State, c, tau, cbar, taubar []float64)
			}
			run := func(p passes) [][]float64 {
				st := f.NewState()
				logp := p.classForward(st, c, tau)
				f.setOffset(&st.class, x)
				p.forward(st, z)
				square := p.shift(st, x, c)
				copy(st.Grad, grad)
				zbar, cbar, taubar := make([]float64, len(z)), make([]float64, k*k), make([]float64, k)
				p.effectsBackward(st, zbar, c, cbar)
				p.backward(st, zbar, z)
				p.classBackward(st, c, tau, cbar, taubar)
				of := st.class
				lower := [][]float64{of.u, of.r, of.rbar}
				for _, v := range lower {
					for i := range v { // generic passes leave numbers above the diagonal that nobody reads
						if i%k > i/k%k {
							v[i] = 0
						}
					}
				}
				return append(lower, []float64{logp, square}, st.eta, st.Effect, zbar, cbar, taubar,
					of.a, of.abar, of.pull)
			}
			general := passes{
				f.classForwardK, f.forwardK, f.shiftK,
				func(st *State, etabar, c, cbar []float64) { effectsBackwardK(st, etabar, c, cbar, k) },
				f.backwardK, f.classBackwardK,
			}
			written := general
			if k == 2 {
				written = passes{f.classForward2, f.forward2, f.shift2, effectsBackward2, f.backward2, f.classBackward2}
			} else {
				written.classForward, written.classBackward = f.classForward3, f.classBackward3
			}
			assert.Equal(t, run(general), run(written))
		}
	}
}

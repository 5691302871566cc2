package effects

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// With several classes of more levels than are taken at once, the products of matrices are what the loops
// over levels say, whose gradients are checked by finite differences elsewhere.
func TestWideFactorIsTheFactor(t *testing.T) {
	const k, levels = 7, 420
	rng := rand.New(rand.NewPCG(11, 12))
	normals := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		return x
	}
	count := make([]int32, levels*k)
	info := make([]float64, levels*k)
	for i := range count {
		count[i] = 1
		info[i] = []float64{0.5, 3, 20}[i/k%3]
	}
	f := NewFull(levels, k, count)
	f.Center = normals(k)
	f.SetInformation(normals(levels*k), normals(levels*k), info, func(int) float64 { return 1 })
	require.Len(t, f.count, 3)
	c, tau := make([]float64, k*k), make([]float64, k)
	for i := range k {
		tau[i] = 0.5 + rng.Float64()
		for j := range i {
			c[i*k+j] = rng.NormFloat64()
		}
		c[i*k+i] = 0.5 + rng.Float64()
	}
	z, x, grad := normals(levels*k), normals(k), normals(levels*k)

	run := func(wide bool) (*State, []float64, []float64, []float64, []float64) {
		st := f.NewState()
		f.classForward(st, c, tau)
		f.setOffset(&st.class, x)
		if wide {
			f.forwardWide(st, z)
			f.shiftWide(st, make([]float64, k), c)
		} else {
			f.forwardK(st, z)
			f.shiftK(st, make([]float64, k), c)
		}
		copy(st.Grad, grad)
		cbar, taubar, zbar, xbar := make([]float64, k*k), make([]float64, k), make([]float64, levels*k),
			make([]float64, k)
		if wide {
			f.effectsBackwardWide(st, zbar, c, cbar)
			f.backwardWide(st, zbar, z)
		} else {
			for j := range levels {
				for a := range k {
					v := -st.eta[j*k+a]
					for s := a; s < k; s++ {
						v += c[s*k+a] * grad[j*k+s]
						cbar[s*k+a] += grad[j*k+s] * st.eta[j*k+a]
					}
					zbar[j*k+a] = v
				}
			}
			f.backwardK(st, zbar, z)
		}
		f.offsetBackward(&st.class, xbar)
		f.classBackward(st, c, tau, cbar, taubar)
		for i := range k {
			clear(cbar[i*k+i+1 : (i+1)*k])
		}
		return st, zbar, xbar, cbar, taubar
	}
	st, zbar, xbar, cbar, taubar := run(true)
	plain, zbar2, xbar2, cbar2, taubar2 := run(false)
	require.InDeltaSlice(t, plain.eta, st.eta, 1e-10)
	require.InDeltaSlice(t, plain.Effect, st.Effect, 1e-10)
	for _, pair := range [][2][]float64{{zbar2, zbar}, {xbar2, xbar}, {cbar2, cbar}, {taubar2, taubar}} {
		for i, want := range pair[0] {
			require.InDelta(t, want, pair[1][i], 1e-8*(1+max(want, -want)))
		}
	}
}

package effects

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// With several classes of more levels than are taken at once, the products of matrices are what the loops
// over levels say, whose gradients are checked by finite differences elsewhere.
func TestWideFactorIsTheFactor(t *testing.T) {
	for _, classes := range []int{1, 3} {
		for _, offset := range []bool{true, false} {
			t.Run(fmt.Sprint(classes, offset), func(t *testing.T) { testWide(t, classes, offset) })
		}
	}
}

func testWide(t *testing.T, classes int, offset bool) {
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
		info[i] = []float64{0.5, 3, 20}[i/k%classes]
	}
	f := NewFull(levels, k, count)
	if offset {
		f.Center = normals(k)
	}
	f.SetInformation(normals(levels*k), normals(levels*k), info, func(int) float64 { return 1 })
	require.Len(t, f.count, classes)
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
		cbar, taubar, zbar, xbar := make([]float64, k*k), make([]float64, k), make([]float64, levels*k),
			make([]float64, k)
		if wide {
			logp := f.Forward(st, z, c, tau, x)
			copy(st.Grad, grad)
			f.Backward(st, zbar, z, c, tau, cbar, taubar, xbar)
			st.etaMean = []float64{logp} // scratch, of no use any more
		} else {
			logp := f.classForwardK(st, c, tau)
			f.setOffset(&st.class, x)
			f.forwardK(st, z)
			if offset {
				logp -= 0.5 * f.shiftK(st, make([]float64, k), c)
			} else {
				logp += f.meanForward(st, c, tau)
				f.shiftK(st, make([]float64, k), c)
			}
			copy(st.Grad, grad)
			if offset {
				effectsBackwardK(st, zbar, c, cbar, k)
			} else {
				f.meanBackward(st, zbar, c, tau, cbar, taubar)
			}
			f.backwardK(st, zbar, z)
			f.offsetBackward(&st.class, xbar)
			f.classBackwardK(st, c, tau, cbar, taubar)
			st.etaMean = []float64{logp} // scratch, of no use any more
		}
		for i := range k {
			clear(cbar[i*k+i+1 : (i+1)*k])
		}
		return st, zbar, xbar, cbar, taubar
	}
	st, zbar, xbar, cbar, taubar := run(true)
	plain, zbar2, xbar2, cbar2, taubar2 := run(false)
	require.InDelta(t, plain.etaMean[0], st.etaMean[0], 1e-8)
	require.InDeltaSlice(t, plain.eta, st.eta, 1e-10)
	require.InDeltaSlice(t, plain.Effect, st.Effect, 1e-10)
	for _, pair := range [][2][]float64{{zbar2, zbar}, {xbar2, xbar}, {cbar2, cbar}, {taubar2, taubar}} {
		for i, want := range pair[0] {
			require.InDelta(t, want, pair[1][i], 1e-8*(1+max(want, -want)))
		}
	}
}

func TestWideEffectsBackward(t *testing.T) {
	const k, levels = 6, 30
	rng := rand.New(rand.NewPCG(13, 14))
	f := NewFull(levels, k, make([]int32, levels*k))
	st := f.NewState()
	for i := range st.eta {
		st.eta[i], st.Grad[i] = rng.NormFloat64(), rng.NormFloat64()
	}
	c := make([]float64, k*k)
	for i := range k {
		for j := range i + 1 {
			c[i*k+j] = rng.NormFloat64()
		}
	}
	want, wantC := make([]float64, levels*k), make([]float64, k*k)
	effectsBackwardK(st, want, c, wantC, k)
	got, gotC := make([]float64, levels*k), make([]float64, k*k)
	f.effectsBackwardWide(st, got, c, gotC)
	require.InDeltaSlice(t, want, got, 1e-12)
	for i := range k {
		require.InDeltaSlice(t, wantC[i*k:i*k+i+1], gotC[i*k:i*k+i+1], 1e-12)
	}
}

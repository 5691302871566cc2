package effects

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// passes are those of one evaluation.
type passes struct {
	classForward    func(*State) float64
	forward         func(st *State, z []float64)
	shift           func(st *State, shift, c []float64) float64
	effectsBackward func(st *State, etabar, c, cbar []float64)
	backward        func(st *State, zbar, z []float64)
	classBackward   func(st *State, cbar []float64)
}

// What is written out for two and three studies gives the numbers of any number of studies, to rounding.
func TestWrittenOutForFewStudies(t *testing.T) {
	const levels = 12
	for k := 2; k <= 3; k++ {
		rng := rand.New(rand.NewPCG(5, uint64(k)))
		normals := func(n int) []float64 {
			x := make([]float64, n)
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			return x
		}
		counts := make([]int32, levels*k)
		for i := range counts {
			counts[i] = int32(i % 3)
		}
		f := NewFull(levels, k, counts)
		f.Center = normals(k)
		info := normals(levels * k)
		for i, x := range info {
			info[i] = x * x
		}
		f.SetInformation(normals(levels*k), normals(levels*k), info, func(int) float64 { return 1 })
		at := func(times float64) Constants {
			n := levels * k
			return Constants{SD: []float64{times, times, times}[:k], Info: normals(n), Target: normals(n)}
		}
		f.SetResponse([]float64{1, 1, 1}[:k], at(0.7), at(1.5), 0.4)
		c, tau := make([]float64, k*k), make([]float64, k)
		for i := range k {
			tau[i] = 0.5 + rng.Float64()
			for j := range i {
				c[i*k+j] = rng.NormFloat64()
			}
			c[i*k+i] = 0.5 + rng.Float64()
		}
		z, x, shift, bar := normals(levels*k), normals(k), normals(k), normals(levels*k)
		run := func(p passes) [][]float64 {
			st := f.NewState()
			f.respond(st, c, tau)
			logp := p.classForward(st)
			f.setOffset(&st.class, x)
			p.forward(st, z)
			square := p.shift(st, shift, c)
			copy(st.Grad, bar)
			zbar, cbar := make([]float64, len(z)), make([]float64, k*k)
			p.effectsBackward(st, zbar, c, cbar)
			p.backward(st, zbar, z)
			p.classBackward(st, cbar)
			of := st.class
			return [][]float64{{logp, square}, st.eta, st.Effect, zbar, cbar, of.u, of.r, of.a, of.rbar, of.abar,
				of.pull, of.tauBar, of.targetTauBar}
		}
		want := run(passes{
			func(st *State) float64 { return f.classForwardK(st, c) }, f.forwardK, f.shiftK,
			func(st *State, etabar, c, cbar []float64) { effectsBackwardK(st, etabar, c, cbar, k) }, f.backwardK,
			func(st *State, cbar []float64) { f.classBackwardK(st, c, cbar) },
		})
		got := run(passes{
			func(st *State) float64 { return f.classForward2(&st.class, c) }, f.forward2, f.shift2,
			effectsBackward2, f.backward2,
			func(st *State, cbar []float64) { f.classBackward2(&st.class, c, cbar) },
		})
		if k == 3 {
			got = run(passes{
				func(st *State) float64 { return f.classForward3(&st.class, c) }, f.forward3, f.shift3,
				effectsBackward3, f.backward3,
				func(st *State, cbar []float64) { f.classBackward3(&st.class, c, cbar) },
			})
		}
		for i := range want {
			assert.InDeltaSlice(t, want[i], got[i], 1e-12, "%d studies, %d", k, i)
			assert.NotZero(t, want[i][0])
		}
	}
}

// Effects of three studies that are offset, class by class in one pass, are those of the passes one after the other.
func TestOffsetTriples(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 3))
		f, z, c, tau, x := responding(rng, 23, 3, true)
		if seed%2 == 0 {
			f.StandStill()
		}
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

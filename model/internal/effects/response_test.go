package effects

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// responding returns a factor whose constants follow σ in ways of their own, with a point to evaluate it at.
func responding(rng *rand.Rand, levels, k int, offset bool) (f *Factor, z, c, tau, x []float64) {
	normals := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		return v
	}
	count := make([]int32, levels*k)
	for i := range count {
		count[i] = 1
	}
	f = NewFull(levels, k, count)
	if offset {
		f.Center = normals(k)
	}
	info := normals(levels * k)
	for i, v := range info {
		info[i] = 0.1 + v*v
	}
	f.SetInformation(normals(levels*k), normals(levels*k), info, func(int) float64 { return 1 })
	at := func(times float64) Constants {
		constants := Constants{Info: make([]float64, levels*k), Target: make([]float64, levels*k)}
		for range k {
			constants.SD = append(constants.SD, times)
		}
		for i := range info {
			constants.Info[i] = info[i] * math.Pow(times, -0.3*float64(1+i%4))
			constants.Target[i] = math.Pow(times, 0.3*float64(2-i%5))
		}
		return constants
	}
	f.SetResponse(at(1).SD, at(0.7), at(1.5), 0.4)
	c, tau = make([]float64, k*k), make([]float64, k)
	for i := range k {
		tau[i] = 0.5 + rng.Float64()
		copy(c[i*k:i*k+i], normals(i))
		c[i*k+i] = 0.5 + rng.Float64()
	}
	return f, normals(levels * k), c, tau, normals(k)
}

// Oracle: the density of z is that of η = C⁻¹b times the Jacobian dη/dz, by finite differences, whatever C.
func TestDensityOfResponse(t *testing.T) {
	for _, k := range []int{1, 2, 3, 4, wideFrom + 1} {
		for _, offset := range []bool{false, true} {
			if k == 1 && offset {
				continue // nested: its mean is reparameterised
			}
			t.Run(fmt.Sprintf("%d studies, offset %v", k, offset), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(31, uint64(k)))
				f, z, c, tau, x := responding(rng, 4, k, offset)
				st := f.NewState()
				got := f.Forward(st, z, c, tau, x)
				n := len(z)
				root := mat.NewDense(k, k, append([]float64(nil), c...))
				eta := func(dst, z []float64) {
					f.Forward(st, z, c, tau, x)
					for l := range f.Levels {
						var v mat.VecDense
						require.NoError(t, v.SolveVec(root, mat.NewVecDense(k, st.Effect[l*k:(l+1)*k])))
						copy(dst[l*k:(l+1)*k], v.RawVector().Data)
					}
				}
				jacobian := mat.NewDense(n, n, nil)
				fd.Jacobian(jacobian, eta, z, &fd.JacobianSettings{Formula: fd.Central})
				logDet, _ := mat.LogDet(jacobian)
				at := make([]float64, n)
				eta(at, z)
				assert.InDelta(t, logDet-0.5*floats.Dot(at, at), got, 1e-6)
			})
		}
	}
}

// Oracle: finite differences of the density plus a linear function of the effects.
func TestGradientOfResponse(t *testing.T) {
	for _, k := range []int{1, 2, 3, 4, wideFrom + 1} {
		for _, scale := range []float64{0.01, 1, 30} { // of the effects
			offset := k > 1
			t.Run(fmt.Sprintf("%d studies, scale %g", k, scale), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(32, uint64(k)))
				f, z, c, tau, x := responding(rng, 5, k, offset)
				floats.Scale(scale, c)
				pull := make([]float64, len(z))
				for i := range pull {
					pull[i] = rng.NormFloat64() / (1 + scale)
				}
				st := f.NewState()
				parts := [][]float64{z, c, tau, x}
				at := func(v []float64) float64 {
					var p [4][]float64
					for i, part := range parts {
						p[i], v = v[:len(part)], v[len(part):]
					}
					return f.Forward(st, p[0], p[1], p[2], p[3]) + floats.Dot(pull, st.Effect)
				}
				var point []float64
				for _, part := range parts {
					point = append(point, part...)
				}
				want := fd.Gradient(nil, at, point, &fd.Settings{Formula: fd.Central})
				at(point)
				copy(st.Grad, pull)
				zbar, cbar, taubar, xbar := make([]float64, len(z)), make([]float64, len(c)), make([]float64, k),
					make([]float64, k)
				f.Backward(st, zbar, z, c, tau, cbar, taubar, xbar)
				got := append(append(append(zbar, cbar...), taubar...), xbar...)
				for i, w := range want {
					if row := i - len(z); row >= 0 && row < k*k && row%k > row/k {
						continue // above the diagonal of C
					}
					assert.InDelta(t, w, got[i], 2e-5*(1+math.Abs(w)), "%d", i)
				}
			})
		}
	}
}

// Exponents are those of the constants, within their bounds; constants that stand still have none.
func TestSetResponse(t *testing.T) {
	const levels = 6
	f := NewNested([]int{0, levels})
	info := make([]float64, levels)
	floats.AddConst(2, info)
	f.SetInformation(make([]float64, levels), make([]float64, levels), info, func(int) float64 { return 1 })
	const soft = 0.5 // 1/D
	g := func(sd float64) float64 { return (sd*sd + soft) / (1 + soft) }
	at := func(sd, alpha, gamma float64) Constants {
		c := Constants{SD: []float64{sd}}
		for range levels {
			c.Info = append(c.Info, 2*math.Pow(g(sd), -alpha))
			c.Target = append(c.Target, -3*math.Pow(g(sd), -gamma))
		}
		return c
	}
	const step = 1. / responseSteps
	for _, test := range []struct{ alpha, gamma, wantAlpha, wantGamma float64 }{
		{0, 0, 0, 0}, {6 * step, 8 * step, 6 * step, 8 * step}, {6.4 * step, 0.6 * step, 6 * step, step}, {2, 3, 1, 1},
		{-1, -2, 0, 0},
	} {
		f.SetResponse([]float64{1}, at(0.6, test.alpha, test.gamma), at(1.7, test.alpha, test.gamma), 0.4)
		assert.InDelta(t, test.wantAlpha, f.response.info[0], 1e-12)
		assert.InDelta(t, test.wantGamma, f.response.target[0], 1e-12)
	}
}

// Oracle: what D is multiplied by, weighted with D, and finite differences.
func TestGrowth(t *testing.T) {
	f, _, _, _, _ := responding(rand.New(rand.NewPCG(33, 1)), 7, 1, false)
	for _, v := range []float64{0.01, 0.8, 30} {
		growth, _ := f.response.growth(0, v)
		mean, weight := 0.0, 0.0
		for _, u := range f.of {
			mean += f.info[u] * f.response.info[u]
			weight += f.info[u]
		}
		log, slope := f.Growth(0, v)
		assert.InDelta(t, -growth*mean/weight, log, 1e-12)
		h := 1e-5 * v
		up, _ := f.Growth(0, v+h)
		down, _ := f.Growth(0, v-h)
		assert.InDelta(t, (up-down)/(2*h), slope, 1e-6*(1+math.Abs(slope)))
	}
	f.StandStill()
	log, slope := f.Growth(0, 2)
	assert.Zero(t, log)
	assert.Zero(t, slope)
}

// What an evaluation keeps is what is computed anew, at other variances, of other studies and by another response.
func TestSpreadOfIsSpread(t *testing.T) {
	f, _, _, _, _ := responding(rand.New(rand.NewPCG(34, 1)), 7, 3, true)
	st := f.NewState()
	for range 2 {
		for _, v := range []float64{0.5, 0.5, 2} {
			for s := range 3 {
				wantLog, wantSlope := f.Spread(s, v)
				log, slope := f.SpreadOf(st, s, v)
				assert.Equal(t, wantLog, log)
				assert.Equal(t, wantSlope, slope)
				for n, p := range st.grown[s].powers {
					assert.InEpsilon(t, math.Exp(-log*float64(n)/responseSteps), p, 1e-14)
				}
			}
		}
		constants := Constants{SD: []float64{0.5, 0.5, 0.5}, Info: make([]float64, 21), Target: make([]float64, 21)}
		f.SetResponse([]float64{3, 2, 1}, constants, Constants{SD: []float64{2, 2, 2}, Info: make([]float64, 21),
			Target: make([]float64, 21)}, 2)
	}
	f.StandStill()
	log, slope := f.SpreadOf(st, 0, 2)
	assert.Zero(t, log)
	assert.Zero(t, slope)
}

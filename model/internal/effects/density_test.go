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

// factorAndPoint returns a factor with a point to evaluate it at.
func factorAndPoint(rng *rand.Rand, levels, k int, offset bool) (f *Factor, z, c, tau, x []float64) {
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
	c, tau = make([]float64, k*k), make([]float64, k)
	for i := range k {
		tau[i] = 0.5 + rng.Float64()
		copy(c[i*k:i*k+i], normals(i))
		c[i*k+i] = 0.5 + rng.Float64()
	}
	return f, normals(levels * k), c, tau, normals(k)
}

// Oracle: the density of z is that of η = C⁻¹b times the Jacobian dη/dz, by finite differences, whatever C.
func TestDensity(t *testing.T) {
	for _, k := range []int{1, 2, 3, 4, wideFrom + 1} {
		for _, offset := range []bool{false, true} {
			if k == 1 && offset {
				continue // nested: its mean is reparameterised
			}
			t.Run(fmt.Sprintf("%d studies, offset %v", k, offset), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(31, uint64(k)))
				f, z, c, tau, x := factorAndPoint(rng, 4, k, offset)
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
func TestGradient(t *testing.T) {
	for _, k := range []int{1, 2, 3, 4, wideFrom + 1} {
		for _, scale := range []float64{0.01, 1, 30} { // of the effects
			offset := k > 1
			t.Run(fmt.Sprintf("%d studies, scale %g", k, scale), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(32, uint64(k)))
				f, z, c, tau, x := factorAndPoint(rng, 5, k, offset)
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

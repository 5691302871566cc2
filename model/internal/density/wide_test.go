package density

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/spec"
)

// eachPool runs a test for labels of a pool alone, in two categories and in more, with labelers and without.
func eachPool(t *testing.T, f func(t *testing.T, rng *rand.Rand, p *Problem)) {
	for _, categories := range []int{2, 3, 5} {
		for _, labelers := range []spec.LabelerEffects{spec.Nested, spec.NoLabelers} {
			rng := rand.New(rand.NewPCG(6, uint64(categories)))
			table := modeltest.Judged(t, rng, categories, false)
			sp := spec.Spec{Family: family.Bernoulli{}, Labelers: labelers}
			if categories > 2 {
				sp.Family = ordinal(categories)
			}
			sp, err := labels.Resolve(table, sp)
			require.NoError(t, err)
			p := NewProblem(labels.Compile(table, sp), sp)
			randomConstants(rng, p)
			f(t, rng, p)
		}
	}
}

// On a wide grid the density is that on a grid of the factor, but for the Jacobian of the coordinates.
func TestWideIsTheSameDensity(t *testing.T) {
	eachPool(t, func(t *testing.T, rng *rand.Rand, p *Problem) {
		require.True(t, p.FindGrid(5))
		plain := p.NewIntegrated()
		require.True(t, p.FindWideGrid(math.MaxInt))
		in := p.NewIntegrated()
		for _, sigma := range []float64{0.1, 1, 3, 3.5, 5} {
			x := make([]float64, in.Dim())
			for i := range x {
				x[i] = 0.7 * rng.NormFloat64()
			}
			x[in.Terms[0].SD] = math.Asinh(sigma / p.Units[0][0])
			wide := append(p.WideStart(x[:in.Hyper]), x[in.Hyper:]...)[:in.Dim()]
			copy(wide[in.Hyper:], x[in.Hyper:])
			want := plain.LogProbGrad(make([]float64, in.Dim()), x) + 0.5*math.Log1p(sigma*sigma)
			require.InDelta(t, want, in.LogProbGrad(make([]float64, in.Dim()), wide), 1e-3, "%v", sigma)
			at, same := plain.Locate(x), in.Locate(wide)
			require.InDelta(t, at.Mu[0], same.Mu[0], 1e-9)
			require.InDeltaSlice(t, at.Own, same.Own, 1e-9)
		}
	})
}

// Derivatives agree with finite differences at random points and at extremes of the standard deviations.
func TestGradientOfWide(t *testing.T) {
	eachPool(t, func(t *testing.T, rng *rand.Rand, p *Problem) {
		require.True(t, p.FindWideGrid(math.MaxInt))
		in := p.NewIntegrated()
		x, grad, scratch := make([]float64, in.Dim()), make([]float64, in.Dim()), make([]float64, in.Dim())
		for _, sigma := range []float64{0.8, -2, 7, 0.003, 60, -900} {
			for i := range x {
				x[i] = 0.8 * rng.NormFloat64()
			}
			x[in.Terms[0].SD] = math.Asinh(sigma / p.Units[0][0])
			if sigma < -100 && p.Anchored != nil {
				continue // labels that differ by two categories have a chance of e^−900
			}
			if sigma < -100 && len(p.Data.Terms) == 2 {
				x[in.Terms[1].SD] = math.Asinh(40 / p.Units[1][0])
			}
			in.LogProbGrad(grad, x)
			for i := range x {
				const h = 1e-5
				at := x[i]
				x[i] = at + h
				up := in.LogProbGrad(scratch, x)
				x[i] = at - h
				down := in.LogProbGrad(scratch, x)
				x[i] = at
				require.InDelta(t, (up-down)/(2*h), grad[i], 1e-4*math.Max(1, math.Abs(grad[i])), "%v %d", sigma, i)
			}
			require.Zero(t, testing.AllocsPerRun(3, func() { in.LogProbGrad(grad, x) }))
		}
	})
}

// A problem has no wide grid if a gradient would take longer than asked.
func TestWideGridIsBounded(t *testing.T) {
	eachPool(t, func(t *testing.T, _ *rand.Rand, p *Problem) {
		require.False(t, p.FindWideGrid(1000))
		require.Nil(t, p.OnGrid)
	})
}

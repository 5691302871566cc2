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

// The density with the items' effects integrated out is the integral of the density with them, but for a constant:
// given the rest, items are independent, so that each is integrated by itself, by the trapezoidal rule.
func TestIntegratedIsTheIntegralOverItems(t *testing.T) {
	for _, categories := range []int{2, 4} {
		for _, labelers := range []spec.LabelerEffects{spec.Nested, spec.NoLabelers} {
			rng := rand.New(rand.NewPCG(4, uint64(categories)))
			table := modeltest.Judged(t, rng, categories, true)
			sp := spec.Spec{Family: family.Bernoulli{}, Labelers: labelers}
			if categories > 2 {
				sp.Family = ordinal(categories)
			}
			sp, err := labels.Resolve(table, sp)
			require.NoError(t, err)
			p := NewProblem(labels.Compile(table, sp), sp)
			full := p.Density()
			require.True(t, p.FindGrid(4))
			in := p.NewIntegrated()
			first := math.NaN()
			for range 2 {
				x, at := make([]float64, full.Dim()), make([]float64, in.Dim())
				for i := range full.Hyper {
					x[i] = 0.7 * rng.NormFloat64()
				}
				for i := in.Hyper; i < in.Dim(); i++ {
					at[i] = rng.NormFloat64()
					x[full.Terms[1].Z+i-in.Hyper] = at[i]
				}
				copy(at, x[:full.Hyper])
				got := in.LogProbGrad(make([]float64, in.Dim()), at) - integral(full, x)
				if math.IsNaN(first) {
					first = got
				}
				require.InDelta(t, first, got, 2e-5)
			}
		}
	}
}

// integral returns the logarithm of the integral of a density of two studies over the z of items.
func integral(full *Density, x []float64) float64 {
	const h, widest = 0.25, 6.5
	grad := make([]float64, full.Dim())
	from := full.LogProbGrad(grad, x)
	logp := from
	for at := full.Terms[0].Z; at < full.Terms[0].Z+full.Terms[0].Effects; at += 2 {
		sum := 0.0
		for a := -widest; a <= widest; a += h {
			for b := -widest; b <= widest; b += h {
				x[at], x[at+1] = a, b
				sum += h * h * math.Exp(full.LogProbGrad(grad, x)-from)
			}
		}
		x[at], x[at+1] = 0, 0
		logp += math.Log(sum)
	}
	return logp
}

// Derivatives agree with finite differences, of a pool alone and with a judge.
func TestGradientOfIntegrated(t *testing.T) {
	for _, categories := range []int{2, 5} {
		for _, judge := range []bool{false, true} {
			rng := rand.New(rand.NewPCG(5, uint64(categories)))
			table := modeltest.Judged(t, rng, categories, judge)
			sp := spec.Spec{Family: family.Bernoulli{}, Labelers: spec.Nested}
			if categories > 2 {
				sp.Family = ordinal(categories)
			}
			sp, err := labels.Resolve(table, sp)
			require.NoError(t, err)
			p := NewProblem(labels.Compile(table, sp), sp)
			require.True(t, p.FindGrid(1))
			in := p.NewIntegrated()
			x, grad, scratch := make([]float64, in.Dim()), make([]float64, in.Dim()), make([]float64, in.Dim())
			for i := range x {
				x[i] = 0.8 * rng.NormFloat64()
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
				require.InDelta(t, (up-down)/(2*h), grad[i], 1e-5*math.Max(1, math.Abs(grad[i])), "%d", i)
			}
			require.Zero(t, testing.AllocsPerRun(5, func() { in.LogProbGrad(grad, x) }))
		}
	}
}

package sampler

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

// Where energy errors are normal, as those of a long trajectory in many dimensions are, acceptances have the mean
// 2Φ(−cε²) (Beskos et al. 2013). From first steps far too small and far too large, the step at which that is the target
// is found after fifty iterations, whatever c is.
func TestStepSearchFindsTheTarget(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []float64{0.05, 1, 40} {
		for _, target := range []float64{0.8, 0.9} {
			want := math.Sqrt(-distuv.UnitNormal.Quantile(target/2) / c)
			for _, first := range []float64{want / 30, want, 30 * want} {
				sum, steps := 0.0, 40
				for range steps {
					s := &stepSearch{target: target, limit: math.Inf(1)}
					s.restart(first)
					for range 50 {
						eps := s.next()
						sd := 2 * c * eps * eps // of the energy error
						s.learn(eps, math.Exp(min(0, -(sd*sd/2+sd*rng.NormFloat64()))))
					}
					sum += math.Log(s.final() / want)
					assert.InDelta(t, 0, math.Log(s.final()/want), 0.5)
				}
				assert.InDelta(t, 0, sum/float64(steps), 0.06, "c %v, target %v, first %v", c, target, first)
			}
		}
	}
}

func TestStepSearchAtItsEnds(t *testing.T) {
	s := &stepSearch{target: 0.9, limit: 1.5}
	s.restart(7)
	assert.Equal(t, 1.5, s.next(), "the first step obeys the limit")
	for range 30 {
		s.learn(s.next(), 1)
	}
	assert.Equal(t, 1.5, s.final(), "all accepted")
	s.restart(1)
	before := 1.0
	for range 30 {
		s.learn(s.next(), 0)
		assert.Less(t, s.next(), before, "nothing accepted")
		before = s.next()
	}
}

// The root of a falling function is where bisection finds it, by a quarter of the evaluations.
func TestRoot(t *testing.T) {
	for _, shift := range []float64{-20, -3, 0, 0.1, 11} {
		for name, f := range map[string]func(x float64) float64{
			"normal tails": func(x float64) float64 { return math.Erfc(math.Exp(x-shift)) - 0.3 },
			"straight":     func(x float64) float64 { return shift - x },
			"cubic":        func(x float64) float64 { return -(x - shift) * (1 + (x-shift)*(x-shift)) },
		} {
			lo, hi, calls := shift-30, shift+13, 0
			got := root(func(x float64) float64 { calls++; return f(x) }, lo, hi, f(lo), f(hi))
			for range 80 {
				if mid := (lo + hi) / 2; f(mid) > 0 {
					lo = mid
				} else {
					hi = mid
				}
			}
			assert.InDelta(t, lo, got, 1e-9, "%s, %v", name, shift)
			assert.Less(t, calls, 20, "%s, %v", name, shift)
		}
	}
}

// A first step that is given is tried first, and spares the search for one.
func TestFirstStepIsTaken(t *testing.T) {
	m := &Metric{Center: make([]float64, 3), Scale: []float64{1, 1, 1}}
	sample := func(first float64) *Run {
		r, err := Sample(context.Background(), each(autoregression(3, 0.4, func(int) float64 { return 1 })),
			Settings{Metric: m, Seed: 3, Chains: 1, Warmup: 1, Draws: 1, FirstStep: first})
		require.NoError(t, err)
		return r
	}
	given, found := sample(0.01), sample(0)
	// One iteration of steps of 0.01, then one of steps at most 1.5 times as long.
	assert.LessOrEqual(t, given.Chains[0].StepSize, 0.015)
	assert.Greater(t, found.Chains[0].StepSize, 0.1)
	assert.Greater(t, given.Chains[0].WarmupGradients, 100)
}

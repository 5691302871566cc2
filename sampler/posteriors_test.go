package sampler

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"concord/posterior"
)

var (
	algorithms  = map[string]Algorithm{"NUTS": NUTS, "HMC": HMC}
	integrators = map[string]Integrator{"leapfrog": Leapfrog, "split": Split}
	adaptations = map[string]Adaptation{"fixed": StepSizeOnly, "diagonal": Diagonal, "low-rank": LowRank}
)

func TestKnownPosteriors(t *testing.T) {
	for _, k := range knownPosteriors() {
		for algorithm, a := range algorithms {
			for integrator, in := range integrators {
				for adaptation, ad := range adaptations {
					t.Run(fmt.Sprintf("%s/%s/%s/%s", k.name, algorithm, integrator, adaptation), func(t *testing.T) {
						t.Parallel()
						s := Settings{Seed: 20, Algorithm: a, Integrator: in, Adapt: ad, Workers: 1, TargetAccept: 0.9}
						if k.target.Dim() > 100 {
							s.Chains, s.TargetAccept = 2, 0 // enough, and costly
						}
						if ad == StepSizeOnly {
							m, err := CurvatureMetric(k.target, k.center, k.scale, 80)
							require.NoError(t, err)
							s.Metric = m
						}
						r, err := Sample(context.Background(), each(k.target), s)
						require.NoError(t, err)
						assert.Empty(t, wrongMoments(r, k.moments, 4))
						for _, m := range k.moments {
							assert.Less(t, posterior.RHat(r.Draws.Quantity(m.coordinate).Chains), 1.05)
						}
					})
				}
			}
		}
	}
}

// The checks above would be worth nothing if wrong chains passed them. Here
// the chains are right and what is believed of the posterior is a little wrong.
func TestWrongChainsAreFound(t *testing.T) {
	for _, k := range knownPosteriors() {
		t.Run(k.name, func(t *testing.T) {
			r, err := Sample(context.Background(), each(k.target), Settings{Seed: 3, TargetAccept: 0.9, Draws: 2000})
			require.NoError(t, err)
			for _, m := range k.moments {
				if m.sd == 0 {
					continue
				}
				shifted, widened := m, m
				shifted.mean += m.sd / 4
				widened.sd *= 1.15
				assert.NotEmpty(t, wrongMoments(r, []moment{shifted}, 4))
				assert.NotEmpty(t, wrongMoments(r, []moment{widened}, 4))
			}
		})
	}
}

// biased is an algorithm gone wrong: it takes every proposal of HMC.
type biased struct{ *stepper }

func (b biased) limit(int)        {}
func (b biased) maxStep() float64 { return 1 }

func (b biased) transition(z *point, eps float64) (*point, Stat) {
	z.refresh(b.rng)
	next, _, _ := b.step(z, evenStage(eps), z.energy(), 1)
	b.pool.release(z)
	return next, Stat{AcceptStat: 1, StepSize: eps, Leapfrogs: 1}
}

func TestWrongAlgorithmIsFound(t *testing.T) {
	target := stdNormal(3)
	s, err := Settings{Seed: 1, Draws: 4000}.resolved()
	require.NoError(t, err)
	c := newChain(context.Background(), 0, target, s)
	c.path = biased{c.stepper}
	c.tick = func(int, bool, bool) {}
	require.NoError(t, c.start())
	c.steps.restart(1)
	c.settle()
	require.NoError(t, c.goOn(context.Background()))
	r := newRun([]*chain{c}, []string{"x.1", "x.2", "x.3"})
	assert.NotEmpty(t, wrongMoments(r, []moment{{0, 0, 1}, {1, 0, 1}, {2, 0, 1}}, 4))
}

// Without any hint the sampler finds posteriors whose scale or place is far from
// where it starts, uniform on (−2, 2).
func TestFarAndOddlyScaledPosteriorsAreFound(t *testing.T) {
	for name, c := range map[string]struct{ mean, sd float64 }{
		"far":     {1000, 1},
		"narrow":  {0, 1e-4},
		"wide":    {0, 1e5},
		"far dot": {5, 1e-3},
	} {
		for algorithm, a := range algorithms {
			t.Run(name+"/"+algorithm, func(t *testing.T) {
				t.Parallel()
				shifted := density{20, func(grad, x []float64) float64 {
					sum := 0.0
					for i, v := range x {
						z := (v - c.mean) / c.sd
						grad[i] = -z / c.sd
						sum -= z * z / 2
					}
					return sum
				}}
				r, err := Sample(context.Background(), each(shifted), Settings{Seed: 6, Algorithm: a, Workers: 1})
				require.NoError(t, err)
				assert.Empty(t, wrongMoments(r, []moment{{0, c.mean, c.sd}, {19, c.mean, c.sd}}, 4))
			})
		}
	}
}

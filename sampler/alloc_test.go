package sampler

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Gradients, steps and transitions allocate nothing once the pool is full; nor
// does recording a draw.
func TestNothingIsAllocatedWhileSampling(t *testing.T) {
	const d = 40
	target := autoregression(d, 0.7, func(int) float64 { return 2 })
	metric := normalMetric(repeat(d, 1), repeat(d, 2), 0.6)
	eachIntegrator(t, func(t *testing.T, in integrator) {
		m := testSpace(target, metric, in)
		z := randomPoint(m, 1)
		assert.Zero(t, testing.AllocsPerRun(100, func() { m.space.evaluate(z) }), "gradient")
		next := m.pool.point(1)
		assert.Zero(t, testing.AllocsPerRun(100, func() { in.step(m.space, next, z, evenStage(0.1)) }), "step")
		for name, path := range map[string]trajectory{
			"NUTS": newTestNUTS(m, 6),
			"HMC":  &hmc{stepper: m, length: 1, maxSteps: 100},
		} {
			for range 20 { // long trajectories, to fill the pool
				z, _ = path.transition(z, 0.02)
			}
			assert.Zero(t, testing.AllocsPerRun(100, func() { z, _ = path.transition(z, 0.3) }), name)
		}
	})
}

// A longer run of Sample allocates no more often than a shorter one.
func TestDrawsAreNotAllocatedOneByOne(t *testing.T) {
	target := stdNormal(5)
	allocs := func(draws int) float64 {
		return testing.AllocsPerRun(3, func() {
			_, err := Sample(context.Background(), each(target),
				Settings{Chains: 1, Draws: draws, Warmup: 300, Workers: 1, Seed: 1})
			assert.NoError(t, err)
		})
	}
	assert.InDelta(t, allocs(500), allocs(5000), 5)
}

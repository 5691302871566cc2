package sampler

import (
	"math"
	"math/rand/v2"
)

// Jumper is a Target that knows where its density is likely to have another mode, so far away that no trajectory leads
// there. After each iteration it may jump.
type Jumper interface {
	Target
	// Jump is a transition from x that leaves the density invariant, such as a proposal that is accepted with the
	// probability of Metropolis and Hastings. It stores in x the point at which the chain goes on, and reports whether
	// this is another point.
	Jump(rng *rand.Rand, x []float64) bool
}

// jump lets the target jump, and records in stat where the chain is then. A point that the density rejects is not gone
// to.
func (c *chain) jump(stat *Stat) {
	if c.stepper.cancelled() {
		return
	}
	space, pool := c.stepper.space, c.stepper.pool
	space.position(space.q, c.state)
	if !c.jumper.Jump(c.stepper.rng, space.q) {
		return
	}
	there := pool.point(1)
	space.metric.Inverse(there.x, space.q)
	space.evaluate(there)
	if math.IsInf(there.logp, -1) || !allFinite(there.g) {
		pool.release(there)
		return
	}
	pool.release(c.state)
	c.state, stat.LogDensity = there, there.logp
}

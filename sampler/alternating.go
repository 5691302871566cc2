package sampler

import (
	"math"
	"math/rand/v2"
)

// Alternating is a Target whose log density is conditional on some variables, with others integrated out, in blocks.
// After a trajectory Alternate draws the others given the coordinates, and the density is conditional on them from then
// on. Let p be the joint density of coordinates and variables, and let Alternate draw from p given everything else. The
// draws of the coordinates then have the density p with all variables integrated out. Each trajectory updates one block
// of a partially collapsed Gibbs sampler (van Dyk and Park 2008).
//
// An iteration is Blocks trajectories, each followed by Alternate. A [Reporter] is asked after the last of them, when
// all variables have been drawn.
type Alternating interface {
	Target
	// Blocks returns after how many calls of Alternate the density is conditional on the same variables again.
	Blocks() int
	// Alternate draws the variables that the density has integrated out, given x, and goes on to the next block. It may
	// replace x by the same point in coordinates that suit the next density better.
	Alternate(rng *rand.Rand, x []float64)
}

// move makes the trajectories of an iteration. If there are several, it returns the mean acceptance statistic, the sum
// of the steps, and the energy of the last.
func (c *chain) move(eps float64) Stat {
	var stat Stat
	c.state, stat = c.path.transition(c.state, eps)
	if c.blocks == nil {
		return stat
	}
	blocks := c.blocks.Blocks()
	c.alternate()
	for block := 1; block < blocks; block++ {
		var next Stat
		c.state, next = c.path.transition(c.state, eps)
		c.alternate()
		stat = next.after(stat, block, 1)
	}
	return stat
}

// alternate goes on to the next block at the present state.
func (c *chain) alternate() {
	if c.stepper.cancelled() {
		return
	}
	space := c.stepper.space
	space.position(space.q, c.state)
	c.blocks.Alternate(c.stepper.rng, space.q)
	space.metric.Inverse(c.state.x, space.q)
	space.evaluate(c.state)
	if math.IsInf(c.state.logp, -1) {
		panic("sampler: one block accepts a point that the density of the next block rejects")
	}
}

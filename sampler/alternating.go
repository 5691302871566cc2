package sampler

import (
	"math"
	"math/rand/v2"
)

// Alternating is a Target whose log density is conditional on some variables, with others integrated out; they take
// turns. After a trajectory Alternate draws the others given the coordinates, and the density is conditional on them
// from then on. Let p be the joint density of coordinates and variables, and let Alternate draw from p given all else.
// The draws of the coordinates then have the density p with all variables integrated out. Each trajectory updates one
// block of a partially collapsed Gibbs sampler (van Dyk and Park 2008).
//
// An iteration is Turns trajectories, each followed by Alternate. A [Reporter] is asked after the last of them, when
// all variables have been drawn.
type Alternating interface {
	Target
	// Turns returns after how many calls of Alternate the density is conditional on the same variables again.
	Turns() int
	// Alternate draws the variables that the density has integrated out, given x, and goes on to the next turn. It may
	// replace x by the same point in coordinates that suit the next density better.
	Alternate(rng *rand.Rand, x []float64)
}

// move makes the trajectories of an iteration. If there are several, it returns the mean acceptance statistic, the sum
// of the steps, and the energy of the last.
func (c *chain) move(eps float64) Stat {
	var stat Stat
	c.state, stat = c.path.transition(c.state, eps)
	if c.turns == nil {
		return stat
	}
	turns := c.turns.Turns()
	c.alternate()
	for turn := 1; turn < turns; turn++ {
		var next Stat
		c.state, next = c.path.transition(c.state, eps)
		c.alternate()
		stat = next.after(stat, turn, 1)
	}
	return stat
}

// alternate goes on to the next turn at the present state.
func (c *chain) alternate() {
	if c.stepper.cancelled() {
		return
	}
	space := c.stepper.space
	space.position(space.q, c.state)
	c.turns.Alternate(c.stepper.rng, space.q)
	space.metric.Inverse(c.state.x, space.q)
	space.evaluate(c.state)
	if math.IsInf(c.state.logp, -1) {
		panic("sampler: one turn accepts a point that the density of the next turn rejects")
	}
}

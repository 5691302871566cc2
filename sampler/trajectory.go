package sampler

import (
	"context"
	"math/rand/v2"
)

// maxEnergyError is the growth of the energy beyond which a trajectory counts as
// divergent, as in Stan.
const maxEnergyError = 1000

// trajectory is a Markov transition that leaves the whitened target invariant.
type trajectory interface {
	// transition returns the next state of the chain from z, whose momentum is drawn anew, and describes the way to it.
	// It releases the reference to z, and the caller owns the reference to the result.
	transition(z *point, eps float64) (*point, Stat)
	// limit bounds the following trajectories to 2^depth steps.
	limit(depth int)
	// maxStep returns the largest step size worth trying.
	maxStep() float64
}

// stepper holds the parts that every kind of trajectory needs.
type stepper struct {
	space      *whitened
	integrator integrator
	rng        *rand.Rand
	pool       *pool
	// done is closed when the run is cancelled. A trajectory then ends early with
	// a result that must not be used.
	done <-chan struct{}
	// diverged, if not nil, is called with the step that diverged.
	diverged func(from, to *point, energyError float64)
	settled  bool // the step size is final
}

func newStepper(ctx context.Context, space *whitened, in integrator, rng *rand.Rand) *stepper {
	return &stepper{space: space, integrator: in, rng: rng, pool: &pool{dim: space.metric.Dim()}, done: ctx.Done()}
}

func (mv *stepper) cancelled() bool {
	select {
	case <-mv.done:
		return true
	default:
		return false
	}
}

// step moves one step from z, whose trajectory began with energy h0, and returns
// the new point, its energy error and whether it diverged.
func (mv *stepper) step(z *point, s stage, h0 float64, refs int) (next *point, energyError float64, divergent bool) {
	next = mv.pool.point(refs)
	mv.integrator.step(mv.space, next, z, s)
	energyError = next.energyError(h0)
	return next, energyError, energyError > maxEnergyError
}

// report passes on a step that diverged.
func (mv *stepper) report(from, to *point, energyError float64) {
	if mv.diverged != nil {
		mv.diverged(from, to, energyError)
	}
}

package sampler

import (
	"errors"
	"math"
)

var (
	errNoStep = errors.New("no step size is small enough: the gradient is wrong, or the density is not smooth at the " +
		"start")
	errFlat = errors.New("every step size is small enough: the density does not fall off, so it is improper")
)

// firstAccept is the acceptance probability that the first step size crosses.
const firstAccept = 0.8

// firstStep returns a step size at which the acceptance probability of a single step from z crosses 0.8, or limit if
// that is less. It doubles or halves guess (Hoffman and Gelman 2014, algorithm 4; 0.8 and fresh momenta as in Stan). It
// changes z's momentum.
func firstStep(m *stepper, z *point, guess, limit float64) (float64, error) {
	const smallest, largest = 1e-30, 1e20
	eps := min(guess, limit)
	up := m.tryStep(z, eps)
	for {
		switch {
		case up && eps >= limit:
			return limit, nil
		case up:
			eps = min(2*eps, limit)
		default:
			eps /= 2
		}
		if eps > largest {
			return 0, errFlat
		}
		if eps < smallest {
			return 0, errNoStep
		}
		if m.tryStep(z, eps) != up || m.cancelled() {
			return eps, nil
		}
	}
}

// tryStep reports whether one step of size eps from z, with a new momentum, would be accepted with a probability above
// firstAccept.
func (mv *stepper) tryStep(z *point, eps float64) bool {
	z.refresh(mv.rng)
	next := mv.pool.point(1)
	mv.integrator.step(mv.space, next, z, evenStage(eps))
	accept := math.Exp(-next.energyError(z.energy()))
	mv.pool.release(next)
	return accept > firstAccept
}

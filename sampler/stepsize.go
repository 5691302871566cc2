package sampler

import (
	"errors"
	"math"
)

// dualAveraging adapts the step size to an acceptance statistic (Hoffman and
// Gelman 2014, section 3.2, equation 6, with their constants).
type dualAveraging struct {
	target, maxStep  float64
	center           float64 // μ, towards which log ε shrinks
	count            float64
	meanError        float64 // H̄
	logStep, logMean float64 // log ε and its average
}

const (
	dualGamma = 0.05
	dualT0    = 10
	dualKappa = 0.75
)

// restart forgets all and starts from step.
func (d *dualAveraging) restart(step float64) {
	d.center = math.Log(10 * step)
	d.count, d.meanError = 0, 0
	d.logStep, d.logMean = math.Log(step), 0
}

// learn takes the acceptance statistic of one transition made with step().
func (d *dualAveraging) learn(accept float64) {
	d.count++
	eta := 1 / (d.count + dualT0)
	d.meanError = (1-eta)*d.meanError + eta*(d.target-accept)
	d.logStep = min(d.center-d.meanError*math.Sqrt(d.count)/dualGamma, math.Log(d.maxStep))
	w := math.Pow(d.count, -dualKappa)
	d.logMean = w*d.logStep + (1-w)*d.logMean
}

// step returns the step size to use next.
func (d *dualAveraging) step() float64 { return math.Exp(d.logStep) }

// final returns the averaged step size, to be kept.
func (d *dualAveraging) final() float64 {
	if d.count == 0 {
		return d.step()
	}
	return math.Exp(d.logMean)
}

var errNoStep = errors.New("no step size is small enough: the gradient does not match the log density, or the density is not smooth at the start")
var errFlat = errors.New("any step size is small enough: the density does not fall off, so it is improper")

// firstStep returns a step size at which the acceptance probability of a single
// step from z crosses 0.8, found by doubling or halving guess (Hoffman and Gelman
// 2014, algorithm 4; 0.8 and fresh momenta as in Stan).
func firstStep(m *mover, z *point, guess float64) (float64, error) {
	const smallest, largest = 1e-30, 1e7
	limit := m.integrator.maxStep()
	eps := min(guess, limit)
	good := func() bool {
		z.refresh(m.rng)
		next := m.pool.point(1)
		defer m.pool.release(next)
		m.integrator.step(m.space, next, z, eps)
		return next.energyError(z.energy()) < -math.Log(0.8)
	}
	up := good()
	for {
		if up && eps >= limit {
			return limit, nil
		}
		if up {
			eps = min(2*eps, limit)
		} else {
			eps /= 2
		}
		if eps > largest {
			return 0, errFlat
		}
		if eps < smallest {
			return 0, errNoStep
		}
		if good() != up {
			return eps, nil
		}
		if m.cancelled() {
			return eps, nil
		}
	}
}

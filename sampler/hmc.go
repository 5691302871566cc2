package sampler

import "math"

// hmc is Hamiltonian Monte Carlo with trajectories of random length: their time T is uniform on (0.75, 1.25)·π/2 times
// length. After π/2, a quarter of the period of a standard normal, its position no longer depends on the start. The
// jitter keeps other periods from resonating (Neal 2011).
//
// With delayed rejection, some trajectories of settled step size are repeated in shorter steps, with the same momentum
// and for the same time: those whose end would almost surely be rejected (delayed rejection HMC; Modi, Barnett and
// Carpenter 2024, Bayesian Analysis 19, 815, arXiv:2110.00610). A chain that reaches a narrow part of the posterior
// goes on from there, and does not stand still until a trajectory of large steps is accepted.
type hmc struct {
	*stepper
	length   float64 // mean time in units of π/2
	maxSteps int
	delayed  bool    // rejection
	path     []stage // of the transition under way
	finer    []stage // of its second trajectory
}

const (
	// A trajectory is made again if its end would be accepted with less than this probability. With a normal posterior
	// and the right metric and step size, this happens to one trajectory of 100,000.
	retryBelow = 0.1
	// Steps of the second trajectory are shorter by this factor.
	retryFiner = 4
)

func (h *hmc) limit(depth int) { h.maxSteps = 1 << depth }

// A step is no longer than the longest trajectory.
func (h *hmc) maxStep() float64 { return min(h.integrator.maxStep(), 1.25*h.length*math.Pi/2) }

func (h *hmc) transition(z *point, eps float64) (*point, Stat) {
	time := (0.75 + 0.5*h.rng.Float64()) * h.length * math.Pi / 2
	eps = min(eps, time)
	steps := math.Round(time / eps)
	tooLong := steps > float64(h.maxSteps)
	if tooLong {
		steps = float64(h.maxSteps)
		time = steps * eps
	}
	h.path = h.integrator.path(h.path, time, int(steps))
	z.refresh(h.rng)
	h0 := z.energy()
	stat := Stat{StepSize: eps, MaxDepthHit: tooLong}
	// Until the step size is settled, the adaptation needs the rejections.
	retries := h.delayed && h.settled && retryFiner*steps <= float64(h.maxSteps)
	end, energyError := h.follow(z, h.path, &stat, !retries)
	stat.AcceptStat = acceptance(energyError)
	switch {
	case h.rng.Float64() < stat.AcceptStat:
		z, end = end, z
	case retries && stat.AcceptStat < retryBelow:
		h.pool.release(end)
		h.finer = h.integrator.path(h.finer, time, retryFiner*int(steps))
		z, end = h.retry(z, &stat)
	}
	h.pool.release(end)
	stat.LogDensity, stat.Energy, stat.EnergyError = z.logp, z.energy(), z.energyError(h0)
	return z, stat
}

// acceptance returns the probability with which an energy error is accepted.
func acceptance(energyError float64) float64 { return math.Exp(min(0, -energyError)) }

// retry makes the trajectory from z again in shorter steps. The first one, along the path, would have been accepted
// with the probability stat.AcceptStat. It returns the new state of the chain and the other end, which the caller may
// release. The reverse of the second trajectory begins with a trajectory of large steps too; [retryAcceptance] needs
// its acceptance probability.
func (h *hmc) retry(z *point, stat *Stat) (next, other *point) {
	end, energyError := h.follow(z, h.finer, stat, true)
	draw := h.rng.Float64()
	if stat.Divergent || draw >= retryAcceptance(stat.AcceptStat, 0, energyError) {
		return z, end
	}
	for i, p := range end.p {
		end.p[i] = -p
	}
	back, backError := h.follow(end, h.path, stat, false)
	h.pool.release(back)
	if draw >= retryAcceptance(stat.AcceptStat, acceptance(backError), energyError) {
		return z, end
	}
	return end, z
}

// retryAcceptance returns the probability that the end of a second trajectory is accepted, given its energy error. The
// acceptance probability of the large steps is first from the beginning, and back from the end. The result falls with
// back, and is 0 if there would have been no second trajectory from the end.
func retryAcceptance(first, back, energyError float64) float64 {
	if back >= retryBelow {
		return 0
	}
	return min(1, math.Exp(-energyError)*(1-back)/(1-first))
}

// follow goes along a path from z, whose reference stays the caller's, and returns its end and the energy error there.
// It counts steps in stat. If told is set, it counts and reports a divergence.
func (h *hmc) follow(z *point, path []stage, stat *Stat, told bool) (end *point, energyError float64) {
	h0 := z.energy()
	end = z
	end.refs++
	for _, s := range path {
		if h.cancelled() {
			break
		}
		next, e, divergent := h.step(end, s, h0, 1)
		if divergent && told {
			h.report(end, next, e)
			stat.Divergent = true
		}
		h.pool.release(end)
		end, energyError = next, e
		stat.Leapfrogs++
		if divergent {
			break
		}
	}
	return end, energyError
}

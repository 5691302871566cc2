package sampler

import "math"

// hmc is Hamiltonian Monte Carlo with trajectories of random length: their time T is uniform on
// (0.75, 1.25)·π/2 times length. π/2 is a quarter of the period of a standard normal, after which its
// position no longer depends on where it began; the jitter keeps other periods from resonating (Neal 2011).
type hmc struct {
	*mover
	length   float64 // mean time in units of π/2
	maxSteps int
	path     []stage // of the transition under way
}

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
	end := z
	end.refs++
	var energyError float64
	for _, s := range h.path {
		if h.cancelled() {
			break
		}
		next, e, divergent := h.step(end, s, h0, 1)
		h.pool.release(end)
		end, energyError = next, e
		stat.Leapfrogs++
		if divergent {
			stat.Divergent = true
			break
		}
	}
	stat.AcceptStat = math.Exp(min(0, -energyError))
	if !stat.Divergent && h.rng.Float64() < stat.AcceptStat {
		z, end = end, z
	}
	h.pool.release(end)
	stat.LogDensity, stat.Energy, stat.EnergyError = z.logp, z.energy(), z.energyError(h0)
	return z, stat
}

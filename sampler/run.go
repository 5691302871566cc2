package sampler

import (
	"time"

	"concord/posterior"
)

// Run is several chains, run together, and their draws. Chains[c], Stats[c] and chain c of
// Draws and Coordinates belong together.
type Run struct {
	// Draws holds chain × iteration × name: the coordinates "x.1", "x.2", … or
	// the quantities of a [Reporter].
	Draws *posterior.Draws
	// Coordinates holds the target's first coordinates, "x.1", "x.2", …, in the shape of Draws; nil unless
	// [Settings] ask for some.
	Coordinates *posterior.Draws
	// Stats holds the statistics of each draw, chain × iteration.
	Stats [][]Stat
	// Divergences are the divergent draws after warm-up, by chain and draw. If there are many, only the first of each
	// chain are kept; ChainInfo counts all.
	Divergences []Divergence
	// Chains describes each chain.
	Chains []ChainInfo
	// Algorithm is the one that was used, NUTS or HMC.
	Algorithm Algorithm
	// Thin is the number of iterations for each draw, see [Settings].
	Thin int
	// TargetAccept is the mean acceptance statistic that the step sizes were adapted to.
	TargetAccept float64
}

// Stat describes one draw, with the iterations before it that were left out (see [Settings.Thin]). It has the mean of
// their acceptance statistics, the sum of their steps, and whether one of them diverged or was cut. Energies are in
// nats, as the log density is.
type Stat struct {
	LogDensity  float64 // of the target at the draw, in the target's own coordinates
	AcceptStat  float64 // mean acceptance probability along the trajectory, or of its end (HMC)
	StepSize    float64 // of the integrator, in whitened coordinates; HMC's at most its trajectory
	Energy      float64 // H = ½|p|² − LogDensity at the draw
	EnergyError float64 // Energy less the energy at which the trajectory began
	TreeDepth   int     // doublings of the trajectory (NUTS), else 0
	Leapfrogs   int     // integrator steps, each one gradient
	Divergent   bool    // the energy error grew beyond 1000 somewhere on the trajectory (delayed: on the second)
	MaxDepthHit bool    // the trajectory was cut at MaxDepth doublings or 2^MaxDepth steps
}

// after returns the statistics of a draw from its parts: st describes the last trajectories, as many as last, and
// before the n others. They are the mean acceptance statistic, the sum of the steps, and the energy of the last.
func (st Stat) after(before Stat, n, last int) Stat {
	st.AcceptStat = (float64(n)*before.AcceptStat + float64(last)*st.AcceptStat) / float64(n+last)
	st.Leapfrogs += before.Leapfrogs
	st.TreeDepth = max(st.TreeDepth, before.TreeDepth)
	st.Divergent = st.Divergent || before.Divergent
	st.MaxDepthHit = st.MaxDepthHit || before.MaxDepthHit
	return st
}

// Divergence says where a trajectory left the level set of its energy.
type Divergence struct {
	Chain, Draw int       // both from 0; Chain as in ChainInfo
	Start, End  []float64 // before and after the step that diverged, in the target's coordinates
	EnergyError float64   // at End, against the start of the trajectory; +Inf if the target rejects End
}

// ChainInfo describes one chain.
type ChainInfo struct {
	Chain             int     // number of the chain, from 0
	StepSize          float64 // after adaptation, in whitened coordinates
	Metric            *Metric // used for sampling
	Warmup            int     // warm-up iterations made
	WarmupGradients   int     // gradients during set-up and warm-up
	SamplingGradients int     // gradients of the draws
	WarmupDivergences int     // divergent iterations in warm-up
	Divergences       int     // divergent draws
	WarmupTime        time.Duration
	SamplingTime      time.Duration
}

// Energies returns the energy of each draw as a quantity, from which E-BFMI is
// computed (Betancourt 2016, arXiv:1604.00695).
func (r *Run) Energies() posterior.Quantity {
	q := posterior.Quantity{Name: "energy", Chains: make([][]float64, len(r.Stats))}
	for c, stats := range r.Stats {
		q.Chains[c] = make([]float64, len(stats))
		for i, s := range stats {
			q.Chains[c][i] = s.Energy
		}
	}
	return q
}

// DivergenceCount returns the number of divergent draws in all chains.
func (r *Run) DivergenceCount() int {
	n := 0
	for _, c := range r.Chains {
		n += c.Divergences
	}
	return n
}

// MaxDepthHits returns the number of draws whose trajectory was cut.
func (r *Run) MaxDepthHits() int {
	n := 0
	for _, stats := range r.Stats {
		for _, s := range stats {
			if s.MaxDepthHit {
				n++
			}
		}
	}
	return n
}

// Gradients returns the number of gradients in all chains, with set-up and
// warm-up.
func (r *Run) Gradients() int {
	n := 0
	for _, c := range r.Chains {
		n += c.WarmupGradients + c.SamplingGradients
	}
	return n
}

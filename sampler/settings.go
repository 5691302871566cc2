package sampler

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
)

// Settings say how to sample. The zero value is usable.
type Settings struct {
	// Chains is the number of chains; 0 means 4.
	Chains int
	// Draws is the number of draws each chain keeps; 0 means 1000.
	Draws int
	// Thin is the number of iterations for each draw that is kept. The draw is the last of them; 0 means 1: all are
	// kept.
	Thin int
	// Warmup is the number of iterations before the draws, in which the sampler adapts. The default 0 means 1000 if a
	// metric is learnt, 75 if only the step size of HMC is, and 150 if only the step size of NUTS is. If it is less
	// than 20, no metric is learnt.
	Warmup int
	// Seed determines all random numbers, together with the number of the chain.
	Seed uint64
	// Workers is how many chains run at once; 0 means GOMAXPROCS. It does not
	// change the draws.
	Workers int

	Algorithm  Algorithm
	Integrator Integrator
	// Metric is the prior knowledge about the posterior; nil: none.
	Metric *Metric
	Adapt  Adaptation

	// TargetAccept is the mean acceptance statistic that the step size is adapted to, between 0 and 1. 0 means 0.8, and
	// 0.9 for HMC if only the step size is learnt.
	TargetAccept float64
	// FirstStep is the first step size tried, for example from an earlier run with about the same metric. 0 means a
	// step size at which a single step is accepted with a probability of about 0.8.
	FirstStep float64
	// MaxDepth bounds a trajectory: at most 2^MaxDepth steps; 0 means 10.
	MaxDepth int
	// TrajectoryLength is the mean time T of HMC's trajectories in units of π/2, a quarter of the period of
	// a standard normal; 0 means 1. Longer ones suit metrics that leave some directions wider than 1.
	TrajectoryLength float64

	// DelayedRejection lets HMC try a trajectory again, in shorter steps, if its end would almost surely be rejected.
	// So chains get out of places in which the posterior is much narrower than in others. It costs almost nothing if
	// there are no such places (Modi, Barnett and Carpenter 2024).
	DelayedRejection bool

	// KeepCoordinates is how many of the target's first coordinates [Run.Coordinates] holds, in addition to the
	// target's report; 0: none.
	KeepCoordinates int

	// GoOn, if not nil, is called when all chains have their draws, and decides about draws that are too few. If it
	// returns times greater than 1, chains go on until each draw is the last of times as many iterations. [Run.Thin]
	// grows by this factor, and GoOn is called again. The draws are the same as from a run with that Thin from the
	// start. All processes that share the run have to return the same.
	GoOn func(r *Run) (times int)

	// Start stores the start of a chain in x, in the target's coordinates. While the target rejects the start, Sample
	// calls it again, at most 100 times. If it is nil, starts are uniform on (−2, 2) in each coordinate, as in Stan, or
	// Center + 1.5·W·N(0, I) if Metric is given.
	Start func(rng *rand.Rand, chain int, x []float64)

	// Share, if not nil, is the part of this process in a run of several.
	Share *Share

	// Progress, if not nil, receives the progress of the run: from one goroutine at a time, at most 20 times a second,
	// and at the end. It counts the chains of this process.
	Progress func(Progress)
}

// Algorithm is the kind of trajectory.
type Algorithm int

const (
	// AutoAlgorithm is HMC if Metric is given and kept, and NUTS otherwise.
	AutoAlgorithm Algorithm = iota
	// NUTS chooses the length of each trajectory by its U-turn.
	NUTS
	// HMC takes L = round(T/ε) steps, T uniform on (0.75, 1.25)·π/2 in whitened
	// coordinates, times TrajectoryLength. It needs a good metric.
	HMC
)

// String returns "auto", "nuts" or "hmc".
func (a Algorithm) String() string {
	switch a {
	case NUTS:
		return "nuts"
	case HMC:
		return "hmc"
	}
	return "auto"
}

// Integrator is the way to follow Hamilton's equations.
type Integrator int

const (
	// AutoIntegrator is Split if Metric is given, and Leapfrog otherwise.
	AutoIntegrator Integrator = iota
	// Leapfrog is the Störmer–Verlet scheme.
	Leapfrog
	// Split solves the standard normal part of the whitened target exactly.
	Split
)

// Adaptation says which quantities the warm-up learns.
type Adaptation int

const (
	// AutoAdapt is StepSizeOnly if Metric is given, and Diagonal otherwise.
	AutoAdapt Adaptation = iota
	// StepSizeOnly keeps the metric.
	StepSizeOnly
	// Diagonal learns a centre and a scale for each coordinate.
	Diagonal
	// LowRank learns a centre, scales, and the directions in which the posterior
	// differs most from independent coordinates.
	LowRank
)

// maxMaxDepth bounds MaxDepth: trajectories of a billion steps are a mistake.
const maxMaxDepth = 30

// searches reports whether the step size is adapted by [stepSearch].
func (s Settings) searches() bool { return s.Algorithm == HMC && s.Adapt == StepSizeOnly }

// resolved returns the settings with every automatic choice made, or their fault as an error.
func (s Settings) resolved() (Settings, error) {
	orDefault := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	orDefault(&s.Chains, 4)
	orDefault(&s.Draws, 1000)
	orDefault(&s.Thin, 1)
	orDefault(&s.Workers, runtime.GOMAXPROCS(0))
	orDefault(&s.MaxDepth, 10)
	if s.TrajectoryLength == 0 {
		s.TrajectoryLength = 1
	}
	if s.Metric != nil {
		if err := s.Metric.Validate(); err != nil {
			return s, err
		}
	}
	if s.Integrator == AutoIntegrator {
		s.Integrator = Leapfrog
		if s.Metric != nil {
			s.Integrator = Split
		}
	}
	if s.Adapt == AutoAdapt {
		s.Adapt = Diagonal
		if s.Metric != nil {
			s.Adapt = StepSizeOnly
		}
	}
	if s.Algorithm == AutoAlgorithm {
		s.Algorithm = NUTS
		if s.Metric != nil && s.Adapt == StepSizeOnly {
			s.Algorithm = HMC
		}
	}
	warmup, accept := 1000, 0.8
	switch {
	case s.searches():
		// Measured by effective draws for a gradient. With some thousands of labels and nearly normal posteriors, 0.9
		// gives as many as 0.85. With some hundred labels, it gives the least certain parameters 1.2 times as many.
		// With a million labels, it gives 1.2 times as many as 0.8.
		warmup, accept = 75, 0.9
	case s.Adapt == StepSizeOnly:
		warmup = 150
	}
	orDefault(&s.Warmup, warmup)
	if s.TargetAccept == 0 {
		s.TargetAccept = accept
	}
	for _, n := range []struct {
		name  string
		value int
	}{
		{"Chains", s.Chains}, {"Draws", s.Draws}, {"Thin", s.Thin}, {"Warmup", s.Warmup}, {"Workers", s.Workers},
		{"MaxDepth", s.MaxDepth}, {"KeepCoordinates", s.KeepCoordinates},
	} {
		if n.value < 0 {
			return s, fmt.Errorf("sampler: %s is negative: %d", n.name, n.value)
		}
	}
	switch {
	case s.MaxDepth > maxMaxDepth:
		return s, fmt.Errorf("sampler: MaxDepth %d is above %d", s.MaxDepth, maxMaxDepth)
	case !(s.TrajectoryLength > 0 && s.TrajectoryLength <= 100):
		return s, fmt.Errorf("sampler: TrajectoryLength %v is not between 0 and 100", s.TrajectoryLength)
	case !(s.TargetAccept > 0 && s.TargetAccept < 1):
		return s, fmt.Errorf("sampler: TargetAccept %v is not between 0 and 1", s.TargetAccept)
	case !(s.FirstStep >= 0 && !math.IsInf(s.FirstStep, 1)):
		return s, fmt.Errorf("sampler: FirstStep %v is negative or not finite", s.FirstStep)
	case s.Algorithm < AutoAlgorithm || s.Algorithm > HMC:
		return s, fmt.Errorf("sampler: no Algorithm %d", s.Algorithm)
	case s.Integrator > Split || s.Integrator < AutoIntegrator:
		return s, fmt.Errorf("sampler: no Integrator %d", s.Integrator)
	case s.Adapt > LowRank || s.Adapt < AutoAdapt:
		return s, fmt.Errorf("sampler: no Adaptation %d", s.Adapt)
	}
	return s, nil
}

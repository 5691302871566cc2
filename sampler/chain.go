package sampler

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/floats"
)

// chain is one chain: its target, state, adaptation and draws.
type chain struct {
	index    int
	settings Settings // resolved
	stepper  *stepper
	path     trajectory
	state    *point
	blocks   Alternating // nil: the target is not
	jumper   Jumper      // nil: the target is not
	steps    stepAdaptation
	report   func(dst, q []float64)
	names    int

	draws       []float64 // iteration × name
	coordinates []float64 // iteration × KeepCoordinates
	stats       []Stat
	begun       Stat // the iterations so far of the draw under way
	iterations  int
	info        ChainInfo
	divergences []Divergence
	tick        func(iterations int, sampling, divergent bool) // called for each draw and iteration of the warm-up
}

// newRand returns the stream of a chain. Seed and chain are mixed, because PCG
// streams with neighbouring states begin alike.
func newRand(seed uint64, chain int) *rand.Rand {
	a := mix(seed)
	return rand.New(rand.NewPCG(a, mix(a^mix(uint64(chain)+1))))
}

// mix is the output function of SplitMix64 (Steele, Lea and Flood 2014).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func newChain(ctx context.Context, index int, t Target, s Settings) *chain {
	metric := s.Metric
	if metric == nil {
		metric = identityMetric(t.Dim())
	}
	var in integrator = leapfrog{}
	if s.Integrator == Split {
		in = split{}
	}
	m := newStepper(ctx, newWhitened(t, metric), in, newRand(s.Seed, index))
	c := &chain{
		index: index, settings: s, stepper: m,
		report: func(dst, q []float64) { copy(dst, q) },
		names:  t.Dim(),
		info:   ChainInfo{Chain: index},
	}
	if r, ok := t.(Reporter); ok {
		c.report, c.names = r.Report, len(r.Names())
	}
	c.blocks, _ = t.(Alternating)
	c.jumper, _ = t.(Jumper)
	switch s.Algorithm {
	case NUTS:
		c.path = &nuts{stepper: m}
	case HMC:
		c.path = &hmc{stepper: m, length: s.TrajectoryLength, delayed: s.DelayedRejection}
	}
	c.path.limit(s.MaxDepth)
	c.steps = newStepAdaptation(s, c.path.maxStep())
	return c
}

// run makes the whole chain, or the part until the context ends.
func (c *chain) run(ctx context.Context) error {
	begin := time.Now()
	if err := c.start(); err != nil {
		return err
	}
	err := c.warmUp(ctx)
	c.info.WarmupTime = time.Since(begin)
	c.info.WarmupGradients = c.stepper.space.gradients
	c.info.Metric, c.info.StepSize = c.stepper.space.metric, c.steps.final()
	if err != nil {
		return err
	}
	c.settle()
	return c.goOn(ctx)
}

// startTries is how often a start is drawn before the chain gives up, as in Stan.
const startTries = 100

var errNoStart = errors.New("the log density or its gradient is not finite at any of 100 starts")

// start finds a state with a finite log density and gradient.
func (c *chain) start() error {
	space := c.stepper.space
	c.state = c.stepper.pool.point(1)
	q := make([]float64, space.metric.Dim())
	for range startTries {
		c.drawStart(q)
		space.metric.Inverse(c.state.x, q)
		space.evaluate(c.state)
		if !math.IsInf(c.state.logp, -1) && allFinite(c.state.g) {
			c.approach()
			return nil
		}
	}
	return errNoStart
}

// approach halves the distance of the start from the centre of a metric that is given, while no trajectory from the
// centre could reach it without a divergence: its energy, less that of the normal density which the metric describes,
// exceeds the centre's by more than [maxEnergyError]. From there a trajectory would gain so much speed that it ends far
// out in a tail where no step is small enough to come back.
func (c *chain) approach() {
	if c.settings.Metric == nil {
		return
	}
	space, at := c.stepper.space, c.state
	center := c.stepper.pool.point(1)
	defer c.stepper.pool.release(center)
	clear(center.x)
	space.evaluate(center)
	for center.logp-at.logp-floats.Dot(at.x, at.x)/2 > maxEnergyError {
		floats.Scale(0.5, at.x)
		space.evaluate(at)
	}
}

func (c *chain) drawStart(q []float64) {
	rng := c.stepper.rng
	switch {
	case c.settings.Start != nil:
		c.settings.Start(rng, c.index, q)
	case c.settings.Metric != nil:
		for i := range q {
			q[i] = 1.5 * rng.NormFloat64()
		}
		c.settings.Metric.Apply(q, q)
	default:
		for i := range q {
			q[i] = 4*rng.Float64() - 2
		}
	}
}

// earlyMaxDepth bounds trajectories until a metric has been learnt.
const earlyMaxDepth = 8

// warmUp adapts the step size and the metric.
func (c *chain) warmUp(ctx context.Context) error {
	n := c.settings.Warmup
	plan := newWindows(n)
	learner := newLearner(c.settings.Adapt, c.stepper.space.metric.Dim(), n)
	if learner != nil {
		// Without a metric, trajectories are as long as allowed, and of little use.
		c.path.limit(min(earlyMaxDepth, c.settings.MaxDepth))
	}
	if err := c.restart(); err != nil {
		return err
	}
	space := c.stepper.space
	for i := range n {
		stat := c.transition(c.steps.next())
		if err := ctx.Err(); err != nil {
			return err
		}
		c.info.Warmup++
		if stat.Divergent {
			c.info.WarmupDivergences++
		}
		c.steps.learn(stat.StepSize, stat.AcceptStat)
		c.tick(1, false, stat.Divergent)
		if learner == nil || !plan.inside(i) {
			continue
		}
		space.position(space.q, c.state)
		space.metric.InverseTranspose(space.gq, c.state.g)
		learner.observe(space.q, space.gq)
		if !plan.closesAfter(i) {
			continue
		}
		if m, ok := learner.metric(space.metric); ok {
			space.adopt(m, c.state)
			c.path.limit(c.settings.MaxDepth)
			if err := c.restart(); err != nil {
				return err
			}
		}
	}
	c.path.limit(c.settings.MaxDepth)
	return nil
}

// transition makes an iteration.
func (c *chain) transition(eps float64) Stat {
	stat := c.move(eps)
	if c.jumper != nil {
		c.jump(&stat)
	}
	return stat
}

// restart begins the adaptation of the step size anew for the present metric.
func (c *chain) restart() error {
	eps := c.settings.FirstStep
	if eps == 0 || c.info.Warmup > 0 {
		// In whitened coordinates the step size is of order 1.
		var err error
		if eps, err = firstStep(c.stepper, c.state, 1, c.path.maxStep()); err != nil {
			return err
		}
	}
	c.steps.restart(eps)
	return nil
}

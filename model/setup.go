package model

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"concord/posterior"
	"concord/sampler"
)

// problem is a model and its labels, ready for evaluation: what all chains share.
type problem struct {
	spec            Spec // resolved
	data            *data
	lik             likelihood
	items, labelers *factor
	itemUnit        []float64 // see [scaleState]
	labelerUnit     []float64
	start           []float64          // coordinates where the posterior lies, z = 0
	marginal        marginalLikelihood // nil: the effects are sampled
	site            meanSite           // of the marginal
}

// compileProblem returns a problem whose working constants are still 0.
func compileProblem(d *data, spec Spec) *problem {
	p := &problem{spec: spec, data: d, lik: newLikelihood(d, spec), itemUnit: ones(d.studies), labelerUnit: ones(d.studies)}
	p.items, p.labelers = newFactors(d)
	return p
}

// density returns the log posterior density of parameters and effects for one goroutine.
func (p *problem) density() *density { return newDensity(p) }

// target returns what is sampled, for one goroutine.
func (p *problem) target() target {
	if p.marginal == nil {
		return newDensity(p)
	}
	return p.newMarginalTarget(p.marginal.fork())
}

func ones(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 1
	}
	return x
}

// setup finds the working constants, the starting point and the metric of a problem.
type setup struct {
	*problem
	d     *density
	em    *em
	found *sampler.Metric // by prepare
}

// newSetup runs the EM and settles the problem at its end.
func newSetup(ctx context.Context, p *problem) (*setup, error) {
	d := p.density()
	k, bases, slots := p.data.studies, p.data.bases(), p.data.slots()
	itemSD, labelerSD, residual := 1.0, 0.5, 1.0
	if p.spec.Family == Gaussian {
		itemSD, labelerSD, residual = 0.6, 0.4, 0.7
	}
	e := &em{
		p: d, lik: d.lik, mu: make([]float64, k), items: newEMFactor(p.items, k, itemSD),
		sd: make([]float64, k), residuals: d.residuals, count: p.data.count,
		gBase: make([]float64, bases), iBase: make([]float64, bases),
		gEffect: make([]float64, slots), iEffect: make([]float64, slots),
	}
	for s := range k {
		e.sd[s] = residual
	}
	if p.labelers != nil {
		e.labelers = newEMFactor(p.labelers, k, labelerSD)
	}
	if err := e.run(ctx, true); err != nil {
		return nil, err
	}
	e.refresh()
	setUnits(p.itemUnit, p.items, e.iEffect)
	if p.labelers != nil {
		setUnits(p.labelerUnit, p.labelers, e.iBase)
	}
	s := &setup{problem: p, d: d, em: e}
	if err := s.settle(); err != nil {
		return nil, err
	}
	p.site = newMeanSite(p.data, e.mu, e.meanInformation())
	at := append([]float64(nil), p.start[:d.hyper]...)
	clear(at[d.mean : d.mean+k])
	if p.marginal = newMarginal(p, at); p.marginal != nil {
		p.start = at
	}
	return s, nil
}

// settle takes from the state of the EM the working constants, information D and D·t
// of each effect, and the starting point.
func (s *setup) settle() error {
	p, d, e := s.problem, s.d, s.em
	k := p.data.studies
	s.anchor()
	p.start = make([]float64, d.dim)
	e.items.coordinates(p.start[d.itemSD:], p.start[d.itemCor:], p.itemUnit, d.cor)
	if p.labelers != nil {
		var cor []float64
		if d.sharedLabelers {
			cor = p.start[d.labelerCor:]
		}
		e.labelers.coordinates(p.start[d.labelerSD:], cor, p.labelerUnit, d.cor)
	}
	for r := range d.residuals {
		p.start[d.residual+r] = math.Log(e.sd[r])
	}
	d.forward(p.start)
	for i := range k {
		p.start[d.mean+i] = e.mu[i] + d.is.mean[i]
		if p.labelers != nil {
			p.start[d.mean+i] += d.ls.mean[i]
		}
	}
	for _, x := range p.start {
		if !finite(x) {
			return errors.New("model: the labels do not determine the model: a standard deviation tends to 0 or infinity")
		}
	}
	return nil
}

// anchor takes the working constants from the state of the EM.
func (s *setup) anchor() {
	e, d := s.em, s.d
	e.refresh()
	if center := s.items.center; center != nil {
		clear(center)
		if s.labelers != nil {
			s.labelers.memberMean(center, e.labelers.b)
		}
		floats.Add(center, e.mu)
	}
	s.items.anchor(e.items.b, e.gEffect, e.iEffect, func(i int) float64 { return d.tau[i%s.data.studies] })
	if s.labelers != nil {
		s.labelers.anchor(e.labelers.b, e.gBase, e.iBase, func(i int) float64 { return d.tau[s.data.baseStudy[i]] })
	}
}

// prepare finds the metric to sample with: that of the EM, corrected by a short pilot
// run. Where each effect has few labels the EM's standard deviations are too small,
// because it takes conditional variances for variances, and the curvature at a point
// says little of how wide the posterior of a standard deviation is.
// It uses as many cores as workers.
func (s *setup) prepare(ctx context.Context, seed uint64, workers int) error {
	s.spread(workers)
	metric, err := s.metric(ctx)
	if err != nil {
		return err
	}
	const chains = 2
	s.spread(workers / chains)
	run, err := sampler.Sample(ctx, func(int) (sampler.Target, error) { return pilot{s.target()}, nil }, sampler.Settings{
		Chains: chains, Warmup: 75, Draws: 75, Seed: seed ^ pilotSeed, Metric: metric, Workers: workers, KeepCoordinates: s.d.hyper,
	})
	if err != nil {
		return err
	}
	s.spread(workers)
	s.found, err = s.learn(ctx, run.Coordinates)
	return err
}

// learn settles the problem where draws of the parameters lie, in the coordinates of the
// sampler, and returns a metric that implies their covariance.
func (s *setup) learn(ctx context.Context, draws *posterior.Draws) (*sampler.Metric, error) {
	x, err := s.adopt(ctx, draws)
	if err != nil {
		return nil, err
	}
	metric, err := s.metric(ctx)
	if err != nil {
		return nil, err
	}
	return metric.MatchCovariance(x), nil
}

const pilotSeed = 0x70696c6f74 // a stream of its own

// adopt settles the problem at the means of draws and returns them, iteration × parameter.
func (s *setup) adopt(ctx context.Context, draws *posterior.Draws) (*mat.Dense, error) {
	d, k, e := s.d, s.data.studies, s.em
	n := draws.Chains() * draws.Iterations()
	x := mat.NewDense(n, d.hyper, nil)
	mean := make([]float64, d.hyper)
	for v := range mean {
		column := slices.Concat(draws.Quantity(v).Chains...)
		x.SetCol(v, column)
		mean[v] = stat.Mean(column, nil)
	}
	// The sign of a scale means nothing.
	unsigned := func(sd int) {
		for i := sd; i < sd+k; i++ {
			mean[i] = 0
			for _, u := range mat.Col(nil, i, x) {
				mean[i] += math.Abs(u) / float64(n)
			}
		}
	}
	unsigned(d.itemSD)
	factor := func(f *emFactor, st *scaleState, sd, cor int) {
		d.scaleForward(mean, st, sd, cor)
		copy(f.c, st.c)
	}
	factor(&e.items, &d.ic, d.itemSD, d.itemCor)
	if s.labelers != nil {
		unsigned(d.labelerSD)
		factor(&e.labelers, &d.lc, d.labelerSD, d.labelerCor)
	}
	for i := range k {
		switch d.residuals {
		case 1:
			e.sd[i] = math.Exp(mean[d.residual])
		case k:
			e.sd[i] = math.Exp(mean[d.residual+i])
		}
	}
	if s.marginal == nil {
		if err := e.run(ctx, false); err != nil {
			return nil, err
		}
		s.anchor()
	}
	clear(s.start)
	copy(s.start, mean)
	return x, nil
}

// pilot reports nothing: the set-up learns from the coordinates of the sampler.
type pilot struct{ target }

// Names implements [sampler.Reporter].
func (pilot) Names() []string { return nil }

// Report implements [sampler.Reporter].
func (pilot) Report(_, _ []float64) {}

// setUnits sets the unit of each scale to a few times the least σ that the labels
// tell from 0: for σ → 0 the information on σ² is ½ Σ I² over the levels, so that σ is known
// to (2/ΣI²)^¼. Below the unit a scale is linear and may pass 0, above it logarithmic.
func setUnits(unit []float64, f *factor, info []float64) {
	const few, widest = 1.5, 2.5
	sum := make([]float64, len(unit))
	if f.starts != nil {
		for s := range unit {
			for _, i := range info[f.starts[s]:f.starts[s+1]] {
				sum[s] += i * i
			}
		}
	} else {
		for j, i := range info {
			sum[j%f.k] += i * i
		}
	}
	for s := range unit {
		unit[s] = math.Min(widest, few*math.Pow(2/sum[s], 0.25))
	}
}

// coordinates stores the coordinates of standard deviations and, if cor is not nil, of
// correlations of the factor's covariance.
func (f *emFactor) coordinates(sd, cor, unit []float64, c correlation) {
	k := c.k
	l := make([]float64, k*k)
	for s := range k {
		v := 0.0
		for t := range s + 1 {
			v += f.c[s*k+t] * f.c[s*k+t]
		}
		v = math.Sqrt(v)
		sd[s] = math.Asinh(v / unit[s])
		for t := range s + 1 {
			l[s*k+t] = f.c[s*k+t] / v
		}
	}
	if cor != nil && f.starts == nil {
		c.unconstrained(cor, l, 5)
	}
}

const lanczosSteps = 80

// metric returns what the curvature at the starting point says of the posterior:
// scale 1 for the z, which are about standard normal, and H_ii^(−1/2) for the rest,
// then the few directions that differ from it.
func (s *setup) metric(ctx context.Context) (*sampler.Metric, error) {
	d := &interruptible{s.target(), ctx}
	scale := ones(d.Dim())
	for i, h := range s.curvature(d) {
		// Flat or convex where the labels say little; the prior is about 1 wide there.
		scale[i] = 1 / math.Sqrt(math.Max(h, 0.5))
	}
	metric, err := sampler.CurvatureMetric(d, s.start, scale, lanczosSteps)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return metric, err
}

// From so many correlations on, what each is worth is estimated from so many probes.
const (
	manyPairs = 150
	probes    = 24
)

// curvature returns minus the second derivatives of the log density at the starting point with
// respect to each parameter, by central differences of the gradient. Of many correlations they are
// estimated: for random signs v the mean of v_i (Hv)_i is H_ii (Bekas, Kokiopoulou and Saad 2007).
func (s *setup) curvature(d sampler.Target) []float64 {
	const h = 1e-3
	hyper := s.d.hyper
	x, up, down := append([]float64(nil), s.start...), make([]float64, d.Dim()), make([]float64, d.Dim())
	// along returns minus the derivative of the gradient along v, of the coordinates that v stands for: those that begin at from.
	along := func(v []float64, from int) []float64 {
		for i, w := range v {
			x[from+i] = s.start[from+i] + h*w
		}
		d.LogProbGrad(up, x)
		for i, w := range v {
			x[from+i] = s.start[from+i] - h*w
		}
		d.LogProbGrad(down, x)
		copy(x[from:], s.start[from:from+len(v)])
		out := make([]float64, len(v))
		for i := range out {
			out[i] = -(up[from+i] - down[from+i]) / (2 * h)
		}
		return out
	}
	out := make([]float64, hyper)
	from, pairs := s.d.itemCor, s.d.cor.size()
	if pairs < manyPairs {
		pairs = 0
	}
	for i := range out {
		if i < from || i >= from+pairs {
			out[i] = along([]float64{1}, i)[0]
		}
	}
	if pairs > 0 {
		rng := rand.New(rand.NewPCG(pilotSeed, uint64(pairs)))
		v := make([]float64, pairs)
		for range probes {
			for i := range v {
				v[i] = float64(1 - 2*rng.IntN(2))
			}
			for i, g := range along(v, from) {
				out[from+i] += v[i] * g / probes
			}
		}
	}
	return out
}

// interruptible is a target without density once the context has ended, which ends
// whatever evaluates it.
type interruptible struct {
	sampler.Target
	ctx context.Context
}

// LogProbGrad implements [sampler.Target].
func (t *interruptible) LogProbGrad(grad, x []float64) float64 {
	if t.ctx.Err() != nil {
		return math.Inf(-1)
	}
	return t.Target.LogProbGrad(grad, x)
}

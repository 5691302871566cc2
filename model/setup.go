package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

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
	start           []float64 // coordinates where the posterior lies, z = 0
}

// compileProblem returns a problem whose working constants are still 0.
func compileProblem(d *data, spec Spec) *problem {
	p := &problem{spec: spec, data: d, lik: newLikelihood(d, spec), itemUnit: ones(d.studies), labelerUnit: ones(d.studies)}
	p.items, p.labelers = newFactors(d)
	return p
}

// density returns the log posterior density for one goroutine.
func (p *problem) density() *density { return newDensity(p) }

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
	d  *density
	em *em
}

// newSetup runs the EM and settles the problem at its end.
func newSetup(p *problem) (*setup, error) {
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
	e.run(true)
	s := &setup{problem: p, d: d, em: e}
	return s, s.settle()
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
	s.items.anchor(e.items.b, e.gEffect, e.iEffect, func(i int) float64 { return d.tau[i%s.data.studies] })
	if s.labelers != nil {
		s.labelers.anchor(e.labelers.b, e.gBase, e.iBase, func(i int) float64 { return d.tau[s.data.baseStudy[i]] })
	}
}

// prepare returns the metric to sample with: that of the EM, corrected by a short pilot
// run. Where each effect has few labels the EM's standard deviations are too small,
// because it takes conditional variances for variances, and the curvature at a point
// says little of how wide the posterior of a standard deviation is.
func (s *setup) prepare(ctx context.Context, seed uint64) (*sampler.Metric, error) {
	metric, err := s.metric()
	if err != nil {
		return nil, err
	}
	run, err := sampler.Sample(ctx, func(int) (sampler.Target, error) { return &pilot{s.density()}, nil }, sampler.Settings{
		Chains: 2, Warmup: 75, Draws: 75, Seed: seed ^ pilotSeed, Metric: metric,
	})
	if err != nil {
		return nil, err
	}
	cov := s.adopt(run.Draws)
	if metric, err = s.metric(); err != nil {
		return nil, err
	}
	return conform(metric, cov), nil
}

const pilotSeed = 0x70696c6f74 // a stream of its own

// adopt settles the problem at the means of the draws of a pilot, and returns their
// covariance, both in the coordinates of the sampler.
func (s *setup) adopt(draws *posterior.Draws) *mat.SymDense {
	d, k, e := s.d, s.data.studies, s.em
	n := draws.Chains() * draws.Iterations()
	x := mat.NewDense(n, d.hyper, nil)
	for v := range d.hyper {
		for c := range draws.Chains() {
			for i, value := range draws.Chain(v, c) {
				x.Set(c*draws.Iterations()+i, v, value)
			}
		}
	}
	mean := make([]float64, d.hyper)
	for v := range mean {
		mean[v] = stat.Mean(mat.Col(nil, v, x), nil)
	}
	// From σ to coordinates: a unit of the posterior's own size, the mean without sign.
	scales := func(sd int, unit []float64) {
		for i := range k {
			sigma := mat.Col(nil, sd+i, x)
			size := make([]float64, n)
			for j, v := range sigma {
				size[j] = math.Abs(v)
			}
			slices.Sort(size)
			unit[i] = scaleUnit * math.Max(size[n/2], 1e-4)
			mean[sd+i] = 0
			for j, v := range sigma {
				u := math.Asinh(v / unit[i])
				x.Set(j, sd+i, u)
				mean[sd+i] += math.Abs(u) / float64(n)
			}
		}
	}
	scales(d.itemSD, s.itemUnit)
	factor := func(f *emFactor, st *scaleState, sd, cor int) {
		d.scaleForward(mean, st, sd, cor)
		copy(f.c, st.c)
	}
	factor(&e.items, &d.ic, d.itemSD, d.itemCor)
	if s.labelers != nil {
		scales(d.labelerSD, s.labelerUnit)
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
	e.run(false)
	s.anchor()
	clear(s.start)
	copy(s.start, mean)
	var cov mat.SymDense
	stat.CovarianceMatrix(&cov, x, nil)
	return &cov
}

// pilot reports the parameters as the sampler moves them, but for standard deviations: those
// as they are, with their sign.
type pilot struct{ *density }

// Names implements [sampler.Reporter].
func (p *pilot) Names() []string {
	names := make([]string, p.hyper)
	for i := range names {
		names[i] = fmt.Sprintf("parameter.%d", i+1)
	}
	return names
}

// Report implements [sampler.Reporter].
func (p *pilot) Report(dst, x []float64) {
	p.forward(x)
	copy(dst, x[:p.hyper])
	copy(dst[p.itemSD:], p.ic.sd)
	if p.labelers != nil {
		copy(dst[p.labelerSD:], p.lc.sd)
	}
}

// scaleUnit is the unit of a standard deviation's coordinate, relative to where the EM
// found it. A posterior that reaches 0 has one mode for units of its width or more.
const scaleUnit = 1.5

// coordinates sets the units, and stores the coordinates of standard deviations and, if
// cor is not nil, of correlations of the factor's covariance.
func (f *emFactor) coordinates(sd, cor, unit []float64, c correlation) {
	k := c.k
	l := make([]float64, k*k)
	for s := range k {
		v := 0.0
		for t := range s + 1 {
			v += f.c[s*k+t] * f.c[s*k+t]
		}
		v = math.Max(math.Sqrt(v), 1e-4)
		unit[s] = scaleUnit * v
		sd[s] = math.Asinh(1 / scaleUnit)
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
func (s *setup) metric() (*sampler.Metric, error) {
	p, d := s.problem, s.d
	scale := make([]float64, d.dim)
	up, down := make([]float64, d.dim), make([]float64, d.dim)
	x := append([]float64(nil), p.start...)
	for i := range scale {
		scale[i] = 1
		if i >= d.hyper {
			continue
		}
		const h = 1e-3
		x[i] = p.start[i] + h
		d.LogProbGrad(up, x)
		x[i] = p.start[i] - h
		d.LogProbGrad(down, x)
		x[i] = p.start[i]
		curvature := -(up[i] - down[i]) / (2 * h)
		// Flat or convex where the labels say little; the prior is about 1 wide there.
		scale[i] = 1 / math.Sqrt(math.Max(curvature, 0.5))
	}
	return sampler.CurvatureMetric(d, p.start, scale, lanczosSteps)
}

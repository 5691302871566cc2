package model

import (
	"errors"
	"math"

	"concord/sampler"
	"concord/study"
)

// problem is a model and its labels, ready for evaluation: what all chains share.
type problem struct {
	spec            Spec // resolved
	data            *data
	lik             likelihood
	items, labelers *factor
	start           []float64 // coordinates where the posterior lies, z = 0
}

// newProblem compiles the labels and sets the working constants of the factors.
func newProblem(t *study.Table, spec Spec) (*problem, error) {
	p := compileProblem(compile(t, spec), spec)
	return p, p.locate()
}

// compileProblem returns a problem whose working constants are still 0.
func compileProblem(d *data, spec Spec) *problem {
	p := &problem{spec: spec, data: d, lik: newLikelihood(d, spec)}
	p.items, p.labelers = newFactors(d)
	return p
}

// density returns the log posterior density for one goroutine.
func (p *problem) density() *density {
	return newDensity(p.data, p.spec, p.lik.fork(), p.items, p.labelers)
}

// locate runs the EM and takes from its end the working constants, information D
// and D·t of each effect, and the starting point.
func (p *problem) locate() error {
	d := p.density()
	k := p.data.studies
	bases, slots := p.data.bases(), p.data.slots()
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
	e.run()
	e.refresh()

	p.items.anchor(e.items.b, e.gEffect, e.iEffect, func(i int) float64 { return d.tau[i%k] })
	if p.labelers != nil {
		p.labelers.anchor(e.labelers.b, e.gBase, e.iBase, func(i int) float64 { return d.tau[p.data.baseStudy[i]] })
	}
	p.start = make([]float64, d.dim)
	copy(p.start[d.mean:], e.mu)
	e.items.coordinates(p.start[d.itemSD:], p.start[d.itemCor:], d.cor)
	if p.labelers != nil {
		var cor []float64
		if d.sharedLabelers {
			cor = p.start[d.labelerCor:]
		}
		e.labelers.coordinates(p.start[d.labelerSD:], cor, d.cor)
	}
	for r := range d.residuals {
		p.start[d.residual+r] = math.Log(e.sd[r])
	}
	for _, x := range p.start {
		if !finite(x) {
			return errors.New("model: the labels do not determine the model: a standard deviation tends to 0 or infinity")
		}
	}
	return nil
}

// anchor sets the working constants from effects b, derivatives g and information
// i of the log-likelihood, which all contain the residual precision tau.
func (f *factor) anchor(b, g, i []float64, tau func(i int) float64) {
	for j := range f.info {
		t := tau(j)
		f.info[j] = i[j] / t
		f.work[j] = (i[j]*b[j] + g[j]) / t
	}
}

// coordinates stores log standard deviations and, if cor is not nil, unconstrained
// correlations of the factor's covariance.
func (f *emFactor) coordinates(sd, cor []float64, c correlation) {
	k := c.k
	if f.starts != nil {
		for s := range k {
			sd[s] = math.Log(math.Max(f.c[s*k+s], 1e-4))
		}
		return
	}
	l := make([]float64, k*k)
	for s := range k {
		v := 0.0
		for t := range s + 1 {
			v += f.c[s*k+t] * f.c[s*k+t]
		}
		v = math.Sqrt(v)
		sd[s] = math.Log(math.Max(v, 1e-4))
		for t := range s + 1 {
			l[s*k+t] = f.c[s*k+t] / v
		}
	}
	if cor != nil {
		c.unconstrained(cor, l, 5)
	}
}

const lanczosSteps = 80

// metric returns what the curvature at the starting point says of the posterior:
// scale 1 for the z, which are about standard normal, and H_ii^(−1/2) for the rest,
// then the few directions that differ from it.
func (p *problem) metric() (*sampler.Metric, error) {
	d := p.density()
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

package model

import "concord/sampler"

// target is a log posterior density whose first coordinates are the parameters.
type target interface {
	sampler.Target
	// locate sets the parameters from x.
	locate(x []float64) *parameters
}

// density is the log posterior density of a hierarchical model in the coordinates
// of the sampler, and its gradient. It implements [sampler.Target] and belongs to
// one goroutine.
type density struct {
	parameters
	lik         likelihood
	baseStudy   []int32
	items       *factor
	labelers    *factor // nil: no labeler effects
	is, ls      *factorState
	base, gBase []float64
}

func newDensity(p *problem) *density {
	d := p.data
	e := &density{
		parameters: newParameters(p), lik: p.lik.fork(),
		baseStudy: d.baseStudy, items: p.items, labelers: p.labelers, is: newFactorState(p.items),
		base: make([]float64, d.bases()), gBase: make([]float64, d.bases()),
	}
	if p.labelers != nil {
		e.ls = newFactorState(p.labelers)
	}
	return e
}

// Dim returns the number of coordinates.
func (p *density) Dim() int { return p.dim }

// LogProbGrad stores the gradient at x in grad and returns the log density up to
// a constant.
func (p *density) LogProbGrad(grad, x []float64) float64 {
	logp := p.forward(x)
	clear(p.taubar)
	logp += p.lik.logLik(p.gBase, p.is.grad, p.base, p.is.effect, p.tau, p.taubar)

	clear(grad[:p.hyper])
	clear(p.muBar)
	for u, s := range p.baseStudy {
		p.muBar[s] += p.gBase[u]
	}
	logp += p.meanBackward(grad)
	for s, g := range p.muBar {
		p.muBar[s] = -g // μ falls when a mean effect rises
	}
	p.items.meanGrad(p.is, p.muBar)
	clear(p.ic.cbar)
	p.items.backward(p.is, grad[p.itemZ:p.labelerZ], x[p.itemZ:p.labelerZ], p.ic.c, p.tau, p.ic.cbar, p.taubar, grad[p.mean:p.mean+p.k])
	logp += p.scaleBackward(grad, x, &p.ic, p.priors.SD, p.itemSD, p.itemCor)
	if p.labelers != nil {
		copy(p.ls.grad, p.gBase)
		p.labelers.meanGrad(p.ls, p.muBar)
		clear(p.lc.cbar)
		p.labelers.backward(p.ls, grad[p.labelerZ:], x[p.labelerZ:], p.lc.c, p.tau, p.lc.cbar, p.taubar, nil)
		logp += p.scaleBackward(grad, x, &p.lc, p.priors.LabelerSD, p.labelerSD, p.labelerCor)
	}
	return logp + p.residualBackward(grad, x)
}

// locate sets parameters and effects from x.
func (p *density) locate(x []float64) *parameters {
	p.forward(x)
	return &p.parameters
}

// forward sets means, effects and bases from x and returns the log density of z.
func (p *density) forward(x []float64) float64 {
	p.residualForward(x)
	p.scaleForward(x, &p.ic, p.itemSD, p.itemCor)
	logp := p.items.forward(p.is, x[p.itemZ:p.labelerZ], p.ic.c, p.tau, x[p.mean:p.mean+p.k])
	for s := range p.k {
		p.mu[s] = x[p.mean+s] - p.is.mean[s]
	}
	if p.labelers == nil {
		for u, s := range p.baseStudy {
			p.base[u] = p.mu[s]
		}
		return logp
	}
	p.scaleForward(x, &p.lc, p.labelerSD, p.labelerCor)
	logp += p.labelers.forward(p.ls, x[p.labelerZ:], p.lc.c, p.tau, nil)
	for s := range p.k {
		p.mu[s] -= p.ls.mean[s]
	}
	for u, s := range p.baseStudy {
		p.base[u] = p.mu[s] + p.ls.effect[u]
	}
	return logp
}

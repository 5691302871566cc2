package model

import (
	"concord/model/family"
	"concord/model/internal/effects"
	"concord/sampler"
)

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
	lik     family.Likelihood
	study   []int32 // of each row
	factors []*effects.Factor
	states  []*effects.State
	// The linear predictor and the derivatives with respect to it. They share memory with the effects in states, but
	// for the rows, which hold a study's mean too.
	at, grad   *family.Predictor
	integrated bool // some effects
}

func newDensity(p *problem) *density {
	e := &density{
		parameters: newParameters(p), lik: p.lik.Fork(), study: p.data.Study, factors: p.factors,
		at: p.data.NewPredictor(0), grad: p.data.NewPredictor(0), integrated: p.data.Integrated(),
	}
	e.at.Further, e.grad.Further = nil, nil
	e.at.Own, e.grad.Own = e.own, e.ownBar
	for t, f := range p.factors {
		st := f.NewState()
		e.states = append(e.states, st)
		switch t {
		case 0:
			e.at.Item, e.grad.Item = st.Effect, st.Grad
		case 1: // see forward
		default:
			e.at.Further, e.grad.Further = append(e.at.Further, st.Effect), append(e.grad.Further, st.Grad)
		}
	}
	return e
}

// Dim returns the number of coordinates.
func (p *density) Dim() int { return p.dim }

// LogProbGrad stores the gradient at x in grad and returns the log density up to
// a constant.
func (p *density) LogProbGrad(grad, x []float64) float64 {
	logp := p.forward(x)
	p.clearBars()
	logp += p.lik.LogLik(p.grad, p.at)

	clear(grad[:p.hyper])
	for u, s := range p.study {
		p.muBar[s] += p.grad.Row[u]
	}
	logp += p.meanBackward(grad)
	for s, g := range p.muBar {
		p.muBar[s] = -g // μ falls when a mean effect rises
	}
	for t, f := range p.factors {
		st, at, scale := p.states[t], p.terms[t], &p.scales[t]
		if t == 1 {
			copy(st.Grad, p.grad.Row)
		}
		p.variancesBackward(t)
		f.MeanGrad(st, p.muBar)
		from, to := at.z, at.z+at.effects
		f.Backward(st, grad[from:to], x[from:to], scale.c, p.tau, scale.cbar, p.tauBar, grad[p.mean:p.mean+p.k])
		logp += p.scaleBackward(grad, x, t)
	}
	return logp + p.ownBackward(grad, x)
}

// locate sets parameters and effects from x.
func (p *density) locate(x []float64) *parameters {
	p.forward(x)
	return &p.parameters
}

// forward sets parameters, effects and rows from x and returns the log density of z.
func (p *density) forward(x []float64) (logp float64) {
	p.ownForward(x)
	copy(p.mu, x[p.mean:p.mean+p.k])
	for t, f := range p.factors {
		p.scaleForward(x, t)
		at := p.terms[t]
		logp += f.Forward(p.states[t], x[at.z:at.z+at.effects], p.scales[t].c, p.tau, x[p.mean:p.mean+p.k])
		for s, m := range p.states[t].Mean {
			p.mu[s] -= m
		}
	}
	if len(p.factors) == 1 {
		for u, s := range p.study {
			p.at.Row[u] = p.mu[s]
		}
		return logp
	}
	effect := p.states[1].Effect
	for u, s := range p.study[:len(effect)] {
		p.at.Row[u] = p.mu[s] + effect[u]
	}
	for u, s := range p.study[len(effect):] {
		p.at.Row[len(effect)+u] = p.mu[s]
	}
	if p.integrated {
		p.variancesForward()
	}
	return logp
}

// variancesForward sets the variances of effects that are integrated out.
func (p *density) variancesForward() {
	for s := range p.k {
		p.at.ItemVariance[s] = p.scales[0].sd[s] * p.scales[0].sd[s]
		p.at.RowVariance[s] = p.scales[1].sd[s] * p.scales[1].sd[s]
	}
}

// variancesBackward adds to the derivatives with respect to C of a term what comes of them: the variance of a study is
// the sum of squares of its row of C.
func (p *density) variancesBackward(term int) {
	if !p.integrated || term > 1 {
		return
	}
	bar := p.grad.ItemVariance
	if term == 1 {
		bar = p.grad.RowVariance
	}
	st := &p.scales[term]
	for s := range p.k {
		for e := range s + 1 {
			st.cbar[s*p.k+e] += 2 * bar[s] * st.c[s*p.k+e]
		}
	}
}

package model

import "math"

// coordinates says where each parameter stands in the vector that the sampler
// moves: for each study μ plus the mean effects of items and labelers, scales (see
// [scaleState]), unconstrained correlations, the logarithms of residual standard
// deviations, then the z of items and labelers (see [factor]).
type coordinates struct {
	k                    int // studies
	mean, itemSD         int
	itemCor              int
	labelerSD            int // −1: no labeler effects
	labelerCor           int // −1: no labeler correlations
	residual, residuals  int // first and number; Bernoulli: none
	hyper                int // number of all the above
	itemZ, labelerZ, dim int
}

func newCoordinates(d *data, spec Spec) coordinates {
	k := d.studies
	pairs := k * (k - 1) / 2
	c := coordinates{k: k, labelerSD: -1, labelerCor: -1}
	take := func(n int) int { at := c.hyper; c.hyper += n; return at }
	c.mean = take(k)
	c.itemSD = take(k)
	c.itemCor = take(pairs)
	if spec.Labelers != NoLabelers {
		c.labelerSD = take(k)
		if spec.Labelers == Shared {
			c.labelerCor = take(pairs)
		}
	}
	if spec.Family == Gaussian {
		c.residuals = 1
		if spec.Residual == StudyResidual {
			c.residuals = k
		}
	}
	c.residual = take(c.residuals)
	c.itemZ = c.hyper
	c.labelerZ = c.itemZ + d.slots()
	c.dim = c.labelerZ
	if spec.Labelers == Shared {
		c.dim += d.labelers * k
	} else if spec.Labelers != NoLabelers {
		c.dim += d.labelers
	}
	return c
}

// parameters are the parameters of a model at one point, with their priors: what the
// densities with and without effects have in common.
type parameters struct {
	coordinates
	priors         scaledPriors
	cor            correlation
	mu, muBar      []float64 // and the derivative of the log-likelihood
	ic, lc         scaleState
	tau, taubar    []float64 // residual precisions; Bernoulli: 1
	sharedLabelers bool
}

func newParameters(p *problem) parameters {
	k := p.data.studies
	e := parameters{
		coordinates: newCoordinates(p.data, p.spec), priors: newScaledPriors(p.spec.Priors, p.data),
		cor: newCorrelation(k, p.spec.Priors.Correlation),
		mu:  make([]float64, k), muBar: make([]float64, k), ic: newScaleState(k, true, p.itemUnit),
		tau: make([]float64, k), taubar: make([]float64, k),
		sharedLabelers: p.spec.Labelers == Shared,
	}
	if p.labelers != nil {
		e.lc = newScaleState(k, e.sharedLabelers, p.labelerUnit)
	}
	return e
}

// meanBackward adds the prior of the means to muBar, stores it in grad, and returns
// the log prior.
func (p *parameters) meanBackward(grad []float64) (logp float64) {
	for s, mu := range p.mu {
		lp, g := p.priors.mean(s, mu)
		logp += lp
		p.muBar[s] += g
		grad[p.mean+s] = p.muBar[s]
	}
	return logp
}

// scaleForward sets C from the coordinates of scales and correlations.
func (p *parameters) scaleForward(x []float64, st *scaleState, sd, cor int) {
	k := p.k
	for s := range k {
		st.sd[s] = st.unit[s] * math.Sinh(x[sd+s])
	}
	if st.l == nil {
		for s := range k {
			st.c[s*k+s] = st.sd[s]
		}
		return
	}
	p.cor.factor(st.l, x[cor:])
	for s := range k {
		for e := range s + 1 {
			st.c[s*k+e] = st.sd[s] * st.l[s*k+e]
		}
	}
}

// scaleBackward adds to grad the derivatives of the priors of standard deviations
// and correlations and of what depends on C, and returns the log prior.
func (p *parameters) scaleBackward(grad, x []float64, st *scaleState, prior Prior, sd, cor int) (logp float64) {
	k := p.k
	for s := range k {
		u := x[sd+s]
		lp, g := p.priors.sd(prior, s, math.Abs(st.sd[s]))
		logp += lp + logCosh(u)
		g = math.Copysign(g, g*st.sd[s])
		if st.l == nil {
			g += st.cbar[s*k+s]
		} else {
			for e := range s + 1 {
				g += st.cbar[s*k+e] * st.l[s*k+e]
				st.lbar[s*k+e] = st.cbar[s*k+e] * st.sd[s]
			}
		}
		grad[sd+s] += math.Tanh(u) + g*st.unit[s]*math.Cosh(u)
	}
	if st.l != nil && k > 1 {
		logp += p.cor.backward(grad[cor:], st.lbar, st.l, x[cor:])
	}
	return logp
}

// residualBackward adds to grad the derivatives with respect to the logarithms of
// the residual standard deviations and returns their log prior.
func (p *parameters) residualBackward(grad, x []float64) (logp float64) {
	for r := range p.residuals {
		i := p.residual + r
		sd := math.Exp(x[i])
		lp, g := p.priors.sd(p.priors.SD, r, sd)
		logp += lp + x[i]
		grad[i] += 1 + g*sd
	}
	if p.residuals > 0 {
		for s := range p.k {
			i := p.residual + s
			if p.residuals == 1 {
				i = p.residual
			}
			grad[i] -= 2 * p.tau[s] * p.taubar[s]
		}
	}
	return logp
}

// residualForward sets the residual precisions.
func (p *parameters) residualForward(x []float64) {
	for s := range p.k {
		switch {
		case p.residuals == 0:
			p.tau[s] = 1
		case p.residuals == 1:
			p.tau[s] = math.Exp(-2 * x[p.residual])
		default:
			p.tau[s] = math.Exp(-2 * x[p.residual+s])
		}
	}
}

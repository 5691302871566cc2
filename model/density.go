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

// density is the log posterior density of a hierarchical model in the coordinates
// of the sampler, and its gradient. It implements [sampler.Target] and belongs to
// one goroutine.
type density struct {
	coordinates
	priors         Priors
	lik            likelihood
	baseStudy      []int32
	mu, muBar      []float64
	items          *factor
	labelers       *factor // nil: no labeler effects
	cor            correlation
	is, ls         *factorState
	ic, lc         scaleState
	base, gBase    []float64
	tau, taubar    []float64
	sharedLabelers bool
}

// scaleState is the Cholesky factor C = S·L of a factor's covariance. The diagonal of S
// is unit·sinh(u): like a logarithm where σ is large, and through 0 to the other sign
// where σ may be 0, so that there is no boundary and no long tail of log σ → −∞. A
// change of sign is the same density mirrored: σ is its absolute value, and ρ changes sign.
type scaleState struct {
	unit    []float64 // about the size of σ
	sd      []float64 // signed
	c, cbar []float64 // C and the derivative with respect to it
	l, lbar []float64 // the correlation's Cholesky factor; nil: no correlations
}

func newScaleState(k int, correlated bool, unit []float64) scaleState {
	s := scaleState{unit: unit, c: make([]float64, k*k), cbar: make([]float64, k*k), sd: make([]float64, k)}
	if correlated {
		s.l, s.lbar = make([]float64, k*k), make([]float64, k*k)
	}
	return s
}

// correlations stores the correlations of CCᵀ, row by row below the diagonal.
func (st *scaleState) correlations(dst []float64) {
	k := len(st.sd)
	for i := range k {
		for j := range i {
			v := 0.0
			for m := range j + 1 {
				v += st.l[i*k+m] * st.l[j*k+m]
			}
			if st.sd[i] < 0 != (st.sd[j] < 0) {
				v = -v
			}
			dst[pairIndex(i, j)] = v
		}
	}
}

func newDensity(p *problem) *density {
	d, spec := p.data, p.spec
	k := d.studies
	e := &density{
		coordinates: newCoordinates(d, spec), priors: spec.Priors, lik: p.lik.fork(),
		baseStudy: d.baseStudy, items: p.items, labelers: p.labelers,
		mu: make([]float64, k), muBar: make([]float64, k),
		cor: correlation{k: k, shape: spec.Priors.Correlation},
		is:  newFactorState(p.items), ic: newScaleState(k, true, p.itemUnit),
		base: make([]float64, d.bases()), gBase: make([]float64, d.bases()),
		tau: make([]float64, k), taubar: make([]float64, k),
		sharedLabelers: spec.Labelers == Shared,
	}
	if p.labelers != nil {
		e.ls, e.lc = newFactorState(p.labelers), newScaleState(k, e.sharedLabelers, p.labelerUnit)
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
	for s := range p.k {
		lp, g := p.priors.Mean.LogDensity(p.mu[s])
		logp += lp
		p.muBar[s] += g
		grad[p.mean+s] = p.muBar[s]
		p.muBar[s] = -p.muBar[s] // μ falls when a mean effect rises
	}
	p.items.meanGrad(p.is, p.muBar)
	clear(p.ic.cbar)
	p.items.backward(p.is, grad[p.itemZ:p.labelerZ], p.ic.c, p.tau, p.ic.cbar, p.taubar)
	logp += p.scaleBackward(grad, x, &p.ic, p.itemSD, p.itemCor)
	if p.labelers != nil {
		copy(p.ls.grad, p.gBase)
		p.labelers.meanGrad(p.ls, p.muBar)
		clear(p.lc.cbar)
		p.labelers.backward(p.ls, grad[p.labelerZ:], p.lc.c, p.tau, p.lc.cbar, p.taubar)
		logp += p.scaleBackward(grad, x, &p.lc, p.labelerSD, p.labelerCor)
	}
	return logp + p.residualBackward(grad, x)
}

// forward sets means, effects and bases from x and returns the log density of z.
func (p *density) forward(x []float64) float64 {
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
	p.scaleForward(x, &p.ic, p.itemSD, p.itemCor)
	logp := p.items.forward(p.is, x[p.itemZ:p.labelerZ], p.ic.c, p.tau)
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
	logp += p.labelers.forward(p.ls, x[p.labelerZ:], p.lc.c, p.tau)
	for s := range p.k {
		p.mu[s] -= p.ls.mean[s]
	}
	for u, s := range p.baseStudy {
		p.base[u] = p.mu[s] + p.ls.effect[u]
	}
	return logp
}

// scaleForward sets C from the coordinates of scales and correlations.
func (p *density) scaleForward(x []float64, st *scaleState, sd, cor int) {
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
func (p *density) scaleBackward(grad, x []float64, st *scaleState, sd, cor int) (logp float64) {
	k := p.k
	for s := range k {
		u := x[sd+s]
		lp, g := p.priors.SD.LogDensity(math.Abs(st.sd[s]))
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
func (p *density) residualBackward(grad, x []float64) (logp float64) {
	for r := range p.residuals {
		i := p.residual + r
		sd := math.Exp(x[i])
		lp, g := p.priors.SD.LogDensity(sd)
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

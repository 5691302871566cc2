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
	// κ of items' coordinates and their z, see skewness; nil: none.
	skew, z []float64
	skewed  skewness
	nesting nesting
	means   meanWidths
}

func newDensity(p *problem) *density {
	e := &density{
		parameters: newParameters(p), lik: p.lik.Fork(), study: p.data.Study, factors: p.factors,
		integrated: p.data.Integrated(), skew: p.skew, z: make([]float64, len(p.skew)),
	}
	e.nesting, e.means = newNesting(p, &e.parameters), newMeanWidths(p)
	predictor := func(own []float64) *family.Predictor {
		at := &family.Predictor{
			Row: make([]float64, len(e.study)), Own: own,
			ItemVariance: make([]float64, e.k), RowVariance: make([]float64, e.k),
		}
		if p.data.Slopes {
			at.Slope = make([]float64, len(e.study))
		}
		return at
	}
	e.at, e.grad = predictor(e.own), predictor(e.ownBar)
	for t, f := range p.factors {
		st := f.NewState()
		e.states = append(e.states, st)
		switch t {
		case p.data.SlopeTerm(): // see forward
		case p.data.NoiseTerm():
			e.at.Noise, e.grad.Noise = st.Effect, st.Grad
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
func (ds *density) Dim() int { return ds.dim }

// LogProbGrad stores the gradient at x in grad and returns the log density up to
// a constant.
func (ds *density) LogProbGrad(grad, x []float64) float64 {
	logp := ds.forward(x)
	ds.clearBars()
	logp += ds.lik.LogLik(ds.grad, ds.at)
	if ds.loadings != nil {
		ds.unitBackward()
	}

	clear(grad[:ds.hyper])
	for u, s := range ds.study {
		ds.muBar[s] += ds.grad.Row[u]
	}
	if len(ds.factors) > 1 {
		copy(ds.states[1].Grad, ds.grad.Row)
	}
	ds.followBackward(grad, x)
	logp += ds.meanBackward(grad)
	means := grad[ds.mean : ds.mean+ds.k]
	offsetBar := ds.means.meanBackward(means, ds.moved)
	for s, g := range ds.muBar {
		ds.muBar[s] = -g // μ falls when a mean effect rises
	}
	if ds.slopes != nil {
		logp += ds.slopesBackward(ds.grad.Slope)
	}
	for t, f := range ds.factors {
		st, at, scale := ds.states[t], ds.terms[t], &ds.scales[t]
		switch {
		case t == ds.noise, ds.nesting.of[t]:
			continue
		case ds.isSlopes(t):
			copy(st.Grad, ds.grad.Slope)
		default:
			ds.variancesBackward(t)
			f.MeanGrad(st, ds.muBar)
		}
		bar, z := grad[at.z:at.z+at.effects], x[at.z:at.z+at.effects]
		if t == 0 && ds.skew != nil {
			z = ds.z
		}
		xbar := offsetBar
		if ds.isSlopes(t) {
			xbar = ds.slopes.scaleBar
		}
		f.Backward(st, bar, z, scale.c, ds.nesting.tau[t], scale.cbar, ds.nesting.tauBar[t], xbar)
		if t == 0 && ds.skew != nil {
			ds.skewed.backward(bar)
		}
	}
	ds.means.backward(means, x[ds.mean:ds.mean+ds.k], &ds.scales[0])
	if ds.nesting.nests != nil {
		ds.nesting.widthsBackward(ds.tau, ds.tauBar, func(term, s int) float64 { return ds.scales[term].sd[s] },
			func(term, s int, g float64) { ds.scales[term].cbar[s*ds.k+s] += g })
	}
	for t := range ds.factors {
		if t != ds.noise {
			logp += ds.scaleBackward(grad, x, t)
		}
	}
	logp += ds.ownBackward(grad, x)
	if ds.noise >= 0 {
		logp += ds.noiseBackward(grad, x)
	}
	return logp
}

// locate sets parameters and effects from x.
func (ds *density) locate(x []float64) *parameters {
	ds.forward(x)
	return &ds.parameters
}

// effects returns the effects of a term.
func (ds *density) effects(term int) []float64 { return ds.states[term].Effect }

// forward sets parameters, effects and rows from x and returns the log density of z.
func (ds *density) forward(x []float64) (logp float64) {
	if ds.noise >= 0 {
		logp += ds.noiseForward(x)
	}
	ds.ownForward(x)
	for t := range ds.factors {
		if t != ds.noise {
			ds.scaleForward(x, t)
		}
	}
	logp += ds.means.forward(&ds.scales[0], ds.states[0], x[ds.mean:ds.mean+ds.k])
	for s, unit := range ds.unit {
		ds.moved[s] = unit * ds.means.width[s] * x[ds.mean+s]
	}
	copy(ds.mu, ds.moved)
	if ds.nesting.nests != nil {
		ds.nesting.widths(ds.tau, func(term, s int) float64 { return ds.scales[term].sd[s] })
	}
	for t, f := range ds.factors {
		if t == ds.noise || ds.nesting.of[t] {
			continue
		}
		at := ds.terms[t]
		z := x[at.z : at.z+at.effects]
		if t == 0 && ds.skew != nil {
			logp += ds.skewed.forward(ds.z, z, ds.skew)
			z = ds.z
		}
		if ds.isSlopes(t) {
			logp += f.Forward(ds.states[t], z, ds.scales[t].c, ds.nesting.tau[t], ds.slopes.scale)
			ds.slopesForward(ds.at.Slope, ds.states[t].Effect)
			continue
		}
		logp += f.Forward(ds.states[t], z, ds.scales[t].c, ds.nesting.tau[t], ds.means.offset)
		for s, m := range ds.states[t].Mean {
			ds.mu[s] -= m
		}
	}
	logp += ds.follow(x)
	ds.scaleItems(ds.states[0].Effect)
	if len(ds.factors) == 1 {
		for u, s := range ds.study {
			ds.at.Row[u] = ds.mu[s]
		}
		return logp
	}
	effect := ds.states[1].Effect
	for u, s := range ds.study[:len(effect)] {
		ds.at.Row[u] = ds.mu[s] + effect[u]
	}
	for u, s := range ds.study[len(effect):] {
		ds.at.Row[len(effect)+u] = ds.mu[s]
	}
	if ds.integrated {
		ds.variancesForward()
	}
	return logp
}

// variancesForward sets the variances of effects that are integrated out.
func (ds *density) variancesForward() {
	for s := range ds.k {
		ds.at.ItemVariance[s] = ds.scales[0].sd[s] * ds.scales[0].sd[s]
		ds.at.RowVariance[s] = ds.scales[1].sd[s] * ds.scales[1].sd[s]
	}
}

// variancesBackward adds to the derivatives with respect to C of a term what comes of them: the variance of a study is
// the sum of squares of its row of C.
func (ds *density) variancesBackward(term int) {
	if !ds.integrated || term > 1 {
		return
	}
	bar := ds.grad.ItemVariance
	if term == 1 {
		bar = ds.grad.RowVariance
	}
	st := &ds.scales[term]
	for s := range ds.k {
		for e := range s + 1 {
			st.cbar[s*ds.k+e] += 2 * bar[s] * st.c[s*ds.k+e]
		}
	}
}

// scaleItems multiplies what is of the items' effects, or of derivatives with respect to them, by the units of their
// studies.
func (ds *density) scaleItems(v []float64) {
	for s, unit := range ds.unit {
		if unit == 1 {
			continue
		}
		for at := s; at < len(v); at += ds.k {
			v[at] *= unit
		}
	}
}

// unitBackward carries derivatives with respect to items' effects over to those in units of their studies, and to the
// units.
func (ds *density) unitBackward() {
	effect, grad := ds.states[0].Effect, ds.states[0].Grad
	for s := range ds.unit {
		for at := s; at < len(grad); at += ds.k {
			ds.unitBar[s] += effect[at] * grad[at]
		}
	}
	ds.scaleItems(grad)
}

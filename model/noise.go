package model

import (
	"math"

	"concord/model/internal/effects"
)

// noiseForward sets the effects of labelers on the logarithm of the residual's standard deviation from x, with the mean
// of each study, which is part of the coordinate of log σ_s, and returns the log density of their z. It comes before
// what needs σ.
func (ds *density) noiseForward(x []float64) (logp float64) {
	t, st := ds.noise, ds.states[ds.noise]
	ds.scaleForward(x, t)
	at := ds.terms[t]
	logp = ds.factors[t].Forward(st, x[at.z:at.z+at.effects], ds.scales[t].c, ds.unitTau, nil)
	copy(ds.noiseMean, st.Mean)
	return logp
}

// noiseBackward sets the derivatives with respect to the z of those effects, given those of the likelihood and of
// log σ_s, and returns the log prior of their standard deviations and correlations. It comes last.
func (ds *density) noiseBackward(grad, x []float64) (logp float64) {
	t, st, scale := ds.noise, ds.states[ds.noise], &ds.scales[ds.noise]
	for s := range ds.k {
		ds.muBar[s] = -grad[ds.ownAt(s, 0)] // log σ_s falls when the mean effect rises
	}
	ds.factors[t].MeanGrad(st, ds.muBar)
	at := ds.terms[t]
	from, to := at.z, at.z+at.effects
	ds.factors[t].Backward(st, grad[from:to], x[from:to], scale.c, ds.unitTau, scale.cbar, ds.muBar, nil)
	return ds.scaleBackward(grad, x, t)
}

// noiseStep is a Newton step for those effects: what the labels say of a row's σ are the squares of residuals, with the
// conditional variances of all effects that they are less.
func (e *em) noiseStep(c *effects.Conditional) {
	item := e.terms[0].Variance
	for u, s := range e.data.Study {
		sigma := e.at.Own[int(s)*e.ownCount] * math.Exp(c.Effect[u])
		slope, square := 1.0, 0.0
		if e.at.Slope != nil {
			slope = e.at.Slope[u]
		}
		for n := e.data.Start[u]; n < e.data.Start[u+1]; n++ {
			square += e.terms[1].Variance[u]
			if !e.averages(0) {
				square += slope * slope * item[e.data.Item[n]]
			}
			for f, cells := range e.data.Further {
				square += e.terms[2+f].Variance[cells[n]]
			}
		}
		e.grad.Noise[u] += square / (sigma * sigma)
	}
	c.Step(e.grad.Noise, e.info.Noise, emMaxOwn)
	for s, m := range c.Centre() {
		e.at.Own[s*e.ownCount] *= math.Exp(m)
	}
}

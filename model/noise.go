package model

import (
	"slices"

	"concord/model/internal/effects"
)

// labelerNoise is the block of the effects of labelers on the logarithm of the residual's standard deviation, with
// their scales. Their mean in each study is part of the coordinate of log σ_s, so that the block comes before σ.
type labelerNoise struct {
	scales
	term     int
	factor   *effects.Factor
	state    *effects.State
	tau, bar []float64 // ones; scratch
}

func newLabelerNoise(p *problem, ps *parameters, st *effects.State) *labelerNoise {
	return &labelerNoise{
		scales: scales{parameters: ps, of: []int{ps.noise}}, term: ps.noise, factor: p.factors[ps.noise], state: st,
		tau: slices.Repeat([]float64{1}, ps.k), bar: make([]float64, ps.k),
	}
}

func (ln *labelerNoise) size() int { return ln.scales.size() + ln.terms[ln.term].effects }

// forward implements [block].
func (ln *labelerNoise) forward(x []float64) {
	ln.scales.forward(x)
	at := ln.terms[ln.term]
	ln.logp += ln.factor.Forward(ln.state, x[at.z:at.z+at.effects], ln.parameters.scales[ln.term].c, ln.tau, nil)
	copy(ln.noiseMean, ln.state.Mean)
}

// backward implements [block].
func (ln *labelerNoise) backward(grad, x []float64) {
	at, scale := ln.terms[ln.term], &ln.parameters.scales[ln.term]
	for s := range ln.k {
		ln.bar[s] = -grad[ln.ownAt(s, 0)] // log σ_s falls when the mean effect rises
	}
	ln.factor.MeanGrad(ln.state, ln.bar)
	from, to := at.z, at.z+at.effects
	ln.factor.Backward(ln.state, grad[from:to], x[from:to], scale.c, ln.tau, scale.cbar, ln.bar, nil)
	ln.scales.backward(grad, x)
}

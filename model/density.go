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
	lik    family.Likelihood
	blocks blocks
	// Those that are asked for more than the density.
	widths  *meanWidths // nil: all are 1
	nesting *nesting
	effects *termEffects
	sees    *predictor
}

func newDensity(p *problem) *density {
	ds := &density{parameters: newParameters(p), lik: p.lik.Fork()}
	ps := &ds.parameters
	ds.nesting = newNesting(p, ps)
	first, states := make([]int, len(ps.terms)), make([]*effects.State, len(ps.terms))
	for t, at := range ps.terms {
		first[t], states[t] = at.z, p.factors[t].NewState()
	}
	ds.effects = newTermEffects(p, ps, ds.nesting, states, first)
	ds.sees = newPredictor(p, ps, ds.effects.states)
	if ps.noise >= 0 {
		ds.blocks = append(ds.blocks, newLabelerNoise(p, ps, ds.effects.states[ps.noise]))
	}
	ds.blocks = append(ds.blocks, ownParameters{ps}, ps.allScales())
	if p.meanExponent != nil {
		ds.widths = newMeanWidths(p, ps, ds.effects.states[0])
		ds.effects.widths = ds.widths
		ds.blocks = append(ds.blocks, ds.widths)
	}
	if p.nests == nil {
		ds.blocks = append(ds.blocks, ds.effects, ds.effects.means(), ds.sees)
		return ds
	}
	ds.blocks = append(ds.blocks, nestWidths{ds.nesting}, ds.effects, ds.effects.means(),
		nestedEffects{ds.nesting, ds.effects}, ds.sees)
	return ds
}

// Dim returns the number of coordinates.
func (ds *density) Dim() int { return ds.dim }

// LogProbGrad stores the gradient at x in grad and returns the log density up to
// a constant.
func (ds *density) LogProbGrad(grad, x []float64) float64 {
	ds.blocks.forward(&ds.parameters, x)
	ds.clearBars()
	clear(grad[:ds.hyper])
	ds.logp += ds.lik.LogLik(ds.sees.grad, ds.sees.at)
	ds.blocks.backward(grad, x)
	return ds.logp
}

// locate sets parameters and effects from x.
func (ds *density) locate(x []float64) *parameters {
	ds.blocks.forward(&ds.parameters, x)
	return &ds.parameters
}

// effectsOf returns the effects of a term.
func (ds *density) effectsOf(term int) []float64 { return ds.effects.states[term].Effect }

package model

import "concord/model/internal/effects"

// termEffects is the block of the effects of terms, but for those of facets within other terms ([nesting]) and of
// labelers on the residual ([labelerNoise]). Slopes among them have σ for their mean.
type termEffects struct {
	*parameters
	of      []int // the terms
	first   []int // first z of each of all terms
	factors []*effects.Factor
	states  []*effects.State
	nesting *nesting
	widths  *meanWidths // nil: items are offset by the coordinates of means
	// κ of items' coordinates and their z, see skewness; nil: none.
	skew, z []float64
	skewed  skewness
}

// newTermEffects returns the block of the terms that have states; first holds the first z of each.
func newTermEffects(p *problem, ps *parameters, nt *nesting, states []*effects.State, first []int) *termEffects {
	te := &termEffects{
		parameters: ps, first: first, factors: p.factors, nesting: nt, states: states,
		skew: p.skew, z: make([]float64, len(p.skew)),
	}
	for t, st := range states {
		if st != nil && t != ps.noise && !nt.of[t] {
			te.of = append(te.of, t)
		}
	}
	return te
}

func (te *termEffects) size() (n int) {
	for _, t := range te.of {
		n += te.terms[t].effects
	}
	return n
}

// means returns the block of the means, with those of the effects that are added.
func (te *termEffects) means() means {
	me := means{parameters: te.parameters, widths: te.widths}
	for _, t := range te.of {
		if !te.isSlopes(t) {
			me.effects = append(me.effects, te.states[t])
		}
	}
	return me
}

// zOf returns the part of coordinates, or of derivatives, that is of the effects of a term.
func (te *termEffects) zOf(x []float64, term int) []float64 {
	return x[te.first[term] : te.first[term]+te.terms[term].effects]
}

// forward implements [block].
func (te *termEffects) forward(x []float64) {
	offset := x[te.mean : te.mean+te.k]
	if te.widths != nil {
		offset = te.widths.offset
	}
	for _, t := range te.of {
		z, by := te.zOf(x, t), offset
		if t == 0 && te.skew != nil {
			te.logp += te.skewed.forward(te.z, z, te.skew)
			z = te.z
		}
		if te.isSlopes(t) {
			by = te.slopes.scale
		}
		te.logp += te.factors[t].Forward(te.states[t], z, te.scales[t].c, te.nesting.tau[t], by)
	}
}

// backward implements [block], given the derivatives with respect to the effects in their states.
func (te *termEffects) backward(grad, x []float64) {
	for s, g := range te.muBar {
		te.muBar[s] = -g // μ falls when a mean effect rises
	}
	if te.slopes != nil {
		te.logp += te.slopesBackward(te.states[te.slopes.term].Grad)
	}
	offsetBar := grad[te.mean : te.mean+te.k]
	if te.widths != nil {
		offsetBar = te.widths.offsetBar
	}
	for _, t := range te.of {
		st, f, bar, z, by := te.states[t], te.factors[t], te.zOf(grad, t), te.zOf(x, t), offsetBar
		if te.isSlopes(t) {
			by = te.slopes.scaleBar
		} else {
			f.MeanGrad(st, te.muBar)
		}
		if t == 0 && te.skew != nil {
			z = te.z
		}
		f.Backward(st, bar, z, te.scales[t].c, te.nesting.tau[t], te.scales[t].cbar, te.nesting.tauBar[t], by)
		if t == 0 && te.skew != nil {
			te.skewed.backward(bar)
		}
	}
}

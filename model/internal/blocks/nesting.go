package blocks

import "concord/model/internal/effects"

// Nesting is the state of facets within other terms during an evaluation.
type Nesting struct {
	*Point
	Nests   []*Nest
	factors []*effects.Factor
	// By term: it lies within others; facets follow it.
	of, Followed []bool
	// By term, the value used as τ, study by study, and the derivatives. Terms that no facet follows share the slices
	// of the parameters.
	Tau, tauBar [][]float64
	width       [][]float64 // by nest and study: σ²τD̄
}

func NewNesting(p *Frame, ps *Point) *Nesting {
	terms := len(p.Factors)
	n := &Nesting{Point: ps, Nests: p.Nests, factors: p.Factors, of: make([]bool, terms),
		Followed: make([]bool, terms)}
	for range p.Factors {
		n.Tau, n.tauBar = append(n.Tau, ps.Tau), append(n.tauBar, ps.tauBar)
	}
	for _, nest := range p.Nests {
		n.of[nest.Term] = true
		n.width = append(n.width, make([]float64, ps.K))
		for _, f := range nest.After {
			n.Followed[f.Term] = true
			n.Tau[f.Term], n.tauBar[f.Term] = make([]float64, ps.K), make([]float64, ps.K)
		}
	}
	return n
}

// NestWidths is the block that sets the value used as τ for terms that facets follow.
type NestWidths struct{ *Nesting }

func (nw NestWidths) Size() int { return 0 }

// Forward implements [Block].
func (nw NestWidths) Forward([]float64) {
	nw.Widths(nw.Point.Tau, func(term, s int) float64 { return nw.Scales[term].SD[s] })
}

// Widths sets the values used as τ and clears the derivatives. Suppose that a facet has effects of variance σ², and
// that the labels of a level have the information τD̄. The facet's effects then take away the share r = x/(1 + x), x =
// σ²τD̄, of the information on another effect that all labels of the level have. They take away θr if only some labels
// have that effect. With several nests, the last goes first, and the one before it starts from the remaining
// information.
func (nt *Nesting) Widths(tau []float64, sd func(term, s int) float64) {
	for t, followed := range nt.Followed {
		if followed {
			copy(nt.Tau[t], tau)
			clear(nt.tauBar[t])
		}
	}
	for i := len(nt.Nests) - 1; i >= 0; i-- {
		n := nt.Nests[i]
		for s := range tau {
			sigma, own := sd(n.Term, s), tau[s]
			if nt.Followed[n.Term] {
				own = nt.Tau[n.Term][s]
			}
			x := sigma * sigma * own * n.Info[s]
			nt.width[i][s] = x
			for _, f := range n.After {
				nt.Tau[f.Term][s] *= (1 + x*(1-f.overlap[s])) / (1 + x)
			}
		}
	}
}

// Backward implements [Block]: the derivatives go to σ and τ.
func (nw NestWidths) Backward([]float64, []float64) {
	nt, ps := nw.Nesting, nw.Point
	for i, n := range nt.Nests {
		for s := range ps.Tau {
			x, bar := nt.width[i][s], 0.0 // with respect to log x
			for _, f := range n.After {
				g := nt.tauBar[f.Term][s] * nt.Tau[f.Term][s]
				bar -= g * x * f.overlap[s] / ((1 + x*(1-f.overlap[s])) * (1 + x))
			}
			sigma := ps.Scales[n.Term].SD[s]
			if x > 0 {
				ps.Scales[n.Term].CBar[s*ps.K+s] += 2 * bar / sigma
				nt.tauBar[n.Term][s] += bar / nt.Tau[n.Term][s]
			}
		}
	}
	for t, followed := range nt.Followed {
		if followed {
			for s := range ps.Tau {
				ps.tauBar[s] += nt.tauBar[t][s] * nt.Tau[t][s] / ps.Tau[s]
			}
		}
	}
}

// NestedEffects is the block of the effects of facets within other terms. It comes after the effects that they
// follow.
type NestedEffects struct {
	*Nesting
	Effects *TermEffects
}

func (ne *NestedEffects) Size() (n int) {
	for _, nest := range ne.Nests {
		n += ne.Terms[nest.Term].Effects
	}
	return n
}

// Forward implements [Block].
func (ne *NestedEffects) Forward(x []float64) {
	for _, n := range ne.Nests {
		st := ne.Effects.States[n.Term]
		for i, s := range n.Study {
			st.Offset[i] = ne.Mu[s] - n.Base[i]
		}
		for i := range n.After {
			f := &n.After[i]
			f.Add(n, st.Offset, ne.Effects.States[f.Term].Effect)
		}
		z := ne.Effects.zOf(x, n.Term)
		ne.LogDensity += ne.factors[n.Term].Forward(st, z, ne.Scales[n.Term].C, ne.Nesting.Tau[n.Term], nil)
	}
}

// Backward implements [Block]: it passes on the derivatives through the effects of facets to μ and to the effects that
// the facets follow.
func (ne *NestedEffects) Backward(grad, x []float64) {
	for i := len(ne.Nests) - 1; i >= 0; i-- {
		n := ne.Nests[i]
		t := n.Term
		st, scale := ne.Effects.States[t], &ne.Scales[t]
		ne.factors[t].Backward(st, ne.Effects.zOf(grad, t), ne.Effects.zOf(x, t), scale.C, ne.Nesting.Tau[t],
			scale.CBar, ne.Nesting.tauBar[t], nil)
		for i, s := range n.Study {
			ne.MuBar[s] += st.OffsetGrad[i]
		}
		for i := range n.After {
			f := &n.After[i]
			f.addBackward(n, ne.Effects.States[f.Term].Grad, st.OffsetGrad)
		}
	}
}

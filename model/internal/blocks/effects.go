package blocks

import "concord/model/internal/effects"

// TermEffects is the block of the effects of all terms but facets within other terms ([Nesting]) and labelers'
// residuals ([LabelerResiduals]). The mean of slopes is σ.
type TermEffects struct {
	*Point
	of      []int // the terms
	first   []int // first z of each of all terms
	Factors []*effects.Factor
	States  []*effects.State
	nesting *Nesting
}

// NewTermEffects returns the block of the terms that have states; first holds the first z of each.
func NewTermEffects(p *Frame, ps *Point, nt *Nesting, states []*effects.State, first []int) *TermEffects {
	te := &TermEffects{Point: ps, first: first, Factors: p.Factors, nesting: nt, States: states}
	for t, st := range states {
		if st != nil && t != ps.ResidualTerm && !nt.of[t] {
			te.of = append(te.of, t)
		}
	}
	return te
}

func (te *TermEffects) Size() (n int) {
	for _, t := range te.of {
		n += te.Terms[t].Effects
	}
	return n
}

// Means returns the block of the means, which takes in the mean effects of these terms.
func (te *TermEffects) Means() *Means {
	me := &Means{Point: te.Point}
	for _, t := range te.of {
		if !te.IsSlopes(t) && te.Of[t].Slopes == "" { // whose mean is part of β, see [Coefficients]
			me.effects = append(me.effects, te.States[t])
		}
	}
	return me
}

// zOf returns the part of coordinates, or of derivatives, that belongs to the effects of a term.
func (te *TermEffects) zOf(x []float64, term int) []float64 {
	return x[te.first[term] : te.first[term]+te.Terms[term].Effects]
}

// Forward implements [Block].
func (te *TermEffects) Forward(x []float64) {
	offset := x[te.Mean : te.Mean+te.K]
	for _, t := range te.of {
		z, by := te.zOf(x, t), offset
		if te.IsSlopes(t) {
			by = te.Slopes.Scale
		}
		te.LogDensity += te.Factors[t].Forward(te.States[t], z, te.Scales[t].C, te.nesting.Tau[t], by)
	}
}

// Backward implements [Block], given the derivatives with respect to the effects in their states.
func (te *TermEffects) Backward(grad, x []float64) {
	for s, g := range te.MuBar {
		te.MuBar[s] = -g // μ falls when a mean effect rises
	}
	if te.Slopes != nil {
		te.LogDensity += te.slopesBackward(te.States[te.Slopes.Term].Grad)
	}
	offsetBar := grad[te.Mean : te.Mean+te.K]
	for _, t := range te.of {
		st, f, bar, z, by := te.States[t], te.Factors[t], te.zOf(grad, t), te.zOf(x, t), offsetBar
		switch {
		case te.IsSlopes(t):
			by = te.Slopes.scaleBar
		case te.Of[t].Slopes == "":
			f.MeanGrad(st, te.MuBar)
		}
		f.Backward(st, bar, z, te.Scales[t].C, te.nesting.Tau[t], te.Scales[t].CBar, te.nesting.tauBar[t], by)
	}
}

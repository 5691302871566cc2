package blocks

import (
	"concord/model/family"
	"concord/model/internal/effects"
)

// Predictor is the block of the values that the likelihood reads: the linear predictor of each row, and items' effects
// in the unit of the labels. It comes last and has no coordinates.
type Predictor struct {
	*Point
	study  []int32 // of each row
	states []*effects.State
	// The linear predictor and the derivatives with respect to it. They share memory with the effects in states, but
	// for the rows, which hold a study's mean too.
	At, Grad   *family.Predictor
	integrated bool // some effects
}

func NewPredictor(p *Frame, ps *Point, states []*effects.State) *Predictor {
	pr := &Predictor{Point: ps, study: p.Data.Study, states: states, integrated: p.Data.Integrated()}
	of := func(own []float64) *family.Predictor {
		at := &family.Predictor{
			Row: make([]float64, len(pr.study)), Own: own,
			ItemVariance: make([]float64, ps.K), RowVariance: make([]float64, ps.K),
		}
		if p.Data.Slopes {
			at.Slope = make([]float64, len(pr.study))
		}
		return at
	}
	pr.At, pr.Grad = of(ps.Own), of(ps.OwnBar)
	for t, st := range states {
		switch {
		case t == 1 || t == p.Data.SlopeTerm(): // see Forward
		case p.Data.Terms[t].Slopes != "": // see [Coefficients]
		case t == p.Data.ResidualTerm():
			pr.At.LogResidual, pr.Grad.LogResidual = st.Effect, st.Grad
		case t == 0:
			pr.At.Item, pr.Grad.Item = st.Effect, st.Grad
		default:
			pr.At.Further, pr.Grad.Further = append(pr.At.Further, st.Effect), append(pr.Grad.Further, st.Grad)
		}
	}
	return pr
}

func (pr *Predictor) Size() int { return 0 }

// Forward implements [Block].
func (pr *Predictor) Forward([]float64) {
	if pr.Slopes != nil {
		pr.slopesForward(pr.At.Slope, pr.states[pr.Slopes.Term].Effect)
	}
	pr.scaleItems(pr.states[0].Effect)
	var effect []float64 // of rows; those after it have none
	if len(pr.states) > 1 {
		effect = pr.states[1].Effect
	}
	for u, s := range pr.study[:len(effect)] {
		pr.At.Row[u] = pr.Mu[s] + effect[u]
	}
	for u, s := range pr.study[len(effect):] {
		pr.At.Row[len(effect)+u] = pr.Mu[s]
	}
	if pr.integrated {
		pr.variancesForward()
	}
}

// Backward implements [Block], given the derivatives with respect to the predictor.
func (pr *Predictor) Backward([]float64, []float64) {
	if pr.Loadings != nil {
		pr.unitBackward()
	}
	for u, s := range pr.study {
		pr.MuBar[s] += pr.Grad.Row[u]
	}
	if len(pr.states) > 1 {
		copy(pr.states[1].Grad, pr.Grad.Row)
	}
	if pr.Slopes != nil {
		copy(pr.states[pr.Slopes.Term].Grad, pr.Grad.Slope)
	}
	if pr.integrated {
		pr.variancesBackward(0)
		pr.variancesBackward(1)
	}
}

// variancesForward sets the variances of effects that are integrated out.
func (pr *Predictor) variancesForward() {
	for s := range pr.K {
		pr.At.ItemVariance[s] = pr.Scales[0].SD[s] * pr.Scales[0].SD[s]
		pr.At.RowVariance[s] = pr.Scales[1].SD[s] * pr.Scales[1].SD[s]
	}
}

// variancesBackward adds to the derivatives with respect to a term's C, given the derivatives with respect to its
// variances. The variance of a study is the sum of squares of its row of C.
func (pr *Predictor) variancesBackward(term int) {
	bar := pr.Grad.ItemVariance
	if term == 1 {
		bar = pr.Grad.RowVariance
	}
	st := &pr.Scales[term]
	for s := range pr.K {
		for e := range s + 1 {
			st.CBar[s*pr.K+e] += 2 * bar[s] * st.C[s*pr.K+e]
		}
	}
}

// scaleItems multiplies the items' effects, or derivatives with respect to them, by the units of their studies.
func (pr *Predictor) scaleItems(v []float64) {
	for s, unit := range pr.Unit {
		if unit == 1 {
			continue
		}
		for at := s; at < len(v); at += pr.K {
			v[at] *= unit
		}
	}
}

// unitBackward turns derivatives with respect to items' effects into derivatives with respect to effects in units of
// their studies, and with respect to the units.
func (pr *Predictor) unitBackward() {
	effect, grad := pr.states[0].Effect, pr.states[0].Grad
	for s := range pr.Unit {
		for at := s; at < len(grad); at += pr.K {
			pr.UnitBar[s] += effect[at] * grad[at]
		}
	}
	pr.scaleItems(grad)
}

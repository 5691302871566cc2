package model

import (
	"concord/model/family"
	"concord/model/internal/effects"
)

// predictor is the block of what the likelihood sees of the parameters and effects: the linear predictor of each row,
// and items' effects in the unit of the labels. It comes last and has no coordinates.
type predictor struct {
	*parameters
	study  []int32 // of each row
	states []*effects.State
	// The linear predictor and the derivatives with respect to it. They share memory with the effects in states, but
	// for the rows, which hold a study's mean too.
	at, grad   *family.Predictor
	integrated bool // some effects
}

func newPredictor(p *problem, ps *parameters, states []*effects.State) *predictor {
	pr := &predictor{parameters: ps, study: p.data.Study, states: states, integrated: p.data.Integrated()}
	of := func(own []float64) *family.Predictor {
		at := &family.Predictor{
			Row: make([]float64, len(pr.study)), Own: own,
			ItemVariance: make([]float64, ps.k), RowVariance: make([]float64, ps.k),
		}
		if p.data.Slopes {
			at.Slope = make([]float64, len(pr.study))
		}
		return at
	}
	pr.at, pr.grad = of(ps.own), of(ps.ownBar)
	for t, st := range states {
		switch t {
		case p.data.SlopeTerm(), 1: // see forward
		case p.data.NoiseTerm():
			pr.at.Noise, pr.grad.Noise = st.Effect, st.Grad
		case 0:
			pr.at.Item, pr.grad.Item = st.Effect, st.Grad
		default:
			pr.at.Further, pr.grad.Further = append(pr.at.Further, st.Effect), append(pr.grad.Further, st.Grad)
		}
	}
	return pr
}

func (pr *predictor) size() int { return 0 }

// forward implements [block].
func (pr *predictor) forward([]float64) {
	if pr.slopes != nil {
		pr.slopesForward(pr.at.Slope, pr.states[pr.slopes.term].Effect)
	}
	pr.scaleItems(pr.states[0].Effect)
	var effect []float64 // of rows; those after it have none
	if len(pr.states) > 1 {
		effect = pr.states[1].Effect
	}
	for u, s := range pr.study[:len(effect)] {
		pr.at.Row[u] = pr.mu[s] + effect[u]
	}
	for u, s := range pr.study[len(effect):] {
		pr.at.Row[len(effect)+u] = pr.mu[s]
	}
	if pr.integrated {
		pr.variancesForward()
	}
}

// backward implements [block], given the derivatives with respect to the predictor.
func (pr *predictor) backward([]float64, []float64) {
	if pr.loadings != nil {
		pr.unitBackward()
	}
	for u, s := range pr.study {
		pr.muBar[s] += pr.grad.Row[u]
	}
	if len(pr.states) > 1 {
		copy(pr.states[1].Grad, pr.grad.Row)
	}
	if pr.slopes != nil {
		copy(pr.states[pr.slopes.term].Grad, pr.grad.Slope)
	}
	if pr.integrated {
		pr.variancesBackward(0)
		pr.variancesBackward(1)
	}
}

// variancesForward sets the variances of effects that are integrated out.
func (pr *predictor) variancesForward() {
	for s := range pr.k {
		pr.at.ItemVariance[s] = pr.scales[0].sd[s] * pr.scales[0].sd[s]
		pr.at.RowVariance[s] = pr.scales[1].sd[s] * pr.scales[1].sd[s]
	}
}

// variancesBackward adds to the derivatives with respect to C of a term what comes of them: the variance of a study is
// the sum of squares of its row of C.
func (pr *predictor) variancesBackward(term int) {
	bar := pr.grad.ItemVariance
	if term == 1 {
		bar = pr.grad.RowVariance
	}
	st := &pr.scales[term]
	for s := range pr.k {
		for e := range s + 1 {
			st.cbar[s*pr.k+e] += 2 * bar[s] * st.c[s*pr.k+e]
		}
	}
}

// scaleItems multiplies what is of the items' effects, or of derivatives with respect to them, by the units of their
// studies.
func (pr *predictor) scaleItems(v []float64) {
	for s, unit := range pr.unit {
		if unit == 1 {
			continue
		}
		for at := s; at < len(v); at += pr.k {
			v[at] *= unit
		}
	}
}

// unitBackward carries derivatives with respect to items' effects over to those in units of their studies, and to the
// units.
func (pr *predictor) unitBackward() {
	effect, grad := pr.states[0].Effect, pr.states[0].Grad
	for s := range pr.unit {
		for at := s; at < len(grad); at += pr.k {
			pr.unitBar[s] += effect[at] * grad[at]
		}
	}
	pr.scaleItems(grad)
}

package blocks

import (
	"concord/model/internal/labels"
)

// Coefficients is the block of the β of covariates. It comes after the [Predictor], to which it adds x′β. The
// coordinate of a β is the β itself in the unit of the study. A judge's study has another unit, see [Loadings].
type Coefficients struct {
	*Point
	of      *labels.Regression
	item    []float64 // effects of items, to which x′β is added; nil: no covariate is theirs alone
	to      []*[]float64
	from    []*[]float64
	betaBar []float64
}

// NewCoefficients returns the block for the predictor of a model with covariates.
func NewCoefficients(p *Frame, ps *Point, at *Predictor) *Coefficients {
	of, k := p.Data.Regression, p.Data.Studies
	ps.Beta = make([]float64, of.Columns*k)
	co := &Coefficients{Point: ps, of: of, betaBar: make([]float64, of.Columns*k)}
	for _, part := range of.Parts {
		switch part.Of {
		case labels.ItemCells:
			co.item = at.At.Item
			at.At.Item = make([]float64, len(co.item))
			co.to, co.from = append(co.to, &at.At.Item), append(co.from, &at.Grad.Item)
		case labels.RowCells:
			co.to, co.from = append(co.to, &at.At.Row), append(co.from, &at.Grad.Row)
		case labels.OwnCells:
			last := len(at.At.Further)
			at.At.Further = append(at.At.Further, make([]float64, p.Data.OwnCells))
			at.Grad.Further = append(at.Grad.Further, make([]float64, p.Data.OwnCells))
			co.to, co.from = append(co.to, &at.At.Further[last]), append(co.from, &at.Grad.Further[last])
		}
	}
	return co
}

// Size implements [Block].
func (co *Coefficients) Size() int { return co.Betas() }

// Forward implements [Block].
func (co *Coefficients) Forward(x []float64) {
	for c := range co.of.Common {
		for s, unit := range co.Unit {
			co.Beta[c*co.K+s] = unit * x[co.BetaAt(c, s)]
		}
	}
	for p := range co.of.Parts {
		part, to := &co.of.Parts[p], *co.to[p]
		switch part.Of {
		case labels.ItemCells:
			copy(to, co.item)
		case labels.OwnCells:
			clear(to)
		}
		part.Add(to, co.Beta, co.K)
	}
}

// Backward implements [Block].
func (co *Coefficients) Backward(grad, x []float64) {
	clear(co.betaBar)
	for p := range co.of.Parts {
		co.of.Parts[p].AddBackward(co.betaBar, *co.from[p], co.K)
	}
	for c := range co.of.Common {
		for s, unit := range co.Unit {
			at := c*co.K + s
			grad[co.BetaAt(c, s)] += unit * co.betaBar[at]
			co.UnitBar[s] += co.Beta[at] * co.betaBar[at]
		}
	}
	logp := 0.0
	for at := co.FirstBeta[0]; at < co.FirstBeta[0]+co.Size(); at++ { // their places are consecutive
		logp -= 0.5 * x[at] * x[at]
		grad[at] -= x[at]
	}
	co.LogDensity += logp
}

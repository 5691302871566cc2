package blocks

import (
	"concord/model/internal/effects"
	"concord/model/internal/labels"
)

// Coefficients is the block of the β of covariates. It comes after the [Predictor], to which it adds x′β and, for
// covariates that labelers have separate slopes of, x b_k. A judge's study has another unit, see [Loadings].
//
// The coordinate of a β is the β itself in the unit of the study. If labelers have slopes β + b_k, and each study has a
// separate β, the coordinate is β plus the mean of the study's b_k. The labels determine the mean slope better than β.
type Coefficients struct {
	*Point
	of      *labels.Regression
	item    []float64 // effects of items, to which x′β is added; nil: no covariate is theirs alone
	own     []float64 // values of own cells; nil: there are none
	ownBar  []float64
	to      []*[]float64
	from    []*[]float64
	betaBar []float64
	slopes  []labelerSlopes
}

// labelerSlopes are the slopes of labelers by one covariate.
type labelerSlopes struct {
	labels.LabelerSlopes
	*effects.State
	factor  *effects.Factor
	mean    []float64 // part of the coordinate of β, by study
	meanBar []float64
}

// NewCoefficients returns the block for the predictor of a model with covariates, given the effects of all terms.
func NewCoefficients(p *Frame, ps *Point, at *Predictor) *Coefficients {
	of, k := p.Data.Regression, p.Data.Studies
	ps.Beta = make([]float64, of.Columns*k)
	co := &Coefficients{Point: ps, of: of, betaBar: make([]float64, of.Columns*k)}
	if p.Data.OwnCells > 0 {
		co.own, co.ownBar = make([]float64, p.Data.OwnCells), make([]float64, p.Data.OwnCells)
		at.At.Further, at.Grad.Further = append(at.At.Further, co.own), append(at.Grad.Further, co.ownBar)
	}
	for _, part := range of.Parts {
		switch part.Of {
		case labels.ItemCells:
			co.item = at.At.Item
			at.At.Item = make([]float64, len(co.item))
			co.to, co.from = append(co.to, &at.At.Item), append(co.from, &at.Grad.Item)
		case labels.RowCells:
			co.to, co.from = append(co.to, &at.At.Row), append(co.from, &at.Grad.Row)
		case labels.OwnCells:
			co.to, co.from = append(co.to, &co.own), append(co.from, &co.ownBar)
		}
	}
	for _, sl := range of.Slopes {
		co.slopes = append(co.slopes, labelerSlopes{sl, at.states[sl.Term], p.Factors[sl.Term], make([]float64, k),
			make([]float64, k)})
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
	clear(co.own)
	for _, sl := range co.slopes {
		if co.movesMean(sl.Column) {
			copy(sl.mean, sl.Mean)
			for s, mean := range sl.mean {
				co.Beta[sl.Column*co.K+s] -= mean
			}
		}
		for cell, level := range sl.Level {
			co.own[cell] += sl.X[cell] * sl.Effect[level]
		}
	}
	for p := range co.of.Parts {
		part, to := &co.of.Parts[p], *co.to[p]
		if part.Of == labels.ItemCells {
			copy(to, co.item)
		}
		part.Add(to, co.Beta, co.K)
	}
}

// movesMean reports whether the mean of labelers' slopes is part of the coordinate of the β of a column.
func (co *Coefficients) movesMean(column int) bool { return co.K == 1 || !co.of.Common[column] }

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
			co.UnitBar[s] += unit * x[co.BetaAt(c, s)] * co.betaBar[at]
		}
	}
	for _, sl := range co.slopes {
		clear(sl.Grad)
		for cell, level := range sl.Level {
			sl.Grad[level] += sl.X[cell] * co.ownBar[cell]
		}
		for s := range sl.meanBar {
			sl.meanBar[s] = -co.betaBar[sl.Column*co.K+s] // β falls when the mean slope rises
		}
	}
	logp := 0.0
	for c, common := range co.of.Common {
		for s := range co.Unit {
			if common && s > 0 {
				break
			}
			logp += co.prior(grad, x, c, s)
		}
	}
	for _, sl := range co.slopes {
		if co.movesMean(sl.Column) {
			sl.factor.MeanGrad(sl.State, sl.meanBar)
		}
	}
	co.LogDensity += logp
}

// prior returns the log prior of the β of a column in a study, and adds its derivatives.
func (co *Coefficients) prior(grad, x []float64, c, s int) (logp float64) {
	at, unit := co.BetaAt(c, s), co.Unit[s]
	beta := x[at]
	for _, sl := range co.slopes {
		if sl.Column == c && co.movesMean(c) {
			mean := sl.mean[s] / unit
			beta -= mean
			sl.meanBar[s] += beta / unit
			co.UnitBar[s] -= beta * mean
		}
	}
	grad[at] -= beta
	return -0.5 * beta * beta
}

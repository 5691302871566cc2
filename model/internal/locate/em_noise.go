package locate

import (
	"math"

	"concord/model/internal/effects"
	"concord/model/internal/tuning"
)

// noiseStep makes a Newton step for the labelers' residuals. The squares of a row's residuals show its σ. The
// conditional variances of all effects are added, because the squares are too small by as much.
func (e *em) noiseStep(c *effects.Conditional) {
	item, own := e.terms[0].Variance, e.slopeVariances()
	for u, s := range e.data.Study {
		sigma := e.at.Own[int(s)*e.OwnCount] * math.Exp(c.Effect[u])
		slope, square := 1.0, 0.0
		if e.at.Slope != nil {
			slope = e.at.Slope[u]
		}
		for n := e.data.Start[u]; n < e.data.Start[u+1]; n++ {
			square += e.terms[1].Variance[u]
			if !e.averages(0) {
				square += slope * slope * item[e.data.Item[n]]
			}
			for f, cells := range e.data.TermCells() {
				square += e.terms[2+f].Variance[cells[n]]
			}
			if own != nil {
				square += own[e.data.Further[len(e.data.Further)-1][n]]
			}
		}
		e.grad.LogResidual[u] += square / (sigma * sigma)
	}
	c.Step(e.grad.LogResidual, e.info.LogResidual, tuning.EMMostStep)
	for s, m := range c.Centre() {
		e.at.Own[s*e.OwnCount] *= math.Exp(m)
	}
}

// slopeVariances returns the conditional variance that the labelers' slopes add in own cells; nil if there are none.
func (e *em) slopeVariances() []float64 {
	if e.regression == nil || len(e.regression.Slopes) == 0 {
		return nil
	}
	sum := make([]float64, e.data.OwnCells)
	for _, sl := range e.regression.Slopes {
		for cell, level := range sl.Level {
			sum[cell] += sl.X[cell] * sl.X[cell] * e.terms[sl.Term].Variance[level]
		}
	}
	return sum
}

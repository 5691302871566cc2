package family

import "concord/model/internal/logistic"

// bernoulliSloped is the likelihood y ~ Bernoulli(logit⁻¹ θ) of labels whose rows have slopes. A positive label has the
// chance logit⁻¹ θ = 1 − logit⁻¹(−θ), so that a row of positive labels is a row of negative labels with row and slope
// negated. All labels are then negative, and their log-likelihood consists of the sums of [logistic.Design.SlopedSums].
type bernoulliSloped struct {
	design  *logistic.Design // row u's negative labels are those of labeler 2u, its positive ones of 2u + 1
	scratch *logistic.Scratch
	working Likelihood
	// Scratch: by such a labeler.
	row, slope, sumRow, sumSlope []float64
}

func newBernoulliSloped(l *Labels) *bernoulliSloped {
	labeler := make([]int32, len(l.Item))
	for u := range l.Study {
		for n := l.Start[u]; n < l.Start[u+1]; n++ {
			labeler[n] = int32(2*u) + int32(l.Value[n])
		}
	}
	b := &bernoulliSloped{
		design:  logistic.NewDesign(labeler, l.Item, 2*len(l.Study), l.ItemCells()),
		working: Pointwise(l, bernoulliDensity{}, 0),
	}
	return b.forked()
}

// Fork implements [Likelihood].
func (bs *bernoulliSloped) Fork() Likelihood { return bs.forked() }

func (bs *bernoulliSloped) forked() *bernoulliSloped {
	c, n := *bs, bs.design.Labelers()
	c.scratch, c.working = bs.design.NewScratch(), bs.working.Fork()
	for _, v := range []*[]float64{&c.row, &c.slope, &c.sumRow, &c.sumSlope} {
		*v = make([]float64, n)
	}
	return &c
}

// LogLik implements [Likelihood].
func (bs *bernoulliSloped) LogLik(grad, at *Predictor) float64 {
	for u, row := range at.Row {
		slope := at.Slope[u]
		bs.row[2*u], bs.row[2*u+1] = row, -row
		bs.slope[2*u], bs.slope[2*u+1] = slope, -slope
	}
	logp := -bs.design.SlopedSums(bs.sumRow, bs.sumSlope, grad.Item, bs.row, bs.slope, at.Item, bs.scratch)
	for u := range at.Row {
		grad.Row[u] = bs.sumRow[2*u+1] - bs.sumRow[2*u]
		grad.Slope[u] = bs.sumSlope[2*u+1] - bs.sumSlope[2*u]
	}
	for j, p := range grad.Item {
		grad.Item[j] = -p
	}
	return logp
}

// Working implements [Likelihood].
func (bs *bernoulliSloped) Working(grad, info, at *Predictor) float64 {
	return bs.working.Working(grad, info, at)
}

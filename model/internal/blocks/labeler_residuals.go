package blocks

import (
	"slices"

	"concord/model/internal/effects"
)

// LabelerResiduals is the block of the effects of labelers on the logarithm of the residual's standard deviation, with
// their scales. Their mean in each study is part of the coordinate of log σ_s, so that the block comes before σ.
type LabelerResiduals struct {
	Scales
	term     int
	factor   *effects.Factor
	state    *effects.State
	tau, bar []float64 // ones; scratch
}

func NewLabelerResiduals(p *Frame, ps *Point, st *effects.State) *LabelerResiduals {
	t := ps.ResidualTerm
	return &LabelerResiduals{
		Scales: Scales{Point: ps, of: []int{t}}, term: t, factor: p.Factors[t], state: st,
		tau: slices.Repeat([]float64{1}, ps.K), bar: make([]float64, ps.K),
	}
}

func (ln *LabelerResiduals) Size() int { return ln.Scales.Size() + ln.Terms[ln.term].Effects }

// Forward implements [Block].
func (ln *LabelerResiduals) Forward(x []float64) {
	ln.Scales.Forward(x)
	at := ln.Terms[ln.term]
	ln.LogDensity += ln.factor.Forward(ln.state, x[at.Z:at.Z+at.Effects], ln.Point.Scales[ln.term].C, ln.tau, nil)
	copy(ln.ResidualMean, ln.state.Mean)
}

// Backward implements [Block].
func (ln *LabelerResiduals) Backward(grad, x []float64) {
	at, scale := ln.Terms[ln.term], &ln.Point.Scales[ln.term]
	for s := range ln.K {
		ln.bar[s] = -grad[ln.OwnAt(s, 0)] // log σ_s falls when the mean effect rises
	}
	ln.factor.MeanGrad(ln.state, ln.bar)
	from, to := at.Z, at.Z+at.Effects
	ln.factor.Backward(ln.state, grad[from:to], x[from:to], scale.C, ln.tau, scale.CBar, ln.bar, nil)
	ln.Scales.Backward(grad, x)
}

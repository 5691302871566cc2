package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"concord/model/internal/effects"
)

// meanWidths are what coordinates of means are multiplied by, study by study. Where labels of most items agree, all of
// a model may be larger by a factor without a difference to the labels: items lie further apart, and the mean of a
// study is the further from where a positive label is as likely as not. So the coordinate u stands for
//
//	μ plus the mean effects = w u,  w = g^(α/2),
//
// where g is how many times the variance of the items' effects is what it was where the constants hold (see
// [effects.Factor]), and α how the variance that effects have given their labels grows with it: 0 where labels say all
// of an item, and 1 where they say next to nothing.
type meanWidths struct {
	*parameters
	exponent []float64 // α; nil: all widths are 1
	items    *effects.Factor
	state    *effects.State // of items
	width    []float64
	slope    []float64 // derivative of log w with respect to the variance
	logBar   []float64 // derivative with respect to log w
	// What items whose effects are offset take for x: x₀ + w(u − x₀), and the derivatives.
	offset, offsetBar []float64
}

func newMeanWidths(p *problem, ps *parameters, items *effects.State) *meanWidths {
	k := ps.k
	return &meanWidths{
		parameters: ps, exponent: p.meanExponent, items: p.factors[0], state: items,
		width: slices.Repeat([]float64{1}, k), slope: make([]float64, k), logBar: make([]float64, k),
		offset: make([]float64, k), offsetBar: make([]float64, k),
	}
}

func (mw *meanWidths) size() int { return 0 }

// forward implements [block]: it sets the widths at the standard deviations of the items' effects and what the items
// take for x.
func (mw *meanWidths) forward(x []float64) {
	coordinate := x[mw.mean : mw.mean+mw.k]
	copy(mw.offset, coordinate)
	for s, alpha := range mw.exponent {
		log, slope := mw.items.SpreadOf(mw.state, s, mw.scales[0].variance(s))
		log, slope = alpha*log/2, alpha*slope/2
		w := math.Exp(log)
		mw.width[s], mw.slope[s] = w, slope
		if mw.items.Center != nil {
			x := mw.items.Center[s]
			mw.offset[s] = x + w*(coordinate[s]-x)
		}
		mw.logp += log
	}
}

// toCoordinates makes of the derivatives in grad, with respect to μ plus the mean effects, those with respect to the
// coordinates.
func (mw *meanWidths) toCoordinates(grad []float64) {
	clear(mw.offsetBar)
	for s, w := range mw.width {
		mw.logBar[s] = 1 + grad[s]*mw.moved[s]
		grad[s] *= w
	}
}

// backward implements [block]: what comes of x, and of the widths to the items' C.
func (mw *meanWidths) backward(grad, x []float64) {
	grad, coordinate, items := grad[mw.mean:mw.mean+mw.k], x[mw.mean:mw.mean+mw.k], &mw.scales[0]
	k := len(mw.width)
	for s, w := range mw.width {
		bar := mw.logBar[s]
		if mw.items.Center != nil {
			grad[s] += w * mw.offsetBar[s]
			bar += mw.offsetBar[s] * w * (coordinate[s] - mw.items.Center[s])
		}
		for e := range s + 1 {
			items.cbar[s*k+e] += 2 * bar * mw.slope[s] * items.c[s*k+e]
		}
	}
}

// rescale makes of the means' coordinates, in draws of the coordinates of parameters, what they stand for, or, if back,
// the other way round.
func (su *setup) rescale(draws *mat.Dense, back bool) {
	d := su.d
	if d.widths == nil {
		return
	}
	n, _ := draws.Dims()
	for i := range n {
		x := draws.RawRowView(i)
		d.allScales().term(x, 0)
		d.widths.forward(x)
		for s, w := range d.widths.width {
			if back {
				w = 1 / w
			}
			x[d.mean+s] *= w
		}
	}
}

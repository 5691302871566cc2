package blocks

import (
	"math"
	"slices"

	"concord/model/internal/effects"
)

// MeanWidths are the factors of the coordinates of means, study by study. If labels of most items agree, a model may be
// scaled by a factor with nearly the same likelihood. Items then lie further apart, and the mean of a study lies
// further from the point at which a positive label is as likely as not. So the coordinate u stands for
//
//	μ plus the mean effects = w u,  w = g^(α/2),
//
// Here g is the variance of the items' effects divided by its value at the constants (see [effects.Factor]). α says how
// the variance of effects given their labels grows with it: 0 if labels determine an item, and 1 if they say almost
// nothing about it.
type MeanWidths struct {
	*Point
	exponent []float64 // α; nil: all widths are 1
	items    *effects.Factor
	state    *effects.State // of items
	Width    []float64
	slope    []float64 // derivative of log w with respect to the variance
	logBar   []float64 // derivative with respect to log w
	// The value of x for items with offset effects, x₀ + w(u − x₀), and the derivatives.
	offset, offsetBar []float64
}

func NewMeanWidths(p *Frame, ps *Point, items *effects.State) *MeanWidths {
	k := ps.K
	return &MeanWidths{
		Point: ps, exponent: p.MeanExponent, items: p.Factors[0], state: items,
		Width: slices.Repeat([]float64{1}, k), slope: make([]float64, k), logBar: make([]float64, k),
		offset: make([]float64, k), offsetBar: make([]float64, k),
	}
}

func (mw *MeanWidths) Size() int { return 0 }

// Forward implements [Block]: it sets the widths at the standard deviations of the items' effects, and the items' value
// of x.
func (mw *MeanWidths) Forward(x []float64) {
	coordinate := x[mw.Mean : mw.Mean+mw.K]
	copy(mw.offset, coordinate)
	for s, alpha := range mw.exponent {
		log, slope := mw.items.SpreadOf(mw.state, s, mw.Scales[0].Variance(s))
		log, slope = alpha*log/2, alpha*slope/2
		w := math.Exp(log)
		mw.Width[s], mw.slope[s] = w, slope
		if mw.items.Center != nil {
			x := mw.items.Center[s]
			mw.offset[s] = x + w*(coordinate[s]-x)
		}
		mw.LogDensity += log
	}
}

// toCoordinates makes of the derivatives in grad, with respect to μ plus the mean effects, those with respect to the
// coordinates.
func (mw *MeanWidths) toCoordinates(grad []float64) {
	clear(mw.offsetBar)
	for s, w := range mw.Width {
		mw.logBar[s] = 1 + grad[s]*mw.Moved[s]
		grad[s] *= w
	}
}

// Backward implements [Block]: it passes on the derivatives through x, and through the widths to the items' C.
func (mw *MeanWidths) Backward(grad, x []float64) {
	grad, coordinate, items := grad[mw.Mean:mw.Mean+mw.K], x[mw.Mean:mw.Mean+mw.K], &mw.Scales[0]
	k := len(mw.Width)
	for s, w := range mw.Width {
		bar := mw.logBar[s]
		if mw.items.Center != nil {
			grad[s] += w * mw.offsetBar[s]
			bar += mw.offsetBar[s] * w * (coordinate[s] - mw.items.Center[s])
		}
		for e := range s + 1 {
			items.CBar[s*k+e] += 2 * bar * mw.slope[s] * items.C[s*k+e]
		}
	}
}

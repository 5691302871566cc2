package model

import "math"

// Where labels of an item agree, they tell that its effect is large but not how large: its posterior falls steeply to
// one side and slowly to the other. Items of a model with sensitivities, and others that are spread widely, have
// coordinates of which the z of [effects.Factor] is
//
//	z + κ(√(1 + z²) − 1),  |κ| < 1,
//
// whose slope goes from 1 − κ to 1 + κ. κ is a constant of each effect, and any is exact.

// mostSkewed is the largest |κ|.
const mostSkewed = 0.9

// skewed sets dst to the z of coordinates and returns the logarithm of the Jacobian.
func skewed(dst, coordinate, kappa []float64) (logp float64) {
	product := 1.0
	for i, x := range coordinate {
		root := math.Sqrt(1 + x*x)
		dst[i] = x + kappa[i]*(root-1)
		product *= 1 + kappa[i]*x/root
		const together = 64 // whose product is a normal number
		if i%together == together-1 {
			logp += math.Log(product)
			product = 1
		}
	}
	return logp + math.Log(product)
}

// skewedBackward makes of derivatives with respect to z those with respect to coordinates, the Jacobian included.
func skewedBackward(bar, coordinate, kappa []float64) {
	for i, x := range coordinate {
		root := math.Sqrt(1 + x*x)
		slope := 1 + kappa[i]*x/root
		bar[i] = bar[i]*slope + kappa[i]/(root*root*root*slope)
	}
}

// setSkew sets κ of each item's effect from how steeply its conditional density falls to either side: that of a normal
// density has the slope x/σ at a distance of xσ.
func (e *em) setSkew(kappa []float64) {
	const distance = 1.5 // conditional standard deviations
	const flattest = 0.05
	items := e.terms[0]
	at := *e.at
	at.Item = make([]float64, len(kappa))
	scale := func(side float64) []float64 {
		for j, v := range items.Variance {
			at.Item[j] = e.at.Item[j] + side*distance*math.Sqrt(v)
		}
		grad, info := e.data.NewPredictor(e.ownCount), e.data.NewPredictor(e.ownCount)
		e.lik.Working(grad, info, &at)
		all := make([]float64, len(kappa))
		for j, v := range items.Variance {
			slope := at.Item[j]/items.TotalVariance(j%e.k) - grad.Item[j]
			all[j] = 1 / math.Sqrt(math.Max(flattest, side*slope*math.Sqrt(v)/distance))
		}
		return all
	}
	left, right := scale(-1), scale(1)
	for j := range kappa {
		k := (right[j] - left[j]) / (right[j] + left[j])
		kappa[j] = math.Max(-mostSkewed, math.Min(mostSkewed, k))
	}
}

// leastSkewed is the standard deviation of items' effects, in logits, from which on their coordinates are skewed where
// there are no sensitivities. Of 18 studies with one wrong binary label in 50 to 400 (80 items, three labels each; σ is
// 5 to 50) it divided the gradients by three, and effective draws of σ were twice as many; below 1 or 2 logits it did
// nothing, and studies of few positive labels had divergences with it.
const leastSkewed = 4

// spreadWidely says whether the items of a study are spread so that their coordinates are to be skewed.
func (e *em) spreadWidely() bool {
	for s := range e.k {
		if e.terms[0].TotalVariance(s) > leastSkewed*leastSkewed {
			return true
		}
	}
	return false
}

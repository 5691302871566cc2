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

// skewness is what an evaluation keeps of its map: slopes, and the derivatives of their logarithms.
type skewness struct{ slope, bend []float64 }

// forward sets z to that of coordinates and returns the logarithm of the Jacobian.
func (sk *skewness) forward(z, coordinate, kappa []float64) (logp float64) {
	n := len(kappa)
	if len(sk.slope) != n {
		sk.slope, sk.bend = make([]float64, n), make([]float64, n)
	}
	x, z, slope, bend := coordinate[:n], z[:n], sk.slope[:n], sk.bend[:n]
	// Products of so many slopes, none less than 1 − mostSkewed, are normal numbers; two of them do not wait for each
	// other.
	const together = 256
	for from := 0; from < n; from += together {
		even, odd := 1.0, 1.0
		for i := from; i < min(from+together, n); i++ {
			k, x := kappa[i], x[i]
			root := math.Sqrt(1 + x*x)
			sum := root + k*x // root·slope
			inverse := 1 / (root * sum)
			z[i] = x + k*(root-1)
			slope[i] = sum * sum * inverse
			bend[i] = k * sum * sum * inverse * inverse * inverse * root
			even, odd = odd*slope[i], even
		}
		logp += math.Log(even) + math.Log(odd)
	}
	return logp
}

// backward makes of derivatives with respect to z those with respect to coordinates, the Jacobian included.
func (sk *skewness) backward(bar []float64) {
	slope, bend := sk.slope[:len(bar)], sk.bend[:len(bar)]
	for i, b := range bar {
		bar[i] = b*slope[i] + bend[i]
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

package logitnormal

import "math"

// mostConvolved is the largest number of logistic functions that [Probability.convolve] takes.
const mostConvolved = 512

// convolve returns E h and Var h by the rules of [overNormal] and [smooth], whose nodes it moves onto one grid of
// logits: the logistic function is worked out once at each point of it, and the curve at a node is a weighted sum of
// neighbours. ok is false where the curve has no rule, or the grid too many points.
func (p Probability) convolve() (expectation, variance float64, ok bool) {
	if p.SD == 0 || p.Noise == 0 || p.Noise >= seriesSD {
		return 0, 0, false
	}
	// Rare labels keep their digits, and frequent ones are their mirror.
	c := curve{&smooth{sd: p.Noise}, -math.Abs(p.Mean), p.SD}
	step := stepFor(p.SD, p.Noise, p.SD, p.Noise)
	from, to := c.active()
	first, last := int(math.Floor(from/step))-1, int(math.Ceil(to/step))+1 // with the nodes of the tails
	// Points between neighbouring nodes of the outer rule and of the inner one, of which one is 1.
	outer, inner := 1, 1
	switch ratio := poleStep(math.Pi/p.Noise) * p.Noise / (step * p.SD); {
	case ratio*mostConvolved < 1 || ratio > mostConvolved:
		return 0, 0, false
	case ratio >= 1:
		inner = int(ratio)
	default:
		outer = int(math.Ceil(1 / ratio))
	}
	between := step * p.SD / float64(outer) // points, in logits
	nodeStep := float64(inner) * between / p.Noise
	pairs := int(math.Ceil(reach / nodeStep))
	margin := pairs * inner
	points := (last-first)*outer + 2*margin + 1
	if points > mostConvolved {
		return 0, 0, false
	}
	var memory [mostConvolved]float64
	chance := memory[:points]
	odds, up := math.Exp(c.mean+float64(first*outer-margin)*between), math.Exp(between)
	for i := range chance {
		chance[i] = odds / (1 + odds)
		odds *= up
	}
	var weight [mostConvolved / 2]float64
	center := normalWeights(weight[:pairs], nodeStep)
	at := func(k int) float64 { // the curve at a node of the outer rule
		i := (k-first)*outer + margin
		sum, d := center*chance[i], 0
		for _, w := range weight[:pairs] {
			d += inner
			sum += w * (chance[i-d] + chance[i+d])
		}
		return sum
	}
	// The sums of [overNormal].
	middle := at((first + last) / 2)
	var w, wa, waa float64
	add := func(weight float64, k int) {
		a := at(k) - middle
		w += weight
		wa += weight * a
		waa += weight * a * a
	}
	add(tail(-float64(first)*step, step), first)
	weights := newDensities(float64(first+1)*step, step)
	for k := first + 1; k < last; k++ {
		add(step*weights.next(), k)
	}
	add(tail(float64(last)*step, step), last)
	expectation = middle + wa/w
	if p.Mean > 0 {
		expectation = 1 - expectation
	}
	return expectation, waa/w - wa/w*wa/w, true
}

package family

import "math"

// anchoredOrdinal is [Ordinal] with μ = −κ_a, where a is the threshold of each study, or of all together, with about as
// many labels below as above. All distances between neighbouring thresholds are auxiliary parameters. The labels
// determine κ_a best, and the others by their distances to it. With μ = −κ_1 and few labels in the first category, all
// thresholds would be known much better than μ, and the posterior would be a curved ridge.
type anchoredOrdinal struct {
	Ordinal
	anchor []int
	start  [][]float64 // thresholds where the search begins
	count  [][]float64 // labels between two thresholds: of each study, or of all where these are common
}

func newAnchoredOrdinal(o Ordinal, l *Labels, common bool) *anchoredOrdinal {
	categories := len(o.known().scores)
	f := &anchoredOrdinal{Ordinal: o}
	count, pooled := make([][]float64, l.Studies), make([]float64, categories)
	for s := range count {
		count[s] = make([]float64, categories)
	}
	for u, s := range l.Study {
		for _, y := range l.Value[l.Start[u]:l.Start[u+1]] {
			count[s][int(y)-1]++
			pooled[int(y)-1]++
		}
	}
	for _, n := range count {
		start, anchor := cumulativeLogits(n)
		if common {
			own := start
			start, anchor = cumulativeLogits(pooled)
			shift := own[anchor] - start[anchor]
			for c := range start {
				start[c] += shift
			}
			n = pooled
		}
		f.anchor, f.start = append(f.anchor, anchor), append(f.start, start)
		f.count = append(f.count, n[1:categories-1])
	}
	return f
}

// cumulativeLogits returns the logits of the shares of labels up to each category but the last, and which of them is
// closest to 0. Half a label is added to each category, so that all logits are finite and ascend.
func cumulativeLogits(count []float64) (logits []float64, nearest int) {
	total, below := 0.0, 0.0
	for _, labels := range count {
		total += labels + 0.5
	}
	logits = make([]float64, len(count)-1)
	for c := range logits {
		below += count[c] + 0.5
		logits[c] = math.Log(below / (total - below))
		if math.Abs(logits[c]) < math.Abs(logits[nearest]) {
			nearest = c
		}
	}
	return logits, nearest
}

// Likelihood implements [Anchored].
func (ao *anchoredOrdinal) Likelihood(l *Labels) Likelihood {
	return newOrdinalLabels(l, len(ao.scale.scores), ao.anchor)
}

// Thresholds implements [Anchored].
func (ao *anchoredOrdinal) Thresholds(dst []float64, study int, mu float64, own []float64) {
	offsets(dst, own, ao.anchor[study])
	for c := range dst {
		dst[c] -= mu
	}
}

// Backward implements [Anchored].
func (ao *anchoredOrdinal) Backward(ownBar []float64, study int, bar []float64) (muBar float64) {
	offsetsBackward(ownBar, bar, ao.anchor[study])
	for _, g := range bar {
		muBar -= g
	}
	return muBar
}

// Start implements [Anchored].
func (ao *anchoredOrdinal) Start(study int, own []float64) (mu float64) {
	ao.FromThresholds(own, ao.start[study])
	return -ao.start[study][ao.anchor[study]]
}

// Newton implements [Anchored], in the thresholds, whose second derivatives are tridiagonal.
func (ao *anchoredOrdinal) Newton(study int, p ThresholdPoint, prior func(threshold float64) float64) (mu float64) {
	const (
		least   = 0.1 // of the information on a threshold, for what the prior says
		longest = 2   // step
		nearest = 0.5 // share of a distance that a step leaves
	)
	a, n := ao.anchor[study], len(p.Own)+1
	kappa, g, h, off := make([]float64, n), ao.thresholdBar(study, p), make([]float64, n), make([]float64, n-1)
	ao.Thresholds(kappa, study, p.Mean, p.Own)
	h[a] = p.Info
	for i, w := range p.OwnInfo {
		h[a] -= w
		if i >= a {
			h[i+1] = w
			continue
		}
		h[i] = w
	}
	for c := range h {
		g[c] += prior(kappa[c])
		h[c] = math.Max(h[c], 0) + least
	}
	for i, d := range p.Own {
		// The derivatives of count·log(1 − e^−d), and of log d, the Jacobian of the logarithm, which keeps neighbours
		// apart if no label is between them.
		e := -math.Expm1(-d)
		q := ao.count[study][i]*math.Exp(-d)/(e*e) + 1/(d*d)
		g[i+1] += 1 / d
		g[i] -= 1 / d
		h[i], h[i+1], off[i] = h[i]+q, h[i+1]+q, -q
	}
	solveTridiagonal(h, off, g)
	scale := 1.0
	for _, step := range g {
		scale = math.Min(scale, longest/math.Max(math.Abs(step), longest))
	}
	for i, d := range p.Own {
		if shrink := g[i] - g[i+1]; shrink*scale > nearest*d {
			scale = nearest * d / shrink
		}
	}
	for i := range p.Own {
		p.Own[i] += scale * (g[i+1] - g[i])
	}
	return p.Mean - scale*g[a]
}

// thresholdBar returns the derivatives with respect to the thresholds: the inverse of Backward.
func (ao *anchoredOrdinal) thresholdBar(study int, p ThresholdPoint) []float64 {
	a, n := ao.anchor[study], len(p.Own)+1
	g := make([]float64, n)
	rest := -p.MeanBar
	for c := range g {
		switch {
		case c < a:
			g[c] = -p.OwnBar[c]
			if c > 0 {
				g[c] += p.OwnBar[c-1]
			}
		case c > a:
			g[c] = p.OwnBar[c-1]
			if c < n-1 {
				g[c] -= p.OwnBar[c]
			}
		}
		rest -= g[c]
	}
	g[a] = rest
	return g
}

// solveTridiagonal replaces x by the solution of the symmetric equations with diagonal h and off-diagonal off; it
// overwrites h (Thomas's algorithm).
func solveTridiagonal(h, off, x []float64) {
	for i, o := range off {
		m := o / h[i]
		h[i+1] -= m * o
		x[i+1] -= m * x[i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		if i < len(off) {
			x[i] -= off[i] * x[i+1]
		}
		x[i] /= h[i]
	}
}

package logistic

import "gonum.org/v1/gonum/floats"

// leastShrink is the least exp(−half) with which vector kernels neither underflow nor overflow.
const leastShrink = 0x1p-960

// Pairs holds, by labeler, the parameters of the labels between two thresholds. With w = Middle[labeler] +
// effect[cell], the label's probability is the product of two binary ones,
//
//	σ(half − w)·σ(half + w),  Shrink = exp(−half),
//
// where half ≥ 0 is half the distance of the thresholds.
type Pairs struct{ Middle, Half, Shrink []float64 }

// PairSums returns −Σ log σ(half − w) σ(half + w) of all labels. It stores the derivatives of the log-likelihood with
// respect to the upper thresholds, Σ σ(w − half), of each labeler in sumUpper. It stores minus the derivatives with
// respect to w, Σ σ(w − half) − σ(−w − half), of each labeler in sum and of each cell in sumCell. The rest is as in
// [Design.Sums]. With e = exp(−|w|) and g = exp(−half) the value is |w| + log((1 + eg)(g + e)), so that one exponential
// and one division serve both.
func (d *Design) PairSums(sumUpper, sum, sumCell []float64, p Pairs, effect []float64, scratch *Scratch) float64 {
	d.check(sum, sumCell, p.Middle, effect, scratch)
	if len(sumUpper) != len(sum) || len(p.Half) != len(sum) || len(p.Shrink) != len(sum) {
		panic("logistic: length of sumUpper, Half or Shrink is not the number of labelers")
	}
	clear(sumUpper)
	clear(sum)
	// An effect of −Inf stands for an empty place. So the kernel without empty places handles effects that are not
	// finite.
	if all := floats.Sum(effect); d.kernel != generic && all-all == 0 && aboveAll(leastShrink, p.Shrink) {
		clear(scratch.sumCell)
		copy(scratch.effect, effect)
		total := d.kernel.pairs(&d.lanes, sumUpper, sum, scratch.sumCell, p, scratch.effect)
		if total-total == 0 {
			copy(sumCell, scratch.sumCell)
			return total
		}
		clear(sumUpper)
		clear(sum)
	}
	clear(sumCell)
	return genericPairs(d, sumUpper, sum, sumCell, p, effect, scratch.block)
}

// aboveAll reports whether no x is below least, or undefined.
func aboveAll(least float64, x []float64) bool {
	for _, v := range x {
		if !(v >= least) {
			return false
		}
	}
	return true
}

// genericPairs is genericSums for pairs.
func genericPairs(d *Design, sumUpper, sum, sumCell []float64, p Pairs, effect, block []float64) float64 {
	var other [blockLen]float64
	total, l := 0.0, 0
	for from := 0; from < d.Len(); {
		to := min(from+len(block), d.Len())
		upper, lower := block[:to-from], other[:to-from]
		d.gatherPairs(upper, lower, l, from, p, effect)
		total += genericDense(upper, upper) + genericDense(lower, lower)
		l = d.scatterPairs(upper, lower, l, from, sumUpper, sum, sumCell)
		from = to
	}
	return total
}

// gatherPairs is gather: it stores w − half in upper and −w − half in lower.
func (d *Design) gatherPairs(upper, lower []float64, l, from int, p Pairs, effect []float64) {
	for len(upper) > 0 {
		n := min(d.start[l+1]-from, len(upper))
		b, half, u, v := p.Middle[l], p.Half[l], upper[:n], lower[:n]
		for i, s := range d.cell[from:][:n] {
			w := b + effect[s]
			u[i], v[i] = w-half, -w-half
		}
		upper, lower, from, l = upper[n:], lower[n:], from+n, l+1
	}
}

// scatterPairs is scatter for both sigmoids.
func (d *Design) scatterPairs(upper, lower []float64, l, from int, sumUpper, sum, sumCell []float64) int {
	for {
		n := min(d.start[l+1]-from, len(upper))
		all, difference, u, v := 0.0, 0.0, upper[:n], lower[:n]
		for i, s := range d.cell[from:][:n] {
			x := u[i] - v[i]
			all += u[i]
			difference += x
			sumCell[s] += x
		}
		sumUpper[l] += all
		sum[l] += difference
		if upper, lower = upper[n:], lower[n:]; len(upper) == 0 {
			return l
		}
		from, l = from+n, l+1
	}
}

package logistic

import "math"

// The portable kernels. With e = exp(−|θ|) the sigmoid is n/(1+e), where n is 1
// for θ ≥ 0 and e for θ < 0, and log(1+exp θ) is max(θ, 0) + log(1+e): nothing
// cancels and nothing overflows.

// blockLen is the number of labels that share one logarithm: a product of this many factors 1+e ≤ 2 stays far below the
// largest number. A block of logits stays in the first-level cache.
const blockLen = 512

// numerator returns 1 for θ ≥ 0 and e for θ < 0 without a branch, which would be
// mispredicted for every other label.
func numerator(theta, e float64) float64 {
	negative := uint64(int64(math.Float64bits(theta)) >> 63)
	return math.Float64frombits(oneBits ^ (oneBits^math.Float64bits(e))&negative)
}

// genericDense is the portable SoftplusSigmoid.
func genericDense(p, theta []float64) float64 {
	sum := 0.0
	for len(theta) > 0 {
		n, positive, product := genericRun(p, theta[:min(len(theta), blockLen)])
		sum += positive + math.Log(product)
		if n < len(theta) && !(math.Abs(theta[n]) < tailStart) {
			t := theta[n]
			e := math.Exp(-math.Abs(t))
			p[n] = numerator(t, e) / (1 + e)
			sum += max(t, 0) + math.Log1p(e)
			n++
		}
		p, theta = p[n:], theta[n:]
	}
	return sum
}

// genericWeighted is the portable WeightedSoftplusSigmoid.
func genericWeighted(mp, m, theta []float64) float64 {
	mp, m = mp[:len(theta)], m[:len(theta)]
	sum := 0.0
	for i, t := range theta {
		e := math.Exp(-math.Abs(t))
		sum += m[i] * (max(t, 0) + math.Log1p(e))
		mp[i] = m[i] * (numerator(t, e) / (1 + e))
	}
	return sum
}

// genericSums evaluates the labels of d block by block: it gathers the logits, turns them into sigmoids in place, and
// scatters the sigmoids. It adds to sumLabeler and sumCell, and with slopes to sumSlope, and returns Σ log(1+exp θ).
func genericSums(d *Design, sumLabeler, sumSlope, sumCell, common, slope, effect, block []float64) float64 {
	total, l := 0.0, 0
	for from := 0; from < d.Len(); {
		to := min(from+len(block), d.Len())
		values := block[:to-from]
		if slope == nil {
			d.gather(values, l, from, common, effect)
			total += genericDense(values, values)
			l = d.scatter(values, l, from, sumLabeler, sumCell)
		} else {
			d.gatherSloped(values, l, from, common, slope, effect)
			total += genericDense(values, values)
			l = d.scatterSloped(values, l, from, sumLabeler, sumSlope, sumCell, slope, effect)
		}
		from = to
	}
	return total
}

// gatherSloped is gather with slopes.
func (d *Design) gatherSloped(theta []float64, l, from int, common, slope, effect []float64) {
	for len(theta) > 0 {
		n := min(d.start[l+1]-from, len(theta))
		b, m, run := common[l], slope[l], theta[:n]
		for i, s := range d.cell[from:][:n] {
			run[i] = b + m*effect[s]
		}
		theta, from, l = theta[n:], from+n, l+1
	}
}

// scatterSloped is scatter with slopes.
func (d *Design) scatterSloped(p []float64, l, from int, sumLabeler, sumSlope, sumCell, slope, effect []float64) int {
	for {
		n := min(d.start[l+1]-from, len(p))
		sum, products, m, run := 0.0, 0.0, slope[l], p[:n]
		for i, s := range d.cell[from:][:n] {
			sum += run[i]
			products += run[i] * effect[s]
			sumCell[s] += m * run[i]
		}
		sumLabeler[l] += sum
		sumSlope[l] += products
		if p = p[n:]; len(p) == 0 {
			return l
		}
		from, l = from+n, l+1
	}
}

// gather stores the logits of labels from, from+1, … in theta, where labeler l or a later one gave the first.
func (d *Design) gather(theta []float64, l, from int, common, effect []float64) {
	for len(theta) > 0 {
		n := min(d.start[l+1]-from, len(theta))
		gatherRun(theta[:n], effect, d.cell[from:][:n], common[l])
		theta, from, l = theta[n:], from+n, l+1
	}
}

// scatter adds the sigmoids of labels from, from+1, … to the sums and returns the
// labeler of the last.
func (d *Design) scatter(p []float64, l, from int, sumLabeler, sumCell []float64) int {
	for {
		n := min(d.start[l+1]-from, len(p))
		sumLabeler[l] += scatterRun(sumCell, p[:n], d.cell[from:][:n])
		if p = p[n:]; len(p) == 0 {
			return l
		}
		from, l = from+n, l+1
	}
}

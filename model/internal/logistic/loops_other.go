//go:build !wasm

package logistic

import "math"

// genericRun evaluates logits up to the first that reduce cannot take, or to the
// end. It returns their number n, Σ max(θ, 0) and Π(1 + exp(−|θ|)).
func genericRun(p, theta []float64) (n int, positive, product float64) {
	p = p[:len(theta)]
	product = 1
	for i, t := range theta {
		a := math.Abs(t)
		if !(a < tailStart) {
			return i, positive, product
		}
		e := expand(reduce(a))
		p[i] = numerator(t, e) / (1 + e)
		positive += 0.5 * (t + a)
		product *= 1 + e
	}
	return len(theta), positive, product
}

// gatherRun stores the logits of labels of one labeler, with its number b.
func gatherRun(run, effect []float64, cell []int32, b float64) {
	run = run[:len(cell)]
	for i, s := range cell {
		run[i] = b + effect[s]
	}
}

// scatterRun adds the sigmoids of labels of one labeler to the sums of their cells, and returns their sum.
func scatterRun(sumCell, run []float64, cell []int32) float64 {
	sum, run := 0.0, run[:len(cell)]
	for i, s := range cell {
		sum += run[i]
		sumCell[s] += run[i]
	}
	return sum
}

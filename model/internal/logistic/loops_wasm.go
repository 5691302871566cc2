package logistic

// The innermost loops are written by hand for WebAssembly too. Go's compiler makes code that is several times slower,
// because it turns each backward jump into a jump by a table. The operations are as in loops_other.go, in the same
// order, and give the same numbers, to the bit.

// genericRun evaluates logits up to the first that reduce cannot take, or to the
// end. It returns their number n, Σ max(θ, 0) and Π(1 + exp(−|θ|)).
func genericRun(p, theta []float64) (n int, positive, product float64) {
	if len(theta) == 0 {
		return 0, 0, 1
	}
	p = p[:len(theta)]
	return runLoop(&p[0], &theta[0], len(theta))
}

// gatherRun stores the logits of labels of one labeler, with its number b.
func gatherRun(run, effect []float64, cell []int32, b float64) {
	if len(cell) == 0 {
		return
	}
	run = run[:len(cell)]
	gatherLoop(&run[0], &effect[0], &cell[0], len(cell), b)
}

// scatterRun adds the sigmoids of labels of one labeler to the sums of their cells, and returns their sum.
func scatterRun(sumCell, run []float64, cell []int32) float64 {
	if len(cell) == 0 {
		return 0
	}
	run = run[:len(cell)]
	return scatterLoop(&sumCell[0], &run[0], &cell[0], len(cell))
}

// Cells are in range: [NewDesign] has seen to that, and the lengths are checked by [Design.Sums].

//go:noescape
func runLoop(p, theta *float64, length int) (n int, positive, product float64)

//go:noescape
func gatherLoop(run, effect *float64, cell *int32, length int, b float64)

//go:noescape
func scatterLoop(sumCell, run *float64, cell *int32, length int) (sum float64)

package model

// block is a part of the coordinates, and what of the point follows from it. A density is a list of blocks: each sets
// its part of the point given those before it, and, once the likelihood has left its derivatives at the point, each
// carries them over to its coordinates and to the parts of the blocks before it.
type block interface {
	// size returns the number of coordinates.
	size() int
	// forward sets the block's part of the point from x, all coordinates, and adds to the point's log density what it
	// knows of it by then: the log prior of standard normal coordinates, and the logarithms of Jacobians.
	forward(x []float64)
	// backward adds to grad, of all coordinates, and to the derivatives at the point. It adds the other log priors to
	// the point's log density.
	backward(grad, x []float64)
}

// blocks are those of a density in the order in which they set the point.
type blocks []block

// forward sets the point from x.
func (bl blocks) forward(ps *parameters, x []float64) {
	ps.logp = 0
	for _, b := range bl {
		b.forward(x)
	}
}

// backward sets grad, all 0 where it is not set, given the derivatives at the point.
func (bl blocks) backward(grad, x []float64) {
	for i := len(bl) - 1; i >= 0; i-- {
		bl[i].backward(grad, x)
	}
}

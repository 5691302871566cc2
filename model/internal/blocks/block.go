// Package blocks is the coordinates of a model: how the numbers that a sampler moves become parameters and effects, and
// how derivatives go back. Each kind of coordinate is a [Block] in a separate file:
//
//   - [OwnParameters], the family's auxiliary parameters, and the loadings of judges;
//   - [Scales], standard deviations and correlations;
//   - [Means], with thresholds;
//   - [TermEffects], [NestedEffects] of facets within other terms, and [LabelerResiduals], effects on the residual.
//
// Blocks set a [Point]. A [Frame] is shared by all chains. To add a kind of coordinate, write a file here and a line in
// the list of blocks of package density. If other blocks read the new numbers, they are fields of Point. The tests of
// that list check the gradient and the size of a block, and that it allocates nothing.
package blocks

// Block is a part of the coordinates. A density is a list of blocks. Each sets its part of the point given the blocks
// before it. Then the likelihood leaves its derivatives at the point, and each block, the last one first, carries them
// over to its coordinates and to the blocks before it.
type Block interface {
	// Size returns the number of coordinates.
	Size() int
	// Forward sets the block's part of the point from x, all coordinates. It adds to the point's log density the log
	// prior of standard normal coordinates and the logarithms of Jacobians.
	Forward(x []float64)
	// Backward adds to grad, of all coordinates, and to the derivatives at the point. It adds the other log priors to
	// the point's log density.
	Backward(grad, x []float64)
}

// List is the blocks of a density in the order in which they set the point.
type List []Block

// Forward sets the point from x.
func (bl List) Forward(ps *Point, x []float64) {
	ps.LogDensity = 0
	for _, b := range bl {
		b.Forward(x)
	}
}

// Backward sets grad, given the derivatives at the point. The parameters' part of grad must be 0 before.
func (bl List) Backward(grad, x []float64) {
	for i := len(bl) - 1; i >= 0; i-- {
		bl[i].Backward(grad, x)
	}
}

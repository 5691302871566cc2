// Package blocks is the coordinates of a model: how the numbers that a sampler moves become parameters and effects,
// and how derivatives go back. Each kind of coordinate is a [Block] in a file of its own: the family's own parameters
// with loadings of judges ([OwnParameters]), standard deviations and correlations ([Scales]), means and thresholds
// ([Means]) with their widths ([MeanWidths]), effects ([TermEffects]), those of nested facets ([NestedEffects]) and
// of labelers on the residual ([LabelerNoise]). What they set is a [Point]; what all chains share is a [Frame].
//
// A new kind of coordinate is a file here, a line in the list of blocks of package density, and fields of Point if
// other blocks read what it sets. Tests of that list check its gradient, its size, and that it allocates nothing.
package blocks

// Block is a part of the coordinates, and what of the point follows from it. A density is a list of blocks: each sets
// its part of the point given those before it, and, once the likelihood has left its derivatives at the point, each
// carries them over to its coordinates and to the parts of the blocks before it.
type Block interface {
	// Size returns the number of coordinates.
	Size() int
	// Forward sets the block's part of the point from x, all coordinates, and adds to the point's log density what it
	// knows of it by then: the log prior of standard normal coordinates, and the logarithms of Jacobians.
	Forward(x []float64)
	// Backward adds to grad, of all coordinates, and to the derivatives at the point. It adds the other log priors to
	// the point's log density.
	Backward(grad, x []float64)
}

// List are those of a density in the order in which they set the point.
type List []Block

// Forward sets the point from x.
func (bl List) Forward(ps *Point, x []float64) {
	ps.LogDensity = 0
	for _, b := range bl {
		b.Forward(x)
	}
}

// Backward sets grad, all 0 where it is not set, given the derivatives at the point.
func (bl List) Backward(grad, x []float64) {
	for i := len(bl) - 1; i >= 0; i-- {
		bl[i].Backward(grad, x)
	}
}

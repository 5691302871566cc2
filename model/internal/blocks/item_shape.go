package blocks

import (
	"math"

	"concord/model/internal/effects"
	"concord/model/spec"
)

// ItemShape is the block of ν, the degrees of freedom of items' effects from Student's t distribution. Its coordinate
// is log(ν − 2). It comes before the effects.
type ItemShape struct {
	*Point
	Items *effects.State
}

// Size implements [Block].
func (is *ItemShape) Size() int { return 1 }

// Forward implements [Block].
func (is *ItemShape) Forward(x []float64) {
	is.DF = ItemDF(x[is.ItemDF])
	is.Items.DF = is.DF
}

// Backward implements [Block].
func (is *ItemShape) Backward(grad, x []float64) {
	logp, d := spec.LogItemDF(is.DF)
	is.LogDensity += logp + x[is.ItemDF]
	grad[is.ItemDF] += 1 + (d+is.Items.DFGrad)*(is.DF-spec.LeastItemDF)
}

// ItemDF returns ν at a coordinate.
func ItemDF(x float64) float64 { return spec.LeastItemDF + math.Exp(x) }

// ItemDFCoordinate returns the coordinate of ν.
func ItemDFCoordinate(df float64) float64 { return math.Log(df - spec.LeastItemDF) }

package blocks

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model/internal/tuning"
)

// ToBartlett converts draws of the parameters, iteration × parameter, from the coordinates of one density to the
// coordinates of another, whose items' correlations are [Bartlett]. The variances of the covariance matrix S, on which
// the labels have no information, are drawn given R.
func ToBartlett(from, to *Point, draws *mat.Dense, rng *rand.Rand) *mat.Dense {
	n, _ := draws.Dims()
	partial, items := from.Scales[0].Cor, to.Scales[0].Cor.(*Bartlett)
	at, ends, k := from.Terms[0].Cor, from.Terms[0].Cor+partial.Size(), items.k
	root := make([]float64, k*k)
	precision := distuv.ChiSquared{K: float64(k + 1), Src: rng}.Rand
	out := mat.NewDense(n, to.Hyper, nil)
	for i := range n {
		x, y := draws.RawRowView(i), out.RawRowView(i)
		copy(y, x[:at])
		partial.Factor(root, x[at:ends])
		items.coordinates(y[at:], bartlettCovariance(root, k, tuning.MostPartial, precision))
		copy(y[at+items.Size():], x[ends:])
	}
	return out
}

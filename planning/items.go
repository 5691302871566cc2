package planning

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/samplemv"
)

// NormalItems returns n points, a row each, that represent items whose effects in several studies are independent and
// standard normal: a Halton sequence (Owen 2017), the same at every call. Means over them err by about 1/n, where those
// over n random points err by 1/√n.
func NormalItems(n, studies int) *mat.Dense {
	unit := mat.NewSymDense(studies, nil)
	for s := range studies {
		unit.SetSym(s, s, 1)
	}
	normal, ok := distmv.NewNormal(make([]float64, studies), unit, nil)
	if !ok {
		panic("planning: NormalItems needs a study")
	}
	points := mat.NewDense(n, studies, nil)
	samplemv.Halton{Kind: samplemv.Owen, Q: normal, Src: rand.NewPCG(1, 0)}.Sample(points)
	return points
}

package nominal

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/gonum/stat/samplemv"
)

// nodes returns n points, a row each, that represent a standard normal population. They are scrambled Halton points
// (Owen 2017) and their opposites, turned and stretched until their covariance is the identity. So means of polynomials
// of the third degree are exact. Another seed gives other points.
func nodes(n, dimensions int, seed uint64) *mat.Dense {
	half := mat.NewDense(n/2, dimensions, nil)
	src := rand.NewPCG(seed, uint64(dimensions))
	samplemv.Halton{Kind: samplemv.Owen, Q: distmv.NewUnitUniform(dimensions, nil), Src: src}.Sample(half)
	all := mat.NewDense(n, dimensions, nil)
	for i := range n / 2 {
		for d := range dimensions {
			z := distuv.UnitNormal.Quantile(half.At(i, d))
			all.Set(i, d, z)
			all.Set(n-1-i, d, -z)
		}
	}
	square := mat.NewSymDense(dimensions, nil)
	square.SymOuterK(1/float64(n), all.T())
	var chol mat.Cholesky
	if !chol.Factorize(square) {
		panic("nominal: nodes lie in a plane")
	}
	var root mat.TriDense
	chol.LTo(&root)
	white := mat.NewDense(dimensions, n, nil)
	if err := white.Solve(&root, all.T()); err != nil {
		panic("nominal: " + err.Error())
	}
	return mat.DenseCopyOf(white.T())
}

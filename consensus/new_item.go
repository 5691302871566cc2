package consensus

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"concord/model"
	"concord/posterior"
)

// NewItems returns, for each study of a fit, the predictor of one item that has no label yet and is like the others.
// Its effects in the studies are drawn with their correlations, the same for the same seed.
func NewItems(fit *model.Posterior, seed uint64) ([]*Predictor, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	of := fit.EachStudy()
	all, n := make([]*Predictor, len(of)), len(of)
	for s := range of {
		p, err := NewPredictor(of[s])
		if err != nil {
			return nil, err
		}
		p.items, p.once = []string{""}, nil
		p.parts[0].covariates = nil // they are at their means
		p.parts[0].effects = []posterior.Quantity{of[s].Mean().Like("")}
		all[s] = p
	}
	correlations, sds := make([]posterior.Quantity, n*n), make([]posterior.Quantity, n)
	for a := range of {
		sds[a] = of[a].TrueScoreSD()
		for b := range a {
			correlations[a*n+b] = of[a].TrueScoreCorrelation(of[b])
		}
	}
	matrix, root, z := mat.NewSymDense(n, nil), new(mat.Cholesky), make([]float64, n)
	for c := range fit.Draws().Chains() {
		for i := range fit.Draws().Iterations() {
			for a := range of {
				matrix.SetSym(a, a, 1)
				z[a] = rng.NormFloat64()
				for b := range a {
					matrix.SetSym(a, b, correlations[a*n+b].Chains[c][i])
				}
			}
			var u mat.VecDense
			if root.Factorize(matrix) {
				var lower mat.TriDense
				root.LTo(&lower)
				u.MulVec(&lower, mat.NewVecDense(n, z))
			} else { // all but perfectly correlated
				u.CloneFromVec(mat.NewVecDense(n, slices.Repeat(z[:1], n)))
			}
			shape := fit.ItemFactor(c, i, rng)
			for s := range all {
				all[s].parts[0].effects[0].Chains[c][i] = shape * u.AtVec(s) * sds[s].Chains[c][i]
			}
		}
	}
	return all, nil
}

package sampler

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// MatchScores is [Metric.MatchCovariance] that also uses the gradients of the log density, at each draw with respect to
// all coordinates of the target (iteration × d). For the first p coordinates the metric implies the Σ with Σ Cov(g) Σ =
// Cov(x), as in nutpie's low-rank adaptation (Seyboldt et al. 2025). Here g is the part of the gradient that remains
// after the metric's directions. If the posterior is normal, Σ is its covariance, with less sampling error than the
// covariance of the draws has. If not, consider a direction in which the density is steep in each place, but which
// turns from place to place. Its scale is then less than the spread of the draws.
//
// It panics if draws and gradients differ in number, are fewer than two, or have other coordinates than the metric.
func (m *Metric) MatchScores(draws, gradients *mat.Dense) *Metric {
	n, p := draws.Dims()
	if r, d := gradients.Dims(); n < 2 || r != n || p > d || d != m.Dim() {
		panic("sampler: draws and gradients differ in number, or their coordinates differ from the metric's")
	}
	root := newGramRoot(m, p)
	// The directions of the rows of G^−½Bᵀ, see MatchCovariance: g has there the components Bᵀ Wᵀg.
	along, gx := mat.NewDense(n, p, nil), make([]float64, m.Dim())
	for i := range n {
		m.ApplyTranspose(gx, gradients.RawRowView(i))
		m.multiply(gx)
		root.apply(along.RawRowView(i), gx[:p])
	}
	sigma, ok := geometricMean(projectedCov(rowsOf(root.whiten(draws, m.Scale)), nil), projectedCov(rowsOf(along), nil))
	if !ok {
		return m
	}
	variances, vectors, ok := eigen(sigma)
	if !ok {
		return m
	}
	var directions [][]float64
	var sds []float64
	for k, v := range variances {
		if !(v > 0) || math.IsInf(v, 1) {
			continue
		}
		directions = append(directions, mat.Col(nil, k, vectors))
		sds = append(sds, boundedSD(v))
	}
	return m.matched(root, p, directions, sds)
}

// rowsOf returns the rows, centred.
func rowsOf(draws *mat.Dense) [][]float64 {
	n, _ := draws.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = mat.Row(nil, i, draws)
	}
	return centred(rows)
}

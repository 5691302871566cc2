package sampler

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// Of a normal posterior that differs from what the metric implies in the first coordinates, and in others only by what
// these tell of them, some ten draws with their gradients tell the covariance, which ten draws alone do not.
func TestMatchScoresNeedsFewDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	const d, p, n = 12, 4, 10
	for range 20 {
		m := lowRankMetric(rng, d, 3)
		var directions [][]float64
		for range p {
			directions = append(directions, repeat(p, 0))
			for i := range p {
				directions[len(directions)-1][i] = rng.NormFloat64()
			}
		}
		directions = orthonormal(directions)
		truth := m.matched(newGramRoot(m, p), p, directions, []float64{0.6, 1.5, 3, 5})
		draws, gradients := mat.NewDense(n, p, nil), mat.NewDense(n, d, nil)
		x, q, g := make([]float64, d), make([]float64, d), make([]float64, d)
		for i := range n {
			for v := range x {
				x[v] = rng.NormFloat64()
			}
			truth.Apply(q, x)
			for v := range x {
				x[v] = -x[v]
			}
			truth.InverseTranspose(g, x)
			draws.SetRow(i, q[:p])
			gradients.SetRow(i, g)
		}
		want := impliedCovariance(truth)
		out := m.MatchScores(draws, gradients)
		require.NoError(t, out.Validate())
		// Directions near 1 are left out.
		require.Less(t, difference(want, impliedCovariance(out)), math.Exp(nearOne)-1)
		require.Greater(t, difference(want, impliedCovariance(m.MatchCovariance(draws))), math.Exp(nearOne)-1)
	}
	require.Panics(t, func() { identityMetric(d).MatchScores(mat.NewDense(n, p, nil), mat.NewDense(n-1, d, nil)) })
	require.Panics(t, func() { identityMetric(d).MatchScores(mat.NewDense(n, p, nil), mat.NewDense(n, d-1, nil)) })
	require.Panics(t, func() { identityMetric(d).MatchScores(mat.NewDense(1, p, nil), mat.NewDense(1, d, nil)) })
}

// difference returns by how much, relative to the first, the second matrix differs in the direction where it does most.
func difference(want, got *mat.Dense) float64 {
	var chol mat.Cholesky
	chol.Factorize(symmetric(want))
	var l, left mat.Dense
	var root mat.TriDense
	chol.LTo(&root)
	if err := l.Solve(&root, got); err != nil {
		panic(err)
	}
	if err := left.Solve(&root, l.T()); err != nil {
		panic(err)
	}
	values, _, _ := eigen(symmetric(&left))
	most := 0.0
	for _, v := range values {
		most = math.Max(most, math.Abs(v-1))
	}
	return most
}

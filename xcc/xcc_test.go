package xcc_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model"
	"concord/vpc"
	"concord/xcc"
)

// Closed form: the correlation of two labels of one item, Cov = ρ σ_a σ_b.
func TestBetweenIsTheCorrelationOfLabels(t *testing.T) {
	draws := randomDraws(3, 30, 1)
	for _, spec := range []model.Spec{gaussian, bernoulli} {
		fit := fitOf(t, spec, draws)
		q := xcc.Between(fit, "experts", "treatment")
		require.Equal(t, "xcc[experts,treatment]", q.Name)
		for i, p := range draws {
			residual := square(p.residual)
			if spec.Family == model.Bernoulli {
				residual = math.Pi * math.Pi / 3
			}
			sd := func(s int) float64 { return math.Sqrt(square(p.item[s]) + square(p.labeler[s]) + residual) }
			require.InDelta(t, p.cor[2][0]*p.item[0]*p.item[2]/sd(0)/sd(2), q.Chains[0][i], 1e-14)
		}
		require.Equal(t, q.Chains, xcc.Between(fit, "treatment", "experts").Chains)
	}
}

func TestOfAStudyWithItself(t *testing.T) {
	fit := fitOf(t, gaussian, randomDraws(2, 10, 2))
	for i, icc := range vpc.ICC(fit, "control").Chains[0] {
		require.InEpsilon(t, icc, xcc.Between(fit, "control", "control").Chains[0][i], 1e-14)
		require.Equal(t, 1.0, xcc.Rho(fit, "control", "control").Chains[0][i])
	}
}

func TestDifferencesFromAReference(t *testing.T) {
	draws := randomDraws(3, 50, 3)
	fit := fitOf(t, gaussian, draws)
	rho := xcc.RhoDifference(fit, "experts", "treatment", "control")
	x := xcc.Difference(fit, "experts", "treatment", "control")
	a, b := xcc.Between(fit, "experts", "treatment"), xcc.Between(fit, "experts", "control")
	positive := 0.0
	for i, p := range draws {
		require.Equal(t, p.cor[2][0]-p.cor[1][0], rho.Chains[0][i])
		require.Equal(t, a.Chains[0][i]-b.Chains[0][i], x.Chains[0][i])
		if a.Chains[0][i] > b.Chains[0][i] {
			positive++
		}
	}
	require.InDelta(t, positive/50, x.Positive().Value, 1e-15)
	require.Equal(t, "rho_difference[experts,treatment,control]", rho.Name)
	require.Equal(t, "xcc_difference[experts,treatment,control]", x.Name)
}

func TestPairs(t *testing.T) {
	fit := fitOf(t, gaussian, randomDraws(4, 2, 4))
	require.Equal(t, []xcc.Pair{
		{"experts", "control"}, {"experts", "treatment"}, {"control", "treatment"},
		{"experts", "fourth"}, {"control", "fourth"}, {"treatment", "fourth"},
	}, xcc.Pairs(fit))
	require.Equal(t, []xcc.Pair{{"experts", "treatment"}, {"experts", "fourth"}, {"treatment", "fourth"}},
		xcc.PairsBeside(fit, "control"))
	require.Empty(t, xcc.Pairs(fitOf(t, gaussian, randomDraws(1, 2, 4))))
	require.Panics(t, func() { xcc.PairsBeside(fit, "nobody") })
	require.Panics(t, func() { xcc.Between(fit, "experts", "nobody") })
}

package xcc_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/model/family"
	"concord/model/spec"
	"concord/vpc"
	"concord/xcc"
)

// Closed form: the correlation of two labels of one item, Cov = ρ σ_a σ_b.
func TestXCCIsTheCorrelationOfLabels(t *testing.T) {
	draws := randomDraws(3, 30, 1)
	for _, sp := range []spec.Spec{gaussian, bernoulli} {
		fit := fitOf(t, sp, draws)
		j, experts, treatment := onParameters(fit), fit.StudyAt(0), fit.StudyAt(2)
		q := j.XCC(experts, treatment)
		require.Equal(t, "xcc[experts,treatment]", q.Name)
		for i, p := range draws {
			residual := square(p.residual)
			if sp.Family == (family.Bernoulli{}) {
				residual = math.Pi * math.Pi / 3
			}
			sd := func(s int) float64 { return math.Sqrt(square(p.item[s]) + square(p.labeler[s]) + residual) }
			require.InDelta(t, p.cor[2][0]*p.item[0]*p.item[2]/sd(0)/sd(2), q.Chains[0][i], 1e-14)
		}
		require.Equal(t, q.Chains, j.XCC(treatment, experts).Chains)
	}
}

func TestOfAStudyWithItself(t *testing.T) {
	fit := fitOf(t, gaussian, randomDraws(2, 10, 2))
	j, control := onParameters(fit), fit.StudyAt(1)
	for i, icc := range vpc.ParameterPartition(control).ICC().Chains[0] {
		require.InEpsilon(t, icc, j.XCC(control, control).Chains[0][i], 1e-14)
		require.Equal(t, 1.0, j.Rho(control, control).Chains[0][i])
	}
}

func TestDifferencesFromAReference(t *testing.T) {
	draws := randomDraws(3, 50, 3)
	fit := fitOf(t, gaussian, draws)
	j, experts, control, treatment := onParameters(fit), fit.StudyAt(0), fit.StudyAt(1), fit.StudyAt(2)
	rho := j.RhoDifference(experts, treatment, control)
	x := j.XCCDifference(experts, treatment, control)
	a, b := j.XCC(experts, treatment), j.XCC(experts, control)
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
	names := func(pairs []xcc.Pair) (all [][]string) {
		for _, p := range pairs {
			all = append(all, p.Names())
		}
		return all
	}
	require.Equal(t, [][]string{
		{"experts", "control"}, {"experts", "treatment"}, {"control", "treatment"},
		{"experts", "fourth"}, {"control", "fourth"}, {"treatment", "fourth"},
	}, names(xcc.Pairs(fit)))
	require.Equal(t, [][]string{{"experts", "treatment"}, {"experts", "fourth"}, {"treatment", "fourth"}},
		names(xcc.PairsBeside(fit.StudyAt(1))))
	require.Empty(t, xcc.Pairs(fitOf(t, gaussian, randomDraws(1, 2, 4))))
}

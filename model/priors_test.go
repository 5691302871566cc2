package model

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

// Differences of log densities are those of gonum's densities.
func TestPriorsMatchGonum(t *testing.T) {
	for _, c := range []struct {
		prior Prior
		ref   interface{ LogProb(float64) float64 }
	}{
		{StudentT{DF: 3, Location: 0.5, Scale: 2.5}, distuv.StudentsT{Nu: 3, Mu: 0.5, Sigma: 2.5}},
		{Normal{Location: -1, Scale: 0.3}, distuv.Normal{Mu: -1, Sigma: 0.3}},
		{Exponential{Rate: 1.5}, distuv.Exponential{Rate: 1.5}},
	} {
		at0, _ := c.prior.LogDensity(0.2)
		for _, x := range []float64{0.01, 0.7, 3, 40} {
			lp, d := c.prior.LogDensity(x)
			require.InDelta(t, c.ref.LogProb(x)-c.ref.LogProb(0.2), lp-at0, 1e-9*(1+math.Abs(lp)), c.prior)
			const h = 1e-6
			up, _ := c.prior.LogDensity(x + h)
			down, _ := c.prior.LogDensity(x - h)
			require.InDelta(t, (up-down)/(2*h), d, 1e-5*(1+math.Abs(d)), c.prior)
		}
	}
}

func TestInvalidPriorsAreErrors(t *testing.T) {
	for _, p := range []Priors{
		{Mean: StudentT{DF: 0, Scale: 1}},
		{Mean: Normal{Scale: -1}},
		{SD: Exponential{}},
		{SD: Normal{Location: math.NaN(), Scale: 1}},
		{Correlation: -1},
		{Correlation: math.NaN()},
		{Correlation: math.Inf(1)},
	} {
		require.Error(t, p.withDefaults().validate(), "%v", p)
	}
	require.NoError(t, Priors{}.withDefaults().validate())
}

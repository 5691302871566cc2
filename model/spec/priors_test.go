package spec

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"concord/model/family"
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
		{Correlation: LKJ{Shape: -1}},
		{Correlation: LKJ{Shape: math.NaN()}},
		{Correlation: LKJ{Shape: math.Inf(1)}}, {Correlation: LKJ{}},
	} {
		require.Error(t, p.WithDefaults(family.Gaussian{}).Validate(), "%v", p)
	}
	require.NoError(t, Priors{}.WithDefaults(family.Bernoulli{}).Validate())
}

// Only standardised labels have a narrower prior of the labelers' standard deviation, and only where no
// prior of standard deviations was asked for.
func TestDefaultPriorOfLabelers(t *testing.T) {
	wide, narrow, own := StudentT{DF: 3, Scale: 2.5}, StudentT{DF: 3, Scale: 1}, Normal{Scale: 2}
	require.Equal(t, narrow, Priors{}.WithDefaults(family.Gaussian{}).LabelerSD)
	require.Equal(t, wide, Priors{}.WithDefaults(family.Gaussian{}).SD)
	require.Equal(t, wide, Priors{}.WithDefaults(family.Bernoulli{}).LabelerSD)
	require.Equal(t, wide, Priors{OwnScale: true}.WithDefaults(family.Gaussian{}).LabelerSD)
	require.Equal(t, own, Priors{SD: own}.WithDefaults(family.Gaussian{}).LabelerSD)
	require.Equal(t, own, Priors{LabelerSD: own}.WithDefaults(family.Gaussian{}).LabelerSD)
}

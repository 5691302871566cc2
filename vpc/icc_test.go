package vpc_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"concord/vpc"
)

// withICC is a Gaussian draw of the given ICC.
func withICC(icc float64) draw { return draw{item: math.Sqrt(icc), residual: math.Sqrt(1 - icc)} }

// Closed form: the mean of k labels has the variance σ_i² + (σ_l² + σ²)/k.
func TestICCkIsTheReliabilityOfTheMean(t *testing.T) {
	draws := randomDraws(20, 7)
	p := onParameters(fitOf(t, gaussian, draws))
	for _, k := range []int{1, 2, 5, 100} {
		each(draws, p.ICCk(k), func(d draw, v float64) {
			i := d.item * d.item
			require.InEpsilon(t, i/(i+(d.labeler*d.labeler+d.residual*d.residual)/float64(k)), v, 1e-13)
		})
	}
	require.Equal(t, p.ICC().Chains, p.ICCk(1).Chains)
	require.Panics(t, func() { p.ICCk(0) })
}

// By hand: ICC 0.5 has ICC(k) = k/(k+1), ICC 0.2 has k/(k+4).
func TestLabelsForByHand(t *testing.T) {
	p := onParameters(fitOf(t, gaussian, []draw{
		withICC(0.5), withICC(0.2), withICC(0.9), withICC(1), withICC(0), withICC(0.8),
	}))
	for target, want := range map[float64][]float64{
		0.8:  {4, 16, 1, 1, math.Inf(1), 1},
		0.75: {3, 12, 1, 1, math.Inf(1), 1},
		0.81: {5, 18, 1, 1, math.Inf(1), 2},
		0.5:  {1, 4, 1, 1, math.Inf(1), 1},
	} {
		q := p.LabelsFor(target)
		for i, k := range want {
			require.Equal(t, k, q.Chains[i%2][i/2], "target %v, draw %d", target, i)
		}
	}
	for _, target := range []float64{0, 1, -1, 2, math.NaN()} {
		require.Panics(t, func() { p.LabelsFor(target) })
	}
}

// It is enough, and one less is not.
func TestLabelsForIsTheSmallest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		icc := rapid.Float64Range(1e-4, 1).Draw(t, "icc")
		target := rapid.Float64Range(0.01, 0.999).Draw(t, "target")
		p := onParameters(fitOf(t, gaussian, []draw{withICC(icc), withICC(icc)}))
		icc = p.ICC().Chains[0][0]
		k := p.LabelsFor(target).Chains[0][0]
		reliability := func(k float64) float64 { return icc / (icc + (1-icc)/k) }
		require.GreaterOrEqual(t, reliability(k), target*(1-1e-10))
		if k > 1 {
			require.Less(t, reliability(k-1), target*(1+1e-10))
		}
	})
}

func TestLabelerExceedsICC(t *testing.T) {
	fit := fitOf(t, gaussian, []draw{
		{item: 1, labeler: 2, residual: 1}, {item: 1, labeler: 0.5, residual: 1},
		{item: 1, labeler: 3, residual: 1}, {item: 1, labeler: 1, residual: 1}, // a tie does not exceed
	})
	p, ok := onParameters(fit).LabelerExceedsICC()
	require.True(t, ok)
	require.Equal(t, 0.5, p.Value)
}

func TestNames(t *testing.T) {
	fit := fitOf(t, bernoulli, randomDraws(4, 1))
	require.Equal(t, "icc[s]", onParameters(fit).ICC().Name)
	p := onScale(t, fit, vpc.Label)
	l, _ := p.LabelerICC()
	require.Equal(t, []string{"icc_label[s]", "labeler_icc_label[s]", "icc_5_label[s]"},
		[]string{p.ICC().Name, l.Name, p.ICCk(5).Name})
}

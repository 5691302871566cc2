package logitnormal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The oracle is [Covariance] of all pairs of the probabilities, which integrates.
func TestSumsAgreeWithQuadrature(t *testing.T) {
	covariance := func(means, others, weights []float64, a, b Probability, rho float64) float64 {
		sum := 0.0
		for k, x := range means {
			for l, y := range others {
				a.Mean, b.Mean = x, y
				sum += weights[k] * weights[l] * Covariance(a, b, rho)
			}
		}
		return sum
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (means []float64, p Probability) {
			x := rapid.Float64Range(-6, 2).Draw(t, name+" mean")
			p.SD = rapid.Float64Range(0.1, 2).Draw(t, name+" sd")
			p.Noise = rapid.Float64Range(0, 2).Draw(t, name+" noise")
			return []float64{x, x + rapid.Float64Range(0, 3).Draw(t, name+" distance"), x + 4}, p
		}
		means, a := draw("a")
		others, b := draw("b")
		rho := rapid.Float64Range(-1, 1).Draw(t, "rho")
		weights, expectations := []float64{1, 3, 0.5}, make([]float64, 3)
		var g, h Sum
		va, ok := g.Set(means, weights, a.SD, a.Noise, expectations)
		require.True(t, ok)
		for k, x := range means {
			require.InDelta(t, Probability{x, a.SD, a.Noise}.Expectation(), expectations[k], 1e-10)
		}
		vb, ok := h.Set(others, weights, b.SD, b.Noise, expectations)
		require.True(t, ok)
		require.InDelta(t, covariance(means, means, weights, a, a, 1), va, 1e-9)
		require.InDelta(t, covariance(others, others, weights, b, b, 1), vb, 1e-9)
		if c, ok := CorrelationBySum(&g, &h, rho); ok { // at all but the widest with next to no noise
			want := covariance(means, others, weights, a, b, rho) / math.Sqrt(va*vb)
			require.InDelta(t, want, c, 1e-8+1e-9/math.Sqrt(va*vb))
		} else {
			require.Greater(t, math.Abs(rho)*math.Max(a.SD, b.SD), 1.5)
		}
	})
}

// Of one probability with the weight 1 a sum is its expansion.
func TestSumOfOne(t *testing.T) {
	p, q := Probability{-1, 1.3, 0.4}, Probability{0.5, 0.9, 0}
	var g, h Sum
	var mean [1]float64
	variance, ok := g.Set([]float64{p.Mean}, []float64{1}, p.SD, p.Noise, mean[:])
	require.True(t, ok)
	wantMean, want := p.Variance()
	require.Equal(t, wantMean, mean[0])
	require.InEpsilon(t, want, variance, 1e-14)
	_, ok = h.Set([]float64{q.Mean}, []float64{1}, q.SD, q.Noise, mean[:])
	require.True(t, ok)
	c, ok := CorrelationBySum(&g, &h, 0.6)
	require.True(t, ok)
	require.Equal(t, Correlation(expansion(p), expansion(q), 0.6), c)
}

// Closed form: where nothing varies, two sums correlate like their u.
func TestSumWhereNothingVaries(t *testing.T) {
	var g Sum
	variance, ok := g.Set([]float64{1, 2}, []float64{1, 1}, 0, 0.5, make([]float64, 2))
	require.True(t, ok)
	require.Zero(t, variance)
	c, ok := CorrelationBySum(&g, &g, 0.3)
	require.True(t, ok)
	require.InDelta(t, 0.3, c, 1e-15)
}

func TestSumsThatHaveNoFewTerms(t *testing.T) {
	one := []float64{1}
	var g, good Sum
	_, ok := good.Set([]float64{0}, one, 1, 1, make([]float64, 1))
	require.True(t, ok)
	for _, p := range []Probability{
		{0, 5, 0}, {20, 1, 0}, {math.NaN(), 1, 0}, {0, -1, 0}, {0, 1, math.Inf(1)}, {0, 3.9, 0},
	} {
		_, ok := g.Set([]float64{p.Mean}, one, p.SD, p.Noise, make([]float64, 1))
		require.False(t, ok, "%v", p)
		_, ok = CorrelationBySum(&g, &good, 0.5)
		require.False(t, ok)
	}
	for _, rho := range []float64{-1.1, math.NaN()} {
		_, ok = CorrelationBySum(&good, &good, rho)
		require.False(t, ok)
	}
}

// Covariances by sums are those by integration, or there are none.
func TestCovarianceBySum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyProbability(t, "a", 0), anyProbability(t, "b", 0)
		rho := rapid.Float64Range(-1, 1).Draw(t, "rho")
		if c, ok := CovarianceBySum(expansion(a), expansion(b), rho); ok {
			require.InDelta(t, Covariance(a, b, rho), c, 3e-11)
		}
	})
	_, ok := CovarianceBySum(expansion(Probability{SD: -1}), expansion(Probability{}), 0)
	require.False(t, ok)
	// A chance that rounds to 1 is no reason to integrate.
	c, ok := CovarianceBySum(expansion(Probability{45, 1, 1}), expansion(Probability{0, 1, 1}), 0.5)
	require.True(t, ok)
	require.InDelta(t, 0, c, 1e-15)
}

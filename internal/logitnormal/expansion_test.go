package logitnormal

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func expansion(p Probability) *Expansion {
	var e Expansion
	e.Set(p)
	return &e
}

// The oracle is [Covariance], which integrates, and which nested quadrature has checked.
func TestCorrelationAgreesWithQuadrature(t *testing.T) {
	for _, sd := range []float64{0.01, 0.3, 1, 2, 3, 4, 6, 10, 30} {
		for _, noise := range []float64{0, 0.5, 2, 12} {
			for _, rho := range []float64{0, 0.1, 0.5, 0.9, 0.99, 1, -0.95, -1} {
				a, b := Probability{-1, sd, noise}, Probability{0.5, 1.1 * sd, 0.7 * noise}
				_, va := a.integrate()
				_, vb := b.integrate()
				want := Covariance(a, b, rho) / math.Sqrt(va*vb)
				require.InDelta(t, want, Correlation(expansion(a), expansion(b), rho), 1e-8, "%v %v %v", a, b, rho)
			}
		}
	}
}

func TestCorrelationLaws(t *testing.T) {
	draw := func(t *rapid.T, name string) Probability { return anyProbability(t, name, 0.1) }
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		rho := rapid.OneOf(rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{-1, 0, 1})).Draw(t, "rho")
		c := Correlation(expansion(a), expansion(b), rho)
		_, va := a.integrate()
		_, vb := b.integrate()
		tolerance := 1e-8 + 1e-9*(a.Expectation()*(1-a.Expectation())/va+b.Expectation()*(1-b.Expectation())/vb)
		require.InDelta(t, Covariance(a, b, rho)/math.Sqrt(va*vb), c, tolerance, "by quadrature")
		require.InDelta(t, c, Correlation(expansion(b), expansion(a), rho), 1e-12, "symmetric")
		mirror := b
		mirror.Mean = -b.Mean // 1 − h has logit −mean − u − a
		require.InDelta(t, -c, Correlation(expansion(a), expansion(mirror), -rho), 1e-8, "mirrored")
		require.InDelta(t, 1, Correlation(expansion(a), expansion(a), 1), 1e-8)
	})
}

// The oracle is [Probability.integrate], the second with the roles exchanged.
func TestExpansionVariances(t *testing.T) {
	for _, mean := range []float64{0, -3, 8} {
		for _, sd := range []float64{0, 0.01, 0.9, 2, 3.6, 8, 30} {
			for _, noise := range []float64{0, 0.3, 1, 2.5, 8, 30} {
				h := Probability{mean, sd, noise}
				p, want := h.integrate()
				_, exchanged := Probability{mean, noise, sd}.integrate()
				item, labeler := expansion(h).Variances()
				expectation, variance := h.Variance()
				require.InDelta(t, p, expectation, 1e-10*p*(1-p), "%v", h)
				require.InDelta(t, want, variance, 1e-10*p*(1-p), "%v", h)
				require.InDelta(t, want, item, 1e-10*p*(1-p), "%v", h)
				require.InDelta(t, exchanged, labeler, 1e-10*p*(1-p), "%v", h)
			}
		}
	}
}

// Closed form: over a small SD h is linear, so that the correlation is rho if both are, and ρ E p′/√(Var h)
// where one is (here by the derivative of the covariance in SD).
func TestCorrelationWhereNothingVaries(t *testing.T) {
	none := expansion(Probability{Mean: 0.7})
	require.InDelta(t, 0.4, Correlation(none, expansion(Probability{Mean: -2, Noise: 1}), 0.4), 1e-12)
	other := Probability{1, 2, 0.5}
	small := Probability{Mean: 0.7, SD: 1e-4}
	_, v := small.integrate()
	_, vb := other.integrate()
	want := Covariance(small, other, -0.6) / math.Sqrt(v*vb)
	require.InDelta(t, want, Correlation(none, expansion(other), -0.6), 1e-5)
	item, labeler := none.Variances()
	require.Zero(t, item)
	require.Zero(t, labeler)
}

// What an expansion returns must not depend on what it was asked before, or results would depend on the order of pairs.
func TestExpansionHasNoMemory(t *testing.T) {
	a, b, wide := Probability{0.3, 1.2, 0.4}, Probability{-0.5, 0.8, 1}, Probability{0, 5, 0}
	fresh := Correlation(expansion(a), expansion(b), 0.7)
	used := expansion(a)
	Correlation(used, expansion(wide), 0.99)
	used.Variances()
	require.Equal(t, fresh, Correlation(used, expansion(b), 0.7))
	again := expansion(wide)
	Correlation(again, used, 1)
	again.Set(b)
	require.Equal(t, fresh, Correlation(expansion(a), again, 0.7))
}

func TestInvalidExpansionIsNaN(t *testing.T) {
	good := expansion(Probability{SD: 1})
	for _, bad := range []Probability{{math.NaN(), 1, 1}, {0, -1, 0}, {0, 1, math.Inf(1)}} {
		e := expansion(bad)
		item, labeler := e.Variances()
		require.True(t, math.IsNaN(item) && math.IsNaN(labeler))
		require.True(t, math.IsNaN(Correlation(good, e, 0)) && math.IsNaN(Correlation(e, good, 0)))
	}
	for _, rho := range []float64{-1.1, 1.1, math.NaN()} {
		require.True(t, math.IsNaN(Correlation(good, good, rho)))
	}
}

func BenchmarkExpansion(b *testing.B) {
	for _, h := range []Probability{{0, 1, 0.5}, {-1, 1.5, 0.5}, {-1, 2, 1}, {-1, 3.6, 1}, {-1, 6, 1}} {
		b.Run(fmt.Sprint(h), func(b *testing.B) {
			b.ReportAllocs()
			var e Expansion
			for b.Loop() {
				e.Set(h)
				e.Variances()
			}
		})
	}
}

func BenchmarkCorrelation(b *testing.B) {
	for _, rho := range []float64{0.6, 0.9, 0.996} {
		b.Run(fmt.Sprint(rho), func(b *testing.B) {
			b.ReportAllocs()
			e, f := expansion(Probability{-1, 2, 1}), expansion(Probability{-2, 1.5, 1})
			for b.Loop() {
				Correlation(e, f, rho)
			}
		})
	}
}

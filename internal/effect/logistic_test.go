package effect

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// panels integrates f from a to b by 20-node Gauss–Legendre quadrature on n panels.
func panels(f func(float64) float64, a, b float64, n int) float64 {
	sum, width := 0.0, (b-a)/float64(n)
	for i := range n {
		from := a + float64(i)*width
		sum += quad.Fixed(f, from, from+width, 20, quad.Legendre{}, 0)
	}
	return sum
}

// slowH is H by a formula other than the code's: E Φ((x − ε)/s) over the logistic ε,
// or the definition where s is small.
func slowH(x, s float64) float64 {
	switch {
	case s == 0:
		return logistic(x)
	case s < 1:
		return panels(func(z float64) float64 { return logistic(x+s*z) * distuv.UnitNormal.Prob(z) }, -9, 9, 12)
	}
	return panels(func(e float64) float64 {
		c := 2 * math.Cosh(e/2)
		return distuv.UnitNormal.CDF((x-e)/s) / (c * c)
	}, -42, 42, 42)
}

func TestLogisticIsTheMeanOverItsNoise(t *testing.T) {
	for _, s := range []float64{0, 1e-6, 0.05, 0.5, 1, 2, 4, 7.9, 7.999999, 8, 9, 30, 1000} {
		for _, x := range []float64{0, 0.1, -1, 3, -7, 10, -20, 60} {
			require.InDelta(t, slowH(x, s), Mean(x, s), 2e-11, "s = %v, x = %v", s, x)
			if s < seriesSD && x > -10 { // the tail too
				require.InEpsilon(t, slowH(x, s), Mean(x, s), 1e-10, "s = %v, x = %v", s, x)
			}
		}
	}
}

// Closed form: for x far below −1.5s², H is E exp(x + a) = exp(x + s²/2).
func TestTailsOfTheLogistic(t *testing.T) {
	for _, s := range []float64{0, 0.3, 1, 3, 7} {
		x := -2*s*s - 40
		require.InEpsilon(t, math.Exp(x+s*s/2), Mean(x, s), 1e-10, "%v", s)
	}
}

func TestLogisticIsSymmetricAndRises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.Float64Range(0, 50).Draw(t, "s")
		x := rapid.Float64Range(-1000, 1000).Draw(t, "x")
		step := rapid.Float64Range(0.01, 10).Draw(t, "step")
		require.InDelta(t, 1, Mean(x, s)+Mean(-x, s), 1e-14)
		require.LessOrEqual(t, Mean(x, s), Mean(x+step, s)+2e-11)
		require.False(t, Mean(x, s) < 0 || Mean(x, s) > 1, "H = %v", Mean(x, s))
	})
}

func TestNoiseThatIsNotFinite(t *testing.T) {
	for _, at := range [][2]float64{{math.NaN(), 1}, {math.Inf(1), 1}, {0, -1}, {0, math.Inf(1)}, {0, math.NaN()}} {
		require.True(t, math.IsNaN(Mean(at[0], at[1])), "%v", at)
	}
	require.Zero(t, testing.AllocsPerRun(10, func() { Mean(0.3, 2) }))
}

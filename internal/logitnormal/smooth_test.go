package logitnormal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

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

func TestSmoothIsTheMeanOverItsNoise(t *testing.T) {
	for _, s := range []float64{0, 1e-6, 0.05, 0.5, 1, 2, 4, 7.9, 7.999999, 8, 9, 30, 1000} {
		for _, x := range []float64{0, 0.1, -1, 3, -7, 10, -20, 60} {
			var h smooth
			h.set(s)
			require.InDelta(t, slowH(x, s), h.at(x), 2e-11, "s = %v, x = %v", s, x)
			if s < seriesSD && x > -10 { // the tail too
				require.InEpsilon(t, slowH(x, s), h.at(x), 1e-10, "s = %v, x = %v", s, x)
			}
		}
	}
}

func TestSmoothIsSymmetricAndRises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var h smooth
		h.set(rapid.Float64Range(0, 50).Draw(t, "s"))
		x := rapid.Float64Range(-1000, 1000).Draw(t, "x")
		step := rapid.Float64Range(0.01, 10).Draw(t, "step")
		require.InDelta(t, 1, h.at(x)+h.at(-x), 1e-14)
		require.LessOrEqual(t, h.at(x), h.at(x+step)+2e-11)
		require.False(t, h.at(x) < 0 || h.at(x) > 1, "H = %v", h.at(x))
	})
}

// The rule's sum over a half-line, for starts where the tail has weight and where it has none.
func TestTailIsItsSum(t *testing.T) {
	for _, step := range []float64{0.001, 0.01, 0.1, 0.3} {
		for _, z := range []float64{-3, -0.5, 0, 0.2, 1, 4, 8} {
			want := 0.0
			for k := 0; z+float64(k)*step < 14; k++ {
				want += step * distuv.UnitNormal.Prob(z+float64(k)*step)
			}
			require.InDelta(t, want, tail(z, step), 3e-11)
		}
	}
}

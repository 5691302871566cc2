package logitnormal

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// The oracle is nested quadrature on panels, by testdata/oracle.py.
func TestMomentsAgreeWithNestedQuadrature(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "oracle.json"))
	require.NoError(t, err)
	var oracle struct {
		Variance []struct{ Mean, SD, Noise, Expectation, Variance float64 }
		// a and b are mean, SD and noise.
		Covariance []struct {
			A, B            [3]float64
			Rho, Covariance float64
		}
	}
	require.NoError(t, json.Unmarshal(b, &oracle))
	require.Len(t, oracle.Variance, 10)
	require.Len(t, oracle.Covariance, 5)
	for _, c := range oracle.Variance {
		what := fmt.Sprintf("%+v", c)
		h := Probability{c.Mean, c.SD, c.Noise}
		p, v := h.Variance()
		tolerance := 1e-10 * c.Expectation * (1 - c.Expectation)
		require.InDelta(t, c.Expectation, p, tolerance, what)
		require.InDelta(t, c.Expectation, h.Expectation(), tolerance, what)
		require.InDelta(t, c.Variance, v, tolerance, what)
	}
	for _, c := range oracle.Covariance {
		what := fmt.Sprintf("%+v", c)
		p, q := Probability{c.A[0], c.A[1], c.A[2]}, Probability{c.B[0], c.B[1], c.B[2]}
		require.InDelta(t, c.Covariance, Covariance(p, q, c.Rho), 1e-11, what)
		require.InDelta(t, c.Covariance, Covariance(q, p, c.Rho), 1e-11, what)
	}
}

// Over the whole range by another formula and another rule, see slowH.
func TestVarianceByPanels(t *testing.T) {
	for _, mean := range []float64{0, -3, 10} {
		for _, sd := range []float64{0.01, 0.9, 3.6, 8, 30} {
			for _, noise := range []float64{0, 0.3, 1, 7.99, 30} {
				h := Probability{mean, sd, noise}
				p := slowH(mean, math.Hypot(sd, noise))
				n := 12 + int(sd)
				want := panels(func(z float64) float64 {
					d := slowH(mean+sd*z, noise) - p
					return d * d * distuv.UnitNormal.Prob(z)
				}, -8, 8, n)
				_, got := h.Variance()
				require.InDelta(t, want, got, 1e-10*p*(1-p), "%+v", h)
			}
		}
	}
}

// The design's own method, nested Gauss–Hermite quadrature, is exact to 1e-10 for
// small variances.
func TestVarianceByGaussHermite(t *testing.T) {
	mean := func(f func(z float64) float64) float64 {
		return quad.Fixed(func(x float64) float64 {
			return f(math.Sqrt2*x) / math.SqrtPi
		}, math.Inf(-1), math.Inf(1), 60, quad.Hermite{}, 0)
	}
	rapid.Check(t, func(t *rapid.T) {
		h := Probability{
			Mean:  rapid.Float64Range(-10, 10).Draw(t, "mean"),
			SD:    rapid.Float64Range(0, 1.5).Draw(t, "sd"),
			Noise: rapid.Float64Range(0, 1.5).Draw(t, "noise"),
		}
		given := func(z float64) float64 {
			return mean(func(a float64) float64 { return logistic(h.Mean + h.SD*z + h.Noise*a) })
		}
		p := mean(given)
		want := mean(func(z float64) float64 { return (given(z) - p) * (given(z) - p) })
		expectation, got := h.Variance()
		require.InEpsilon(t, p, expectation, 1e-9)
		require.InDelta(t, want, got, 1e-9*p*(1-p))
	})
}

// Closed form: with noise that dwarfs the logistic's, h is Φ((mean + u)/noise), and
// P(both positive) = 1/4 + asin(ρ')/2π (Sheppard), up to O(1/SD²).
func TestLargeSDsAreProbit(t *testing.T) {
	for _, share := range []float64{0.1, 0.5, 0.9, 0.999} {
		const total = 1e5
		sd, noise := total*math.Sqrt(share), total*math.Sqrt(1-share)
		h := Probability{0, sd, noise}
		_, v := h.Variance()
		require.InDelta(t, math.Asin(share)/(2*math.Pi), v, 1e-8)
		for _, rho := range []float64{-1, -0.3, 0.8, 1} {
			require.InDelta(t, math.Asin(rho*share)/(2*math.Pi), Covariance(h, h, rho), 1e-8)
		}
	}
}

// Closed form: logit⁻¹ is linear over a small SD.
func TestSmallSDsAreLinear(t *testing.T) {
	for _, mean := range []float64{0, -1, 5, -12} {
		p := logistic(mean)
		for _, sd := range []float64{1e-3, 1e-5, 1e-6} {
			_, v := Probability{Mean: mean, SD: sd}.Variance()
			slope := p * (1 - p) * sd
			require.InEpsilon(t, slope*slope, v, 2*sd*sd+1e-14/sd)
			c := Covariance(Probability{Mean: mean, SD: sd}, Probability{Mean: mean, SD: 3 * sd}, -0.5)
			require.InEpsilon(t, -1.5*slope*slope, c, 20*sd*sd+1e-14/sd)
		}
	}
}

func TestNothingVaries(t *testing.T) {
	for _, mean := range []float64{0, 100, -500} {
		p, v := Probability{Mean: mean, Noise: 2}.Variance()
		require.Equal(t, Probability{Mean: mean, SD: 2}.Expectation(), p)
		require.Zero(t, v)
		require.Zero(t, Covariance(Probability{Mean: mean}, Probability{SD: 1}, 1))
		require.InDelta(t, 0, Covariance(Probability{mean, 2, 1}, Probability{1, 3, 0}, 0), 1e-15)
	}
}

// anyProbability draws a probability whose items differ by at least so much.
func anyProbability(t *rapid.T, name string, leastSD float64) Probability {
	return Probability{
		Mean:  rapid.Float64Range(-10, 10).Draw(t, name+" mean"),
		SD:    rapid.Float64Range(leastSD, 30).Draw(t, name+" sd"),
		Noise: rapid.Float64Range(0, 30).Draw(t, name+" noise"),
	}
}

func TestCovarianceLaws(t *testing.T) {
	draw := func(t *rapid.T, name string) Probability { return anyProbability(t, name, 0) }
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		rho := rapid.OneOf(rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{-1, 0, 1})).Draw(t, "rho")
		c := Covariance(a, b, rho)
		require.InDelta(t, c, Covariance(b, a, rho), 1e-11, "symmetric")
		mirror := b
		mirror.Mean = -b.Mean // 1 − h has logit −mean − u − a
		require.InDelta(t, -c, Covariance(a, mirror, -rho), 1e-11, "mirrored")
		p, v := a.Variance()
		_, vb := b.Variance()
		require.InDelta(t, v, Covariance(a, a, 1), 1e-10*p*(1-p)+1e-11)
		require.LessOrEqual(t, math.Abs(c), math.Sqrt(v*vb)+1e-10*p*(1-p)+1e-11, "Cauchy–Schwarz")
		require.InDelta(t, a.Expectation(), p, 1e-11)
		require.False(t, v < 0 || v > p*(1-p)+1e-11)
	})
}

func TestInvalidIsNaN(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	good := Probability{SD: 1}
	for _, bad := range []Probability{
		{nan, 1, 1}, {0, nan, 1}, {0, 1, nan}, {0, -1, 0}, {0, 1, -1}, {inf, 1, 1}, {0, inf, 1}, {0, 1, inf},
	} {
		p, v := bad.Variance()
		require.True(t, math.IsNaN(p) && math.IsNaN(v) && math.IsNaN(bad.Expectation()))
		require.True(t, math.IsNaN(Covariance(good, bad, 0)) && math.IsNaN(Covariance(bad, good, 0)))
	}
	for _, rho := range []float64{-1.1, 1.1, nan} {
		require.True(t, math.IsNaN(Covariance(good, good, rho)))
	}
}

func BenchmarkVariance(b *testing.B) {
	for _, h := range []Probability{
		{0, 1, 0.5}, {-1, 1.5, 0.5}, {-1, 0.5, 1.5}, {-1, 3.6, 1},
		{0, 7.9, 7.9}, {0, 30, 0.1}, {0, 30, 7.9}, {0, 30, 30},
	} {
		b.Run(fmt.Sprint(h), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				h.Variance()
			}
		})
	}
}

func BenchmarkCovariance(b *testing.B) {
	for _, rho := range []float64{0.6, 0.996, 1} {
		b.Run(fmt.Sprint(rho), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Covariance(Probability{-1, 3.6, 1}, Probability{-2, 2, 1}, rho)
			}
		})
	}
}

// Many at once are what each is alone, also where it is not defined.
func TestExpectationsAreThatOfEach(t *testing.T) {
	means := []float64{0, -3, math.NaN(), 4.5, math.Inf(1), 40}
	for _, noise := range []float64{0, 0.3, 5, 20, -1, math.NaN(), math.Inf(1)} {
		got := make([]float64, len(means))
		Expectations(got, means, noise)
		for i, x := range means {
			want := Probability{Mean: x, Noise: noise}.Expectation()
			require.Equal(t, math.Float64bits(want), math.Float64bits(got[i]), "mean %v, noise %v", x, noise)
		}
		inPlace := append([]float64(nil), means...)
		Expectations(inPlace, inPlace, noise)
		require.Equal(t, fmt.Sprint(got), fmt.Sprint(inPlace))
	}
}

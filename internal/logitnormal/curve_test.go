package logitnormal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Closed form: E z² w² = 1 + 2ρ², so that their covariance is 2ρ².
func TestCurvesOfSquares(t *testing.T) {
	var f Curve
	f.Set(func(z float64) float64 { return 3 + z*z })
	require.InDelta(t, 4, f.Mean(), 1e-12)
	require.InDelta(t, 2, f.Variance(), 1e-12)
	for _, rho := range []float64{-1, -0.4, 0, 0.7, 1} {
		require.InDelta(t, 2*rho*rho, CurveCovariance(&f, &f, rho), 1e-12)
	}
}

// Oracle: [Covariance], which integrates.
func TestCurvesOfProbabilities(t *testing.T) {
	for _, sd := range []float64{0.3, 1, 3, 6} {
		a, b := Probability{-1, sd, 0.5}, Probability{0.5, 0.8 * sd, 1}
		curve := func(p Probability) *Curve {
			var c Curve
			c.Set(func(z float64) float64 {
				return Probability{Mean: p.Mean + p.SD*z, Noise: p.Noise}.Expectation()
			})
			return &c
		}
		f, g := curve(a), curve(b)
		mean, va := a.Variance()
		_, vb := b.Variance()
		require.InDelta(t, mean, f.Mean(), 1e-9)
		require.InDelta(t, va, f.Variance(), 1e-8)
		for _, rho := range []float64{-0.8, 0, 0.5, 0.9, 0.99, 1} {
			want := Covariance(a, b, rho)
			require.InDelta(t, want, CurveCovariance(f, g, rho), 1e-5*math.Sqrt(va*vb), "%v %v", sd, rho)
		}
	}
}

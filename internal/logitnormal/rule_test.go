package logitnormal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What the rule makes of two chances is their covariance, whichever of the two is given.
func TestRuleIntegratesProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) Probability {
			return Probability{
				Mean:  rapid.Float64Range(-5, 5).Draw(t, name+" mean"),
				SD:    rapid.Float64Range(0, 20).Draw(t, name+" SD"),
				Noise: rapid.Float64Range(0, 6).Draw(t, name+" noise"),
			}
		}
		a, b, rho := draw("a"), draw("b"), rapid.Float64Range(-1, 1).Draw(t, "rho")
		of, given := Argument{a.SD, a.Noise}, Argument{b.SD, b.Noise}.Given(rho)
		var total, meanA, meanB, product float64
		for z, w := range Rule(of, given) {
			p := Probability{Mean: a.Mean + of.Slope*z, Noise: of.Noise}.Expectation()
			q := Probability{Mean: b.Mean + given.Slope*z, Noise: given.Noise}.Expectation()
			total += w
			meanA += w * p
			meanB += w * q
			product += w * p * q
		}
		require.InDelta(t, 1, total, 1e-12)
		require.InDelta(t, a.Expectation(), meanA, 1e-10)
		require.InDelta(t, b.Expectation(), meanB, 1e-10)
		require.InDelta(t, Covariance(a, b, rho), product-meanA*meanB, 1e-10)
	})
}

func TestRuleEnds(t *testing.T) {
	count := func(a, b Argument) (n int) {
		for range Rule(a, b) {
			n++
		}
		return n
	}
	one := Argument{1, 1}
	for _, bad := range []Argument{
		{math.NaN(), 1}, {math.Inf(-1), 1}, {1, -1}, {1, math.NaN()}, {1, math.Inf(1)}, Argument{1, 1}.Given(1.1),
	} {
		require.Zero(t, count(one, bad), "%v", bad)
		require.Zero(t, count(bad, one), "%v", bad)
	}
	require.LessOrEqual(t, count(Argument{1e9, 0}, one), mostNodes+1)
	for range Rule(one, one) {
		break // and yields no more
	}
}

package family

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"concord/internal/logitnormal"
)

// ordinalScores is an ordinal family whose scores are no steps of one, and thresholds for it.
func ordinalScores(t *testing.T) (Ordinal, []float64) {
	o, err := NewOrdinal([]string{"a", "b", "c", "d"}, []float64{1, 2, 4, 5})
	require.NoError(t, err)
	return o, []float64{1.2, 0.8}
}

// Where all slopes are 1, moments and correlations are those of the family itself.
func TestSlopesOfOneAreNone(t *testing.T) {
	ordinal, own := ordinalScores(t)
	for _, c := range []struct {
		of  Response
		own []float64
	}{{Bernoulli{}.Response(), nil}, {ordinal.Response(), own}} {
		at := Point{Mean: -0.7, SD: 1.6, Rest: 0.8}
		mean, between, total := c.of.Moments(at, c.own)
		m, b, v := SlopedMoments(c.of, SlopedPoint{Point: at}, c.own)
		require.InDeltaSlice(t, []float64{mean, between, total}, []float64{m, b, v}, 1e-7)
		// The part of another effect: items and it exchanged.
		_, part, _ := c.of.Moments(Point{Mean: -0.7, SD: 0.5, Rest: math.Hypot(1.6, 0.8)}, c.own)
		require.InDelta(t, part, SlopedPart(c.of, SlopedPoint{Point: at}, 0.5, c.own), 1e-7)
		plain, sloped := c.of.Expansions(2), NewSlopedExpansions(c.of, 2)
		for s, at := range []Point{at, {Mean: 1, SD: 2, Rest: 0.3}} {
			plain.Set(s, at, c.own)
			sloped.Set(s, SlopedPoint{Point: at}, c.own)
		}
		for _, rho := range []float64{-0.4, 0, 0.8, 1} {
			require.InDelta(t, plain.Correlation(0, 1, rho), sloped.Correlation(0, 1, rho), 1e-6)
		}
	}
}

// Oracle: nested sums over items, labelers' slopes and the rest.
func TestSlopedMomentsByBruteForce(t *testing.T) {
	ordinal, own := ordinalScores(t)
	at := SlopedPoint{Point{Mean: 0.6, SD: 1.8, Rest: 0.7}, 0.9}
	const labelerSD = 0.5
	normal := func(f func(z float64) float64) float64 {
		sum, total := 0.0, 0.0
		for z := -8.0; z <= 8; z += 0.2 {
			w := math.Exp(-0.5 * z * z)
			sum, total = sum+w*f(z), total+w
		}
		return sum / total
	}
	mean := func(theta float64) float64 {
		p := make([]float64, 4)
		chances(p, theta, own)
		return p[0] + 2*p[1] + 4*p[2] + 5*p[3]
	}
	h := func(u float64) float64 {
		return normal(func(v float64) float64 {
			return normal(func(x float64) float64 { return mean(at.Mean + (1+at.Slope*v)*u + at.Rest*x) })
		})
	}
	first := normal(func(z float64) float64 { return h(at.SD * z) })
	second := normal(func(z float64) float64 { return h(at.SD*z) * h(at.SD*z) })
	m, between, _ := SlopedMoments(ordinal.Response(), at, own)
	require.InDelta(t, first, m, 1e-8)
	require.InDelta(t, second-first*first, between, 1e-8)

	// The mean label of a labeler of some level, over his slope, the item and the rest.
	g := func(a float64) float64 {
		return normal(func(v float64) float64 {
			noise := math.Hypot(at.Rest, (1+at.Slope*v)*at.SD)
			return normal(func(x float64) float64 { return mean(at.Mean + a + noise*x) })
		})
	}
	first = normal(func(z float64) float64 { return g(labelerSD * z) })
	second = normal(func(z float64) float64 { return math.Pow(g(labelerSD*z), 2) })
	require.InDelta(t, second-first*first, SlopedPart(ordinal.Response(), at, labelerSD, own), 1e-8)
}

// Oracle: the same rule with many more nodes, by the chance of each.
func TestSlopedMomentsHaveEnoughNodes(t *testing.T) {
	for _, sd := range []float64{1e-3, 0.3, 1, 2, 4, 8} {
		for _, rest := range []float64{0, 0.1, 0.5, 2} {
			for _, slope := range []float64{0.1, 0.3, 1, 2} {
				at := SlopedPoint{Point{Mean: 0.6, SD: sd, Rest: rest}, slope}
				const step = 0.01
				var weight, sum, square float64
				for z := -8.5; z <= 8.5; z += step {
					theta, noise := at.Given(z)
					w := math.Exp(-0.5 * z * z)
					p := logitnormal.Probability{Mean: theta, Noise: noise}.Expectation()
					weight += w
					sum += w * p
					square += w * p * p
				}
				sum /= weight
				mean, between, total := SlopedMoments(Bernoulli{}.Response(), at, nil)
				require.InDelta(t, sum, mean, 1e-8, "%+v", at)
				require.InDelta(t, square/weight-sum*sum, between, 1e-8, "%+v", at)
				require.InDelta(t, sum*(1-sum), total, 1e-8, "%+v", at)
			}
		}
	}
}

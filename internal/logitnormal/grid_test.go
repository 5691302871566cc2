package logitnormal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// marching is the expansion that has no grid.
func marching(p Probability) *Expansion {
	var e Expansion
	e.of, e.mean, e.square = p, math.NaN(), math.NaN()
	e.begin(p.Mean, p.SD, p.Noise)
	e.grid, e.march = nil, newMarch()
	e.left = e.march.set(p.Mean, e.tau)
	return &e
}

// The oracle is the march, whose nodes are its own and closer, at the largest τ of each grid, and where all is nearly
// linear.
func TestGridAgreesWithMarch(t *testing.T) {
	for _, g := range grids {
		require.LessOrEqual(t, len(g.weight), mostPairs)
		for _, mean := range []float64{0, 0.4, -3, 8, -gridMean, gridMean} {
			for _, tau := range []float64{1e-3, g.most / 2, g.most} {
				p := Probability{mean, tau, 0}
				var e Expansion
				e.begin(p.Mean, p.SD, p.Noise)
				e.grid = g
				e.mean = e.slopes.add(g, mean, tau, 1)
				e.left = e.slopes.square(g)
				m := marching(p)
				require.InEpsilon(t, m.left, e.left, 1e-9, "%v", p) // bounds that are divided by the number of terms
				require.InDelta(t, p.Expectation(), e.mean, 1e-10*e.mean*(1-e.mean), "%v", p)
				for e.terms < e.most() {
					e.extend()
					m.extend()
				}
				worst := 0.0 // of what an error adds to Σ D_n²
				for n, d := range e.d[:e.terms] {
					worst = math.Max(worst, math.Abs(d*d-m.d[n]*m.d[n]))
				}
				require.LessOrEqual(t, worst, 3e-11*m.d[0]*m.d[0], "%v", p)
			}
		}
	}
}

// The documented error of variances, also of rare labels, where it is less than that of the integral.
func TestVariancesErrByAShareOfThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tau := rapid.Float64Range(0.01, 4).Draw(t, "tau")
		share := rapid.Float64Range(0.01, 0.9).Draw(t, "share")
		p := Probability{
			rapid.Float64Range(-gridMean, gridMean).Draw(t, "mean"), tau * math.Sqrt(share), tau * math.Sqrt(1-share),
		}
		wantItem, wantNoise := marching(p).Variances()
		item, noise := expansion(p).Variances()
		require.InEpsilon(t, wantItem, item, 1e-9)
		require.InEpsilon(t, wantNoise, noise, 1e-9)
		_, variance := p.Variance()
		require.InEpsilon(t, wantItem, variance, 1e-9)
	})
}

// Beyond the means that grids are for, and the largest τ, there is none.
func TestGridsHaveEnds(t *testing.T) {
	require.Nil(t, gridFor(gridMean+0.1, 1))
	require.Nil(t, gridFor(0, 4.1))
	require.Same(t, grids[0], gridFor(-gridMean, 0))
	require.Same(t, grids[1], gridFor(0, grids[1].most))
	before := 0.0
	for _, g := range grids {
		require.Greater(t, g.most, before)
		before = g.most
	}
}

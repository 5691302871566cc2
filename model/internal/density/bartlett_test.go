package density

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"concord/model/internal/blocks"
	"concord/model/internal/modeltest"
)

// bartlettDensities are densities of five studies with these coordinates, of all families, labelers and facets.
func bartlettDensities(t *testing.T, f func(t *testing.T, rng *rand.Rand, p *Density)) {
	const k = 5
	for _, sp := range specs() {
		if sp.Studies != nil || sp.Discrimination {
			continue
		}
		name := fmt.Sprintf("%v/%v/%v/%v/%d", sp.Family, sp.Labelers, sp.Residual, sp.Thresholds,
			len(sp.Facets))
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, k))
			p := toyProblem(rng, k, sp)
			p.Basis = modeltest.Orthogonal(rng, k)
			f(t, rng, p.Density())
		})
	}
}

func TestBartlettGradient(t *testing.T) {
	bartlettDensities(t, func(t *testing.T, rng *rand.Rand, p *Density) {
		items := p.Scales[0].Cor.(*blocks.Bartlett)
		x := make([]float64, p.Dim())
		for points := 0; points < 4; {
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			moderateNoise(p, x)
			items.Factor(make([]float64, p.K*p.K), x[p.Terms[0].Cor:])
			if items.Diagonal[0] > 0.1 { // the log density falls without end next to 0, where differences are of no use
				checkGradient(t, p, x, 5e-7)
				points++
			}
		}
		// Correlations next to ±1 and 0, standard deviations about 0.003 and 10.
		for _, first := range []float64{-9, 9} {
			for s := range p.K {
				x[p.Terms[0].SD+s] = []float64{3e-3, -3}[s%2]
			}
			x[p.Terms[0].Cor] = first
			checkGradient(t, p, x, 2e-6)
		}
	})
}

func TestBartlettGradientAllocatesNothing(t *testing.T) {
	bartlettDensities(t, func(t *testing.T, _ *rand.Rand, p *Density) {
		x, g := make([]float64, p.Dim()), make([]float64, p.Dim())
		x[p.Terms[0].Cor] = 1 // without anything in common T is singular
		require.Zero(t, testing.AllocsPerRun(10, func() { p.LogProbGrad(g, x) }))
		require.False(t, math.IsNaN(floats.Sum(g)))
	})
}

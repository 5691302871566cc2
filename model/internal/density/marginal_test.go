package density

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"concord/model/family"
	"concord/model/internal/blocks"
	"concord/model/internal/labels"
	"concord/model/internal/modeltest"
	"concord/model/spec"
)

// toyMarginal is a small design and its marginal density.
func toyMarginal(t *testing.T, rng *rand.Rand, k int, sp spec.Spec) (*marginal, *labels.Compiled) {
	sp.Priors = spec.Priors{}.WithDefaults(sp.Family)
	d := modeltest.Toy(rng, k, sp)
	p := NewProblem(d, sp)
	site := make([]float64, k)
	for i := range site {
		site[i] = 0.3 + rng.Float64()
	}
	p.Site = NewMeanSite(d, site, site, slices.Repeat([]float64{1}, k))
	at := p.newMarginalTarget(nil)
	wide := make([]float64, at.Dim()) // standard deviations for which quadrature takes many nodes
	for i := range wide {
		wide[i] = 0.8
	}
	at.Locate(wide)
	p.Marginal = sp.Family.(family.Integrable).Marginal(d.Labels, at.predictor.point, math.Inf(1))
	m, ok := p.Target().(*marginal)
	require.True(t, ok)
	return m, d
}

func eachMarginal(t *testing.T, f func(t *testing.T, rng *rand.Rand, m *marginal, d *labels.Compiled)) {
	for _, sp := range []spec.Spec{
		{Family: family.Gaussian{}, Labelers: spec.NoLabelers}, {Family: family.Gaussian{}, Labelers: spec.NoLabelers,
			Residual: spec.StudyResidual},
		{Family: family.Bernoulli{}, Labelers: spec.NoLabelers},
	} {
		for k := 1; k <= 3; k++ {
			t.Run(fmt.Sprintf("%v/%v/%v/%d", sp.Family, sp.Labelers, sp.Residual, k), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(11, uint64(k)))
				m, d := toyMarginal(t, rng, k, sp)
				f(t, rng, m, d)
			})
		}
	}
}

func randomPoint(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 0.7 * rng.NormFloat64()
	}
	return x
}

// The gradient is that of the log density, by central differences of fourth order.
func TestMarginalGradient(t *testing.T) {
	eachMarginal(t, func(t *testing.T, rng *rand.Rand, m *marginal, _ *labels.Compiled) {
		for range 5 {
			x := randomPoint(rng, m.Dim())
			g, scratch := make([]float64, m.Dim()), make([]float64, m.Dim())
			m.LogProbGrad(g, x)
			for i := range x {
				const h = 1e-3
				f := func(h float64) float64 {
					at := append([]float64(nil), x...)
					at[i] += h
					return m.LogProbGrad(scratch, at)
				}
				diff := (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
				// Quadrature with few nodes has a gradient of its own, near that of its value; package family checks
				// it with many.
				tolerance := 1e-6
				if len(m.Own) == 0 {
					tolerance = 3e-3
				}
				require.InDelta(t, diff, g[i], tolerance*(1+math.Abs(diff)), "coordinate %d", i)
			}
			require.Zero(t, testing.AllocsPerRun(5, func() { m.LogProbGrad(g, x) }))
		}
	})
}

// All Gaussian labels are jointly normal, with the sum of the covariances of items and residuals.
func TestMarginalGaussianIsTheDenseNormal(t *testing.T) {
	for k := 1; k <= 3; k++ {
		rng := rand.New(rand.NewPCG(13, uint64(k)))
		m, d := toyMarginal(t, rng, k, spec.Spec{Family: family.Gaussian{}, Labelers: spec.NoLabelers,
			Residual: spec.StudyResidual})
		var first float64
		for trial := range 3 {
			p := m.Locate(randomPoint(rng, m.Dim()))
			got := m.logLik()
			dense := denseLogLik(t, p, d)
			if trial == 0 {
				first = got - dense // constants of n, which do not depend on parameters
			}
			require.InDelta(t, first, got-dense, 1e-8)
		}
	}
}

// denseLogLik is the log density of a multivariate normal of all labels.
func denseLogLik(t *testing.T, p *blocks.Point, d *labels.Compiled) float64 {
	k, n := p.K, len(d.Value)
	v := mat.NewSymDense(n, nil)
	r := mat.NewVecDense(n, nil)
	for i := range n {
		item, s := int(d.Item[i])/k, int(d.Item[i])%k
		r.SetVec(i, d.Value[i]-p.Mu[s])
		for j := range i + 1 {
			x, u := 0.0, int(d.Item[j])%k
			if int(d.Item[j])/k == item {
				for e := range k {
					x += p.Scales[0].C[s*k+e] * p.Scales[0].C[u*k+e]
				}
			}
			if i == j {
				x += 1 / p.Tau[s]
			}
			v.SetSym(i, j, x)
		}
	}
	var chol mat.Cholesky
	require.True(t, chol.Factorize(v))
	var w mat.VecDense
	require.NoError(t, chol.SolveVecTo(&w, r))
	return -0.5 * (mat.Dot(r, &w) + chol.LogDet())
}
